// `describe`: a bounded map that tells the shape of any value: types, key coverage over rows, examples, ranges and, when
// asked, nested paths. Every walk has a cap of its own; a cap that was reached is named in :caps_hit.

import { charge, spendMany } from "../meter.ts";
import { sameKey } from "./key.ts";
import { MapBuilder, PMap } from "./map.ts";
import { PSet } from "./set.ts";
import { exampleOf, FieldShape, Histogram, put, shapeText, shapeType, shortString } from "./shape-field.ts";
import { Keyword, type Value } from "./value.ts";
import { Vec } from "./vector.ts";

const maxItems = 1_000;
const maxKeys = 100;
const maxPaths = 300;
const maxPathValues = 10_000;
const maxListNesting = 5;
/** Items looked at while paths are collected, whether or not they hold any. */
const maxPathVisits = 100_000;

export interface ShapeOptions {
  /** Levels of maps that :paths follows, 1 to 5. */
  readonly depth: number;
  readonly paths: boolean;
  /** Examples per field, 1 to 3. */
  readonly sample: number;
}

export function describeShape(value: Value, options: ShapeOptions): PMap {
  const out = new MapBuilder();
  const caps = new Set<string>();
  if (value instanceof PMap) describeMap(value, options, out, caps);
  else if (value instanceof Vec) describeRows(value, options, out, caps);
  else if (value instanceof PSet) describeSet(value, out, caps);
  else describeScalar(value, options, out);
  if (options.paths) put(out, "paths", describePaths(value, options, caps));
  if (caps.size > 0) {
    put(out, "truncated", true);
    put(out, "caps_hit", Vec.of([...caps].sort()));
  }
  return out.done();
}

function describeScalar(value: Value, options: ShapeOptions, out: MapBuilder): void {
  put(out, "type", shapeType(value));
  put(out, "sample", exampleOf(value));
  const field = new FieldShape(options.sample);
  field.add(value, 0);
  field.writeTo(out);
}

function describeMap(m: PMap, options: ShapeOptions, out: MapBuilder, caps: Set<string>): void {
  put(out, "type", "map");
  put(out, "count", m.size);
  const keyTypes = new Histogram();
  const fields = new FieldTable(options.sample);
  for (const { key, value, label } of entriesByLabel(m, caps)) {
    keyTypes.add(shapeType(key));
    fields.add(key, label, value, 0);
  }
  put(out, "key_types", keyTypes.toMap());
  put(out, "keys", fields.toMap(null));
}

function describeRows(rows: Vec, options: ShapeOptions, out: MapBuilder, caps: Set<string>): void {
  const scanned = Math.min(rows.length, maxItems);
  spendMany(scanned);
  put(out, "type", "vector");
  put(out, "count", scanned);
  if (scanned < rows.length) {
    // As in the reference, the count of a capped vector is what was looked at.
    put(out, "count_capped", true);
    caps.add("max_items");
  }
  put(out, "scanned", scanned);
  let anyMap = false;
  const itemTypes = new Histogram();
  const keyTypes = new Histogram();
  const fields = new FieldTable(options.sample);
  for (let i = 0; i < scanned; i++) {
    const row = rows.at(i);
    itemTypes.add(shapeType(row));
    if (!(row instanceof PMap)) continue;
    anyMap = true;
    for (const { key, value, label } of entriesByLabel(row, caps)) {
      if (fields.add(key, label, value, i)) keyTypes.add(shapeType(key));
      else caps.add("max_keys");
    }
  }
  put(out, "item_types", itemTypes.toMap());
  if (anyMap) {
    put(out, "key_types", keyTypes.toMap());
    put(out, "keys", fields.toMap(scanned));
  }
}

function describeSet(s: PSet, out: MapBuilder, caps: Set<string>): void {
  const scanned = Math.min(s.size, maxItems);
  spendMany(scanned);
  if (scanned < s.size) caps.add("max_items");
  const itemTypes = new Histogram();
  const items = s.items();
  for (let i = 0; i < scanned; i++) itemTypes.add(shapeType(items[i] as Value));
  put(out, "type", "set");
  put(out, "count", s.size);
  put(out, "scanned", scanned);
  put(out, "item_types", itemTypes.toMap());
}

interface LabelledEntry {
  readonly key: Value;
  readonly value: Value;
  readonly label: string;
}

function labelOf(key: Value): string {
  return typeof key === "string" ? shortString(key) : shapeText(key);
}

/** The entries in the order of their labels, at most maxKeys: which keys a wide map shows never depends on its history. */
function entriesByLabel(m: PMap, caps: Set<string>): LabelledEntry[] {
  const pairs = m.pairs();
  spendMany(m.size);
  charge(64 * m.size);
  const entries: LabelledEntry[] = new Array(m.size);
  for (let i = 0; i < m.size; i++) {
    const key = pairs[2 * i] as Value;
    entries[i] = { key, value: pairs[2 * i + 1] as Value, label: labelOf(key) };
  }
  if (m.size > maxKeys) {
    caps.add("max_keys");
    spendMany(4 * m.size);
  }
  entries.sort((a, b) => (a.label < b.label ? -1 : a.label > b.label ? 1 : 0));
  return entries.length > maxKeys ? entries.slice(0, maxKeys) : entries;
}

interface TableEntry {
  readonly key: Value;
  readonly shape: FieldShape;
}

/** Field shapes by key. Keys whose labels are the same text are told apart by type, then by a checksum. */
class FieldTable {
  size = 0;
  private readonly byLabel = new Map<string, TableEntry[]>();

  constructor(private readonly maxExamples: number) {}

  /** False when the table is full and the key is new. */
  add(key: Value, label: string, value: Value, row: number): boolean {
    let sharing = this.byLabel.get(label);
    let entry = sharing?.find((e) => sameKey(e.key, key));
    if (entry === undefined) {
      if (this.size >= maxKeys) return false;
      if (sharing === undefined) {
        sharing = [];
        this.byLabel.set(label, sharing);
      }
      charge(600);
      entry = { key, shape: new FieldShape(this.maxExamples) };
      sharing.push(entry);
      this.size++;
    }
    entry.shape.add(value, row);
    return true;
  }

  toMap(denominator: number | null): PMap {
    const named: [string, FieldShape][] = [];
    for (const [label, sharing] of this.byLabel) {
      const keys = sharing.map((e) => e.key);
      for (const { key, shape } of sharing) named.push([distinctLabel(label, key, keys), shape]);
    }
    return shapesByName(named, denominator, false);
  }
}

function shapesByName(named: [string, FieldShape][], denominator: number | null, manyPerRow: boolean): PMap {
  named.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const out = new MapBuilder();
  for (const [name, shape] of named) {
    const field = new MapBuilder();
    shape.writeTo(field, denominator, manyPerRow);
    out.set(name, field.done());
  }
  return out.done();
}

/** `label`, or `type:label` when another key has the same label, or `type:label#checksum` when the types agree too. */
function distinctLabel(label: string, key: Value, sharing: readonly Value[]): string {
  if (sharing.length === 1) return label;
  const type = shapeType(key);
  const sameType = sharing.filter((k) => shapeType(k) === type).length;
  return sameType > 1 ? `${type}:${label}#${checksum(key)}` : `${type}:${label}`;
}

/** FNV-1a over the text of a key: the same in every process, unlike the hashes of maps. */
function checksum(key: Value): string {
  const text = typeof key === "string" ? key : shapeText(key);
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return (h >>> 0).toString(16).padStart(8, "0");
}

function describePaths(value: Value, options: ShapeOptions, caps: Set<string>): PMap {
  const collector = new PathCollector(options, caps);
  let rows = 1;
  if (value instanceof Vec) {
    rows = Math.min(value.length, maxItems);
    for (let i = 0; i < rows; i++) collector.collect(value.at(i), null, 0, i, 0);
  } else collector.collect(value, null, 0, 0, 0);
  return shapesByName([...collector.shapes], rows, true);
}

class PathCollector {
  readonly shapes = new Map<string, FieldShape>();
  private values = 0;
  private visits = 0;

  constructor(
    private readonly options: ShapeOptions,
    private readonly caps: Set<string>,
  ) {}

  /** Adds the paths below `prefix`; lists on the way are looked through, so a.b also means b of each item of a. */
  collect(value: Value, prefix: string | null, depth: number, row: number, lists: number): void {
    if (depth >= this.options.depth) return;
    if (++this.visits > maxPathVisits) this.caps.add("max_path_values");
    else if (value instanceof PMap) this.map(value, prefix, depth, row, lists);
    else if (value instanceof Vec && prefix !== null) this.list(value, prefix, depth, row, lists);
  }

  private map(m: PMap, prefix: string | null, depth: number, row: number, lists: number): void {
    const entries = entriesByLabel(m, this.caps);
    entries.forEach((entry, i) => {
      const part = escapePart(entryLabel(entries, i));
      const path = prefix === null ? part : `${prefix}.${part}`;
      const shape = this.shapeAt(path);
      if (shape === null) return;
      if (this.values >= maxPathValues) {
        this.caps.add("max_path_values");
        return;
      }
      this.values++;
      shape.add(entry.value, row);
      this.collect(entry.value, path, depth + 1, row, lists);
    });
  }

  private list(v: Vec, prefix: string, depth: number, row: number, lists: number): void {
    if (lists >= maxListNesting) {
      if (v.length > 0) this.caps.add("max_depth");
      return;
    }
    if (v.length > maxItems) this.caps.add("max_items");
    const n = Math.min(v.length, maxItems);
    spendMany(n);
    for (let i = 0; i < n && this.visits <= maxPathVisits; i++) this.collect(v.at(i), prefix, depth, row, lists + 1);
  }

  private shapeAt(path: string): FieldShape | null {
    let shape = this.shapes.get(path);
    if (shape === undefined) {
      if (this.shapes.size >= maxPaths) {
        this.caps.add("max_paths");
        return null;
      }
      charge(600);
      shape = new FieldShape(this.options.sample);
      this.shapes.set(path, shape);
    }
    return shape;
  }
}

/** The label of entry i among its sorted neighbours, which are the only ones that can share it. */
function entryLabel(entries: readonly LabelledEntry[], i: number): string {
  const { key, label } = entries[i]!;
  if (entries[i - 1]?.label !== label && entries[i + 1]?.label !== label) return label;
  const sharing = entries.filter((e) => e.label === label).map((e) => e.key);
  return distinctLabel(label, key, sharing);
}

function escapePart(part: string): string {
  return part.replaceAll("\\", "\\\\").replaceAll(".", "\\.");
}

/** Options as a program writes them: {:paths true :depth 2 :sample 3}. Numbers out of range are brought into it. */
export function shapeOptions(options: PMap | null, get: (m: PMap, key: Value) => Value | undefined): ShapeOptions {
  const option = (name: string): Value => (options === null ? null : (get(options, Keyword.of(name)) ?? null));
  const within = (v: Value, fallback: number, most: number): number =>
    typeof v === "number" && Number.isInteger(v) ? Math.max(1, Math.min(most, v)) : fallback;
  const paths = option("paths");
  return {
    depth: within(option("depth"), 1, 5),
    sample: within(option("sample"), 3, 3),
    paths: paths !== null && paths !== false,
  };
}
