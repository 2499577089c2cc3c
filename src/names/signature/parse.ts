// Signature text to data: a hand-written recursive descent over the small grammar of spec/signatures. A problem is
// returned, never thrown, with the offset it starts at and one next step; the first problem ends the parse.

import { suggest } from "../../base/suggest.ts";
import { isPlainName } from "./print.ts";
import {
  listOf,
  mapOf,
  maxTypeDepth,
  type NamedType,
  normalName,
  type PrimitiveName,
  primitive,
  primitiveNames,
  type Signature,
  type SignatureType,
} from "./type.ts";

export interface SignatureProblem {
  /** UTF-16 offset into the signature text. */
  readonly offset: number;
  readonly message: string;
  readonly hint: string;
}

export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: SignatureProblem };

const maxTextLength = 65_536;

const knownTypes = primitiveNames.map((n) => `:${n}`).join(" ");

/** Type names of other languages, with the PTC-Lisp way to say them. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ["str", ":string"],
  ["text", ":string"],
  ["char", ":string"],
  ["integer", ":int"],
  ["long", ":int"],
  ["number", ":float (it also accepts integers)"],
  ["num", ":float (it also accepts integers)"],
  ["double", ":float"],
  ["decimal", ":float"],
  ["list", "[type], such as [:string]"],
  ["array", "[type], such as [:string]"],
  ["vector", "[type], such as [:string]"],
  ["seq", "[type], such as [:string]"],
  ["tuple", "[type], such as [:any]"],
  ["set", "[type], such as [:any]"],
  ["object", ":map, or {field :type}"],
  ["dict", ":map, or {field :type}"],
  ["hash", ":map, or {field :type}"],
  ["record", ":map, or {field :type}"],
  ["date", ":datetime"],
  ["time", ":datetime"],
  ["timestamp", ":datetime"],
  ["nil", "a ? after the type, such as :string?"],
  ["null", "a ? after the type, such as :string?"],
  ["void", ":any?"],
  ["unknown", ":any"],
  ["symbol", ":keyword or :string"],
  ["enum", ":string or :keyword"],
  ["fn", ":any"],
  ["function", ":any"],
]);

/** `(query :string, limit :int?) -> {items [:string]}`, or only the result type. */
export function parseSignature(text: string): Parsed<Signature> {
  return run(text, (p) => {
    p.space();
    const params = p.peek("(") ? p.params() : [];
    if (params === null) return null;
    const result = p.type(0);
    return result === null ? null : { params, result };
  });
}

/** One type alone, such as `[{id :int}]`. */
export function parseType(text: string): Parsed<SignatureType> {
  return run(text, (p) => p.type(0));
}

function run<T>(text: string, read: (p: Parser) => T | null): Parsed<T> {
  const p = new Parser(text);
  if (text.length > maxTextLength) {
    p.fail(maxTextLength, "The signature is too long.", "Declare fewer fields, or use :map for the open parts.");
  } else {
    const value = read(p);
    if (value !== null && p.atEnd()) return { ok: true, value };
  }
  return { ok: false, problem: p.problem! };
}

class Parser {
  problem: SignatureProblem | null = null;
  private at = 0;

  constructor(private readonly text: string) {}

  /** Records the first problem; returns null so that callers can pass it on. */
  fail(offset: number, message: string, hint: string): null {
    this.problem ??= { offset, message, hint };
    return null;
  }

  space(): void {
    while (/\s/.test(this.text.charAt(this.at))) this.at++;
  }

  peek(s: string): boolean {
    return this.text.startsWith(s, this.at);
  }

  atEnd(): boolean {
    this.space();
    if (this.at === this.text.length) return true;
    if (this.peek("->")) this.fail(this.at, "Only a parameter list stands before ->.", "Write (name :type) -> :type.");
    else
      this.fail(
        this.at,
        `Nothing may follow the result type, found ${this.found()}.`,
        "Several values are returned as one map or list: {a :int, b :string} or [:int].",
      );
    return false;
  }

  /** `( … ) ->` */
  params(): readonly NamedType[] | null {
    const params = this.named("(", ")", "parameter", 0);
    if (params === null) return null;
    this.space();
    if (!this.peek("->"))
      return this.fail(
        this.at,
        `Expected -> and a result type after the parameters, found ${this.found()}.`,
        "Write (name :type) -> :type; use -> :any when the result may be anything.",
      );
    this.at += 2;
    return params;
  }

  type(depth: number): SignatureType | null {
    this.space();
    if (depth > maxTypeDepth)
      return this.fail(this.at, "Types are nested too deeply.", "Use :map or :any for the inner parts.");
    const start = this.at;
    switch (this.text.charAt(this.at)) {
      case ":":
        return this.primitive();
      case "[":
        return this.list(depth);
      case "{": {
        const fields = this.named("{", "}", "field", depth + 1);
        return fields === null ? null : mapOf(fields, this.mark());
      }
      case "(":
        return this.fail(
          start,
          "A parameter list cannot stand here.",
          "A type is :string, [:string] or {field :type}.",
        );
      default:
        return this.missingType(start);
    }
  }

  private missingType(start: number): null {
    const word = this.word();
    const known = wordType(word);
    return this.fail(
      start,
      `Expected a type, found ${word === "" ? this.found() : word}.`,
      known !== null
        ? `Types start with a colon: :${known}.`
        : `A type is one of ${knownTypes}, a list [:type] or a map {field :type}.`,
    );
  }

  private primitive(): SignatureType | null {
    const start = this.at;
    this.at++;
    const word = this.word();
    const known = wordType(word);
    if (known !== null) return primitive(known, this.mark());
    const other = otherNames.get(word.toLowerCase());
    const near = suggest(word, primitiveNames, 1)[0];
    return this.fail(
      start,
      word === "" ? "Expected a type name after the colon." : `:${word} is not a type.`,
      other !== undefined
        ? `Use ${other}.`
        : near !== undefined
          ? `Did you mean :${near}?`
          : `Types are ${knownTypes}, lists [:type] and maps {field :type}.`,
    );
  }

  private list(depth: number): SignatureType | null {
    const start = this.at;
    this.at++;
    this.space();
    // [] is a list of anything, as in the reference's "empty typed lists".
    const item = this.peek("]") ? primitive("any") : this.type(depth + 1);
    if (item === null) return null;
    this.space();
    if (this.peek("]")) {
      this.at++;
      return listOf(item, this.mark());
    }
    if (this.at === this.text.length) return this.fail(start, "This [ is never closed.", "Add ].");
    return this.fail(
      this.at,
      `A list has one item type, found ${this.found()} after it.`,
      "For items of several types write [:any]; for named parts write {a :int, b :string}.",
    );
  }

  /** `open name type, name type close`, for parameters and map fields. */
  private named(open: string, close: string, what: string, depth: number): readonly NamedType[] | null {
    const start = this.at;
    this.at += open.length;
    const out: NamedType[] = [];
    const seen = new Map<string, string>();
    this.space();
    if (this.peek(close)) {
      this.at++;
      return out;
    }
    for (;;) {
      const one = this.namedType(what, depth, seen);
      if (one === null) return null;
      out.push(one);
      this.space();
      if (this.peek(close)) {
        this.at++;
        return out;
      }
      if (this.at === this.text.length) return this.fail(start, `This ${open} is never closed.`, `Add ${close}.`);
      if (!this.peek(","))
        return this.fail(
          this.at,
          `Expected a comma or ${close} after the ${what} ${one.name}, found ${this.found()}.`,
          `Put commas between ${what}s: ${open}a :string, b :int${close}.`,
        );
      this.at++;
    }
  }

  private namedType(what: string, depth: number, seen: Map<string, string>): NamedType | null {
    this.space();
    const start = this.at;
    const name = this.name(what);
    if (name === null) return null;
    const normal = normalName(name);
    const before = seen.get(normal);
    if (before !== undefined)
      return this.fail(
        start,
        before === name ? `The ${what} ${name} is declared twice.` : `${before} and ${name} are the same ${what} name.`,
        "Rename or remove one of them; hyphens and underscores count as the same character.",
      );
    seen.set(normal, name);
    const type = this.type(depth);
    return type === null ? null : { name, type };
  }

  private name(what: string): string | null {
    const start = this.at;
    if (this.peek('"')) return this.quotedName(what);
    const word = this.word();
    if (word !== "" && isPlainName(word)) return word;
    if (this.peek(":")) {
      this.at++;
      const bare = this.word();
      return this.fail(
        start,
        `Expected a ${what} name, found :${bare}.`,
        `Names are written without a colon: ${bare === "" ? "name" : bare} :type.`,
      );
    }
    if (this.peek("&"))
      return this.fail(start, "A signature has no rest parameter.", "Take one list parameter: (items [:any]).");
    return this.fail(
      start,
      `Expected a ${what} name, found ${word === "" ? this.found() : word}.`,
      `Each ${what} is a name and a type: name :type.`,
    );
  }

  /** A name that is no identifier, written as a JSON string: schemas from elsewhere have such properties. */
  private quotedName(what: string): string | null {
    const start = this.at;
    const match = /^"(?:[^"\\]|\\.)*"/s.exec(this.text.slice(start));
    const name = match === null ? null : unquote(match[0]);
    if (match === null || name === null || name === "")
      return this.fail(
        start,
        `This quoted ${what} name cannot be read.`,
        'Write it as a JSON string: "@type" :string.',
      );
    this.at += match[0].length;
    return name;
  }

  private mark(): boolean {
    if (!this.peek("?")) return false;
    this.at++;
    return true;
  }

  /** Letters, digits and name characters from here on; `?` belongs to a name only when a name is being read. */
  private word(): string {
    const asType = this.text.charAt(this.at - 1) === ":";
    const pattern = asType ? /[A-Za-z0-9_-]/ : /[A-Za-z0-9_\-?!]/;
    const start = this.at;
    while (this.at < this.text.length && pattern.test(this.text.charAt(this.at)) && !this.peek("->")) this.at++;
    return this.text.slice(start, this.at);
  }

  private found(): string {
    const rest = this.text.slice(this.at, this.at + 200);
    if (rest === "") return "the end";
    return /^(?:->|[\w:?!-]+|.)/su.exec(rest)![0].slice(0, 30);
  }
}

/** The primitive a word names; `boolean` is accepted for `bool`. */
function wordType(word: string): PrimitiveName | null {
  if (word === "boolean") return "bool";
  return primitiveNames.find((n) => n === word) ?? null;
}

function unquote(json: string): string | null {
  try {
    return JSON.parse(json) as string;
  } catch {
    return null;
  }
}
