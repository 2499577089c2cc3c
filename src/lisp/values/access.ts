// Looking things up. Keywords and strings find each other's keys (an exact match wins), and a hyphen finds an
// underscore: programs write :user-id, JSON says "user_id".

import { charge, spendMany } from "../meter.ts";
import { graphemes, isAscii } from "./graphemes.ts";
import { type MapBuilder, PMap } from "./map.ts";
import { asDouble, isNumber } from "./numbers.ts";
import { PSet } from "./set.ts";
import { Keyword, type Value } from "./value.ts";
import { Vec } from "./vector.ts";

/** The value at a key of a map by flexible matching, or undefined. */
export function flexGet(m: PMap, key: Value): Value | undefined {
  const exact = m.get(key);
  if (exact !== undefined || m.size === 0) return exact;
  // A comparator the program wrote knows one kind of key: it is not asked about other spellings.
  if (m.sorted !== null && m.sorted.comparable === undefined) return undefined;
  if (key instanceof Keyword) return flexByName(m, key.name, true);
  if (typeof key === "string") return flexByName(m, key, false);
  return undefined;
}

/** What spellings are looked up in: a map, or one that is still being built. */
interface Keyed {
  get(key: Value): Value | undefined;
}

/** The same for a map that is being built. */
export function flexGetIn(m: MapBuilder, key: Value): Value | undefined {
  const exact = m.get(key);
  if (exact !== undefined || m.size === 0) return exact;
  if (key instanceof Keyword) return flexByName(m, key.name, true);
  if (typeof key === "string") return flexByName(m, key, false);
  return undefined;
}

function flexByName(m: Keyed, name: string, isKeyword: boolean): Value | undefined {
  const other = isKeyword ? m.get(name) : lookupKeyword(m, name);
  if (other !== undefined || !name.includes("-")) return other;
  const under = name.replaceAll("-", "_");
  const exactKind = isKeyword ? lookupKeyword(m, under) : m.get(under);
  if (exactKind !== undefined) return exactKind;
  return isKeyword ? m.get(under) : lookupKeyword(m, under);
}

function lookupKeyword(m: Keyed, name: string): Value | undefined {
  const k = Keyword.existing(name);
  return k === undefined ? undefined : m.get(k);
}

/** The key under which flexible matching finds `key`, or undefined: for updates that must not add a second spelling. */
export function flexKey(m: PMap, key: Value): Value | undefined {
  if (m.has(key)) return key;
  if (m.sorted !== null && m.sorted.comparable === undefined) return undefined;
  if (key instanceof Keyword || typeof key === "string") {
    const name = key instanceof Keyword ? key.name : key;
    const names = name.includes("-") ? [name, name.replaceAll("-", "_")] : [name];
    for (const n of names) {
      const k = Keyword.existing(n);
      if (key instanceof Keyword) {
        if (k !== undefined && m.has(k)) return k;
        if (m.has(n)) return n;
      } else {
        if (m.has(n)) return n;
        if (k !== undefined && m.has(k)) return k;
      }
    }
  }
  return undefined;
}

/** `(get coll key)`: undefined when absent. Anything that is not a collection has no keys. */
export function lookup(coll: Value, key: Value): Value | undefined {
  if (coll instanceof PMap) return flexGet(coll, key);
  if (coll instanceof Vec) return typeof key === "number" ? coll.get(key) : undefined;
  if (coll instanceof PSet) return coll.map.get(key);
  if (typeof coll === "string" && isNumber(key)) return characterAt(coll, asDouble(key));
  return undefined;
}

/** `(get coll key default)`: a nil that is there is not the default. */
export function lookupOr(coll: Value, key: Value, otherwise: Value): Value {
  const found = lookup(coll, key);
  return found === undefined ? otherwise : found;
}

/** The character at an index, which Clojure truncates, or undefined. */
function characterAt(s: string, index: number): string | undefined {
  const i = Math.trunc(index);
  if (!(i >= 0 && i < s.length)) return undefined;
  spendMany(s.length >> 5);
  if (isAscii(s)) return s[i];
  charge(16 * s.length);
  return graphemes(s)[i];
}

/**
 * Reads one keyword from record after record. Records of a kind have their keys in the same places, so it looks first where
 * it found the key last time.
 */
export class KeywordReader {
  private at = 0;
  constructor(private readonly key: Keyword) {}

  /** What `lookup` gives. */
  read(coll: Value): Value | undefined {
    if (!(coll instanceof PMap)) return lookup(coll, this.key);
    const { record } = coll;
    const { at } = this;
    return record !== null && at < record.length && record[at] === this.key
      ? (record[at + 1] as Value)
      : this.search(coll, record);
  }

  private search(m: PMap, record: readonly Value[] | null): Value | undefined {
    if (record !== null)
      for (let i = 0; i < record.length; i += 2)
        if (record[i] === this.key) {
          this.at = i;
          return record[i + 1] as Value;
        }
    return flexGet(m, this.key);
  }
}
