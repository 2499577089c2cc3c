// The lexical index: BM25F over the fields of a capability, as an inverted index in typed arrays. A field's weight is
// divided by its length against a fixed usual length, not against an average of the catalogue, so that a posting depends
// on its own capability alone: one change touches one capability, and an index updated piece by piece answers exactly as
// one built afresh.

import { jaroWinkler } from "@skyra/jaro-winkler";
import { termOf, wordsOf } from "./words.ts";

export const lexicalFields = ["name", "description", "params", "tags", "category"] as const;
export type LexicalField = (typeof lexicalFields)[number];

export interface FieldWeight {
  readonly weight: number;
  /** How much length counts against a field, from 0 (not at all) to 1. */
  readonly lengthPenalty: number;
  /** Words of a field of usual length. */
  readonly usualLength: number;
}

export interface LexicalWeights {
  readonly fields: Readonly<Record<LexicalField, FieldWeight>>;
  /** How soon a repeated word stops counting (BM25's k1). */
  readonly saturation: number;
}

export type FieldTexts = Readonly<Record<LexicalField, string>>;

interface Postings {
  /** Slots in ascending order. */
  slots: Int32Array;
  /** What the term is worth at each slot, repetition and length of fields reckoned in, rarity not. */
  impacts: Float32Array;
  /** A bit per field the term occurs in. */
  fields: Uint8Array;
  size: number;
}

/** A word that nearly every capability has tells none of them from the others, and has the longest list. */
const negligible = 0.01;
/** In a shorter word every letter counts. */
const shortestMisspelt = 5;
/** A misspelt word has at most so many letters more or less. */
const mostLetters = 2;

/** Is a word looked up among names when it is not known? */
export function mayBeMisspelt(word: string): boolean {
  return word.length >= shortestMisspelt && word <= "\x7f";
}

/** An index as plain lists: terms with the lengths of their postings, all postings in a row, and names by slot. */
export interface LexicalState {
  /** The weights its impacts were made with. */
  readonly fingerprint: string;
  readonly terms: readonly string[];
  readonly sizes: Int32Array;
  readonly slots: Int32Array;
  readonly impacts: Float32Array;
  readonly fields: Uint8Array;
  /** By slot: how many terms its name has; -1 for a slot without a capability. */
  readonly nameSizes: Int32Array;
  readonly nameTerms: Int32Array;
}

export class LexicalIndex {
  readonly #weights: LexicalWeights;
  readonly #termNumbers = new Map<string, number>();
  /** Words as written to the number of their term, so that each is stemmed once. */
  readonly #wordNumbers = new Map<string, number>();
  readonly #terms: string[] = [];
  readonly #postings: Postings[] = [];
  /** By slot: the numbers of the terms it is listed under; null for a slot without a capability. */
  readonly #termsOf: (Int32Array | null)[] = [];
  /** By slot: the terms of its name. */
  readonly #nameTermsOf: (Int32Array | null)[] = [];
  /** Terms of names by first letter and length, for words that are spelt nearly so, with how many names have each. */
  readonly #names = new Map<string, Map<string, number>>();
  #size = 0;

  constructor(weights: LexicalWeights) {
    this.#weights = weights;
  }

  /** Capabilities in the index. */
  get size(): number {
    return this.#size;
  }

  get termCount(): number {
    return this.#postings.length;
  }

  /** Files a capability under a slot, in place of what was there. */
  set(slot: number, texts: FieldTexts): void {
    this.delete(slot);
    const impacts = new Map<number, number>();
    const masks = new Map<number, number>();
    let nameTerms: Int32Array = new Int32Array(0);
    lexicalFields.forEach((field, bit) => {
      const numbers = wordsOf(texts[field]).map((word) => this.#numberOf(word));
      if (field === "name") {
        nameTerms = Int32Array.from(new Set(numbers));
        this.#countNames(nameTerms, 1);
      }
      const { weight, lengthPenalty, usualLength } = this.#weights.fields[field];
      const impact = weight / (1 - lengthPenalty + (lengthPenalty * numbers.length) / usualLength);
      for (const number of numbers) {
        impacts.set(number, (impacts.get(number) ?? 0) + impact);
        masks.set(number, (masks.get(number) ?? 0) | (1 << bit));
      }
    });
    const k = this.#weights.saturation;
    for (const [number, impact] of impacts)
      insert(this.#postings[number]!, slot, ((k + 1) * impact) / (k + impact), masks.get(number)!);
    while (this.#termsOf.length <= slot) {
      this.#termsOf.push(null);
      this.#nameTermsOf.push(null);
    }
    this.#termsOf[slot] = Int32Array.from(impacts.keys());
    this.#nameTermsOf[slot] = nameTerms;
    this.#size++;
  }

  delete(slot: number): void {
    const terms = this.#termsOf[slot] ?? null;
    if (terms === null) return;
    for (const number of terms) remove(this.#postings[number]!, slot);
    this.#countNames(this.nameTerms(slot), -1);
    this.#termsOf[slot] = null;
    this.#nameTermsOf[slot] = null;
    this.#size--;
  }

  /** How rare a term is: 0 when no capability has it. */
  rarity(number: number): number {
    const { size } = this.#postings[number]!;
    return size === 0 ? 0 : Math.log(1 + (this.#size - size + 0.5) / (size + 0.5));
  }

  /** The known term of a word, or -1. */
  termNumber(word: string): number {
    const number = this.#wordNumbers.get(word) ?? this.#termNumbers.get(termOf(word));
    return number === undefined || this.#postings[number]!.size === 0 ? -1 : number;
  }

  /** The term of a name that an unknown word nearly spells, if one does; the most alike. */
  nearName(word: string, likeness: number): { readonly term: number; readonly name: string } | null {
    if (!mayBeMisspelt(word)) return null;
    const stem = termOf(word);
    let found: { readonly term: number; readonly name: string } | null = null;
    let most = likeness;
    for (let length = stem.length - mostLetters; length <= stem.length + mostLetters; length++)
      for (const name of this.#names.get(`${stem[0]}${length}`)?.keys() ?? []) {
        const alike = jaroWinkler(stem, name);
        if (alike < most || (alike === most && found !== null && found.name < name)) continue;
        most = alike;
        found = { term: this.#termNumbers.get(name)!, name };
      }
    return found;
  }

  nameTerms(slot: number): Int32Array {
    return this.#nameTermsOf[slot] ?? new Int32Array(0);
  }

  /** The fields a term occurs in at a slot, as bits; 0 when it does not. */
  fieldsAt(number: number, slot: number): number {
    const postings = this.#postings[number]!;
    const at = place(postings, slot);
    return at < postings.size && postings.slots[at] === slot ? postings.fields[at]! : 0;
  }

  /** Adds `scale` times the score of every capability with one of the terms; `into` has a place for every slot. */
  search(terms: ReadonlyMap<number, number>, into: Float32Array, scale = 1): void {
    for (const [number, queryWeight] of terms) {
      const { slots, impacts, size } = this.#postings[number]!;
      const worth = queryWeight * this.rarity(number);
      if (worth < negligible) continue;
      const weight = scale * worth;
      for (let i = 0; i < size; i++) into[slots[i]!]! += weight * impacts[i]!;
    }
  }

  state(): LexicalState {
    const all = this.#postings.reduce((sum, { size }) => sum + size, 0);
    const [slots, impacts, fields] = [new Int32Array(all), new Float32Array(all), new Uint8Array(all)];
    let at = 0;
    for (const postings of this.#postings) {
      slots.set(postings.slots.subarray(0, postings.size), at);
      impacts.set(postings.impacts.subarray(0, postings.size), at);
      fields.set(postings.fields.subarray(0, postings.size), at);
      at += postings.size;
    }
    return {
      fingerprint: JSON.stringify(this.#weights),
      terms: this.#terms,
      sizes: Int32Array.from(this.#postings, ({ size }) => size),
      slots,
      impacts,
      fields,
      nameSizes: Int32Array.from(this.#nameTermsOf, (terms) => terms?.length ?? -1),
      nameTerms: Int32Array.from(this.#nameTermsOf.flatMap((terms) => (terms === null ? [] : [...terms]))),
    };
  }

  /** Null when the state was made with other weights. */
  static from(state: LexicalState, weights: LexicalWeights): LexicalIndex | null {
    if (state.fingerprint !== JSON.stringify(weights)) return null;
    const index = new LexicalIndex(weights);
    const termsOf: number[][] = Array.from(state.nameSizes, () => []);
    let at = 0;
    state.terms.forEach((term, number) => {
      const end = at + state.sizes[number]!;
      const slots = state.slots.slice(at, end);
      for (const slot of slots) termsOf[slot]?.push(number);
      index.#terms.push(term);
      index.#termNumbers.set(term, number);
      const [impacts, fields] = [state.impacts.slice(at, end), state.fields.slice(at, end)];
      index.#postings.push({ slots, impacts, fields, size: slots.length });
      at = end;
    });
    let name = 0;
    state.nameSizes.forEach((size, slot) => {
      index.#termsOf.push(size === -1 ? null : Int32Array.from(termsOf[slot]!));
      const terms = size === -1 ? null : state.nameTerms.slice(name, name + size);
      index.#nameTermsOf.push(terms);
      if (terms === null) return;
      name += size;
      index.#size++;
      index.#countNames(terms, 1);
    });
    return index;
  }

  #countNames(terms: Int32Array, more: 1 | -1): void {
    for (const number of terms) {
      const name = this.#terms[number]!;
      if (name.length < shortestMisspelt - 1) continue;
      const key = `${name[0]}${name.length}`;
      const names = this.#names.get(key) ?? new Map<string, number>();
      this.#names.set(key, names);
      const count = (names.get(name) ?? 0) + more;
      if (count === 0) names.delete(name);
      else names.set(name, count);
    }
  }

  #numberOf(word: string): number {
    const known = this.#wordNumbers.get(word);
    if (known !== undefined) return known;
    const term = termOf(word);
    let number = this.#termNumbers.get(term);
    if (number === undefined) {
      number = this.#postings.length;
      this.#terms.push(term);
      this.#termNumbers.set(term, number);
      this.#postings.push({
        slots: new Int32Array(4),
        impacts: new Float32Array(4),
        fields: new Uint8Array(4),
        size: 0,
      });
    }
    this.#wordNumbers.set(word, number);
    return number;
  }
}

/** Where a slot is, or would be, in its postings. */
function place({ slots, size }: Postings, slot: number): number {
  if (size === 0 || slots[size - 1]! < slot) return size;
  let low = 0;
  let high = size;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (slots[middle]! < slot) low = middle + 1;
    else high = middle;
  }
  return low;
}

function insert(postings: Postings, slot: number, impact: number, fields: number): void {
  const at = place(postings, slot);
  if (postings.size === postings.slots.length) {
    const room = Math.max(4, postings.size * 2);
    postings.slots = larger(postings.slots, new Int32Array(room));
    postings.impacts = larger(postings.impacts, new Float32Array(room));
    postings.fields = larger(postings.fields, new Uint8Array(room));
  }
  postings.slots.copyWithin(at + 1, at, postings.size);
  postings.impacts.copyWithin(at + 1, at, postings.size);
  postings.fields.copyWithin(at + 1, at, postings.size);
  postings.slots[at] = slot;
  postings.impacts[at] = impact;
  postings.fields[at] = fields;
  postings.size++;
}

function remove(postings: Postings, slot: number): void {
  const at = place(postings, slot);
  postings.slots.copyWithin(at, at + 1, postings.size);
  postings.impacts.copyWithin(at, at + 1, postings.size);
  postings.fields.copyWithin(at, at + 1, postings.size);
  postings.size--;
}

function larger<A extends Int32Array | Float32Array | Uint8Array>(from: A, to: A): A {
  to.set(from);
  return to;
}
