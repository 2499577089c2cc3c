// Bounded text of any value, for error messages, logs and models: like pr-str where everything fits, with … where it
// does not. Work is proportional to the text produced, never to the value, so a huge or deeply shared value costs nothing.

import { Fn, NativeFn } from "./fn.ts";
import { InfiniteSeq } from "./infinite.ts";
import { PMap } from "./map.ts";
import { printFloat } from "./numbers.ts";
import { printString } from "./print.ts";
import { Regex } from "./regex.ts";
import { PSet } from "./set.ts";
import { Temporal } from "./temporal.ts";
import { Flt, Keyword, Reduced, SymbolRef, type Value, VarRef } from "./value.ts";
import { Vec } from "./vector.ts";

export interface PreviewLimits {
  /** UTF-16 units of the whole text. */
  readonly maxChars: number;
  /** Items shown of one collection. */
  readonly maxItems: number;
  /** Collections shown inside one another; deeper ones are […]. */
  readonly maxDepth: number;
}

export interface Preview {
  readonly text: string;
  readonly truncated: boolean;
}

type Atom = Flt | Keyword | Fn | NativeFn | Regex | SymbolRef | VarRef | InfiniteSeq | Temporal;

const defaults: PreviewLimits = { maxChars: 400, maxItems: 12, maxDepth: 4 };

export function preview(value: Value, limits: Partial<PreviewLimits> = {}): Preview {
  const writer = new PreviewWriter({ ...defaults, ...limits });
  writer.write(value, 0);
  return writer.done();
}

/** One line for messages: the text alone. */
export function previewText(value: Value, maxChars = 60): string {
  return preview(value, { maxChars, maxItems: 8, maxDepth: 3 }).text;
}

class PreviewWriter {
  private text = "";
  private truncated = false;

  constructor(private readonly limits: PreviewLimits) {}

  done(): Preview {
    if (this.text.length <= this.limits.maxChars) return { text: this.text, truncated: this.truncated };
    return { text: cut(this.text, this.limits.maxChars), truncated: true };
  }

  write(v: Value, depth: number): void {
    if (this.full()) return;
    if (v instanceof Vec) this.collection("[", "]", v.length, depth, " ", (i) => this.write(v.at(i), depth + 1));
    else if (v instanceof PMap) this.map(v, depth);
    else if (v instanceof PSet) {
      const items = depth < this.limits.maxDepth ? v.items() : [];
      this.collection("#{", "}", v.size, depth, " ", (i) => this.write(items[i] as Value, depth + 1));
    } else if (v instanceof Reduced)
      this.collection("#reduced[", "]", 1, depth, " ", () => this.write(v.value, depth + 1));
    else this.text += this.atom(v);
  }

  /** Everything more would be cut off anyway. */
  private full(): boolean {
    return this.text.length > this.limits.maxChars;
  }

  private map(m: PMap, depth: number): void {
    const pairs = depth < this.limits.maxDepth ? m.pairs() : [];
    this.collection("{", "}", m.size, depth, ", ", (i) => {
      this.write(pairs[2 * i] as Value, depth + 1);
      this.text += " ";
      this.write(pairs[2 * i + 1] as Value, depth + 1);
    });
  }

  private collection(
    open: string,
    close: string,
    size: number,
    depth: number,
    separator: string,
    item: (i: number) => void,
  ): void {
    const shown = depth >= this.limits.maxDepth ? 0 : Math.min(size, this.limits.maxItems);
    this.text += open;
    for (let i = 0; i < shown && !this.full(); i++) {
      if (i > 0) this.text += separator;
      item(i);
    }
    if (shown < size) {
      this.truncated = true;
      this.text += shown === 0 ? "…" : `${separator}… ${size - shown} more`;
    }
    this.text += close;
  }

  private atom(v: null | boolean | number | bigint | string | Atom): string {
    switch (typeof v) {
      case "string":
        return this.string(v);
      case "number":
        return Number.isInteger(v) ? String(v) : printFloat(v);
      case "boolean":
        return String(v);
      case "bigint":
        return this.bigInteger(v);
      default:
        return v === null ? "nil" : this.object(v);
    }
  }

  private object(v: Atom): string {
    if (v instanceof Keyword) return this.shorten(`:${v.name}`);
    if (v instanceof Flt) return printFloat(v.value);
    if (v instanceof Fn) return v.code.name === null ? "#fn" : this.shorten(`#fn[${v.code.name}]`);
    if (v instanceof NativeFn) return `#fn[${v.name}]`;
    if (v instanceof Regex) return this.shorten(`#"${v.source}"`);
    if (v instanceof SymbolRef) return this.shorten(v.name);
    if (v instanceof VarRef) return this.shorten(`#'${v.name}`);
    if (v instanceof InfiniteSeq) return `#endless[${v.label}]`;
    if (v instanceof Temporal) return `#${v.class_}["${v.text()}"]`;
    return v satisfies never;
  }

  private string(s: string): string {
    const room = Math.max(8, this.limits.maxChars - this.text.length);
    if (s.length <= room) return printString(s);
    this.truncated = true;
    return printString(cut(s, room));
  }

  /** Decimal text of a huge integer is slow to make: say its size instead. */
  private bigInteger(n: bigint): string {
    const hexDigits = n.toString(16).length;
    if (hexDigits <= Math.max(64, this.limits.maxChars)) return n.toString();
    this.truncated = true;
    return `#integer[about ${Math.round(hexDigits * 1.204)} digits]`;
  }

  private shorten(s: string): string {
    if (s.length <= this.limits.maxChars) return s;
    this.truncated = true;
    return cut(s, this.limits.maxChars);
  }
}

/** At most `most` units, ending in …, never in the middle of a surrogate pair. */
export function cut(s: string, most: number): string {
  if (s.length <= most) return s;
  if (most <= 0) return "";
  let end = most - 1;
  const last = s.charCodeAt(end - 1);
  if (last >= 0xd800 && last <= 0xdbff) end--;
  return `${s.slice(0, Math.max(0, end))}…`;
}
