// The text of a JSON path to data: recursive descent over the grammar of RFC 9535, strict as the standard is, since a path
// that is almost right finds the wrong things in silence. Errors name the character and what to write instead.

import {
  type Call,
  type Comparable,
  type FunctionName,
  functionTypes,
  isSingular,
  type Logical,
  type Operator,
  type Query,
  type Segment,
  type Selector,
} from "./jsonpath-query.ts";

export class PathError extends Error {}

const DEEPEST = 100;
const nameFirst = /[A-Za-z_\u0080-\u{10ffff}]/u;
const shorthand = /[A-Za-z_\u0080-\ud7ff\ue000-\u{10ffff}][\w\u0080-\ud7ff\ue000-\u{10ffff}]*/uy;
const integer = /-?(?:0|[1-9]\d*)/y;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const operators: readonly Operator[] = ["==", "!=", "<=", ">=", "<", ">"];
const simpleEscapes: ReadonlyMap<string, string> = new Map([
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["/", "/"],
  ["\\", "\\"],
]);

export function parsePath(text: string): Query {
  return new PathParser(text).whole();
}

class PathParser {
  private at = 0;
  private depth = 0;

  constructor(private readonly text: string) {}

  whole(): Query {
    if (!this.take("$"))
      throw this.wrong(
        "a path starts with $",
        0,
        `Write $${nameFirst.test(this.text[0] ?? "") ? "." : ""}${this.text}`,
      );
    const query = this.query("root");
    if (this.at < this.text.length) throw this.wrong(`${this.found()} cannot stand here`);
    return query;
  }

  private query(from: "root" | "current"): Query {
    const segments: Segment[] = [];
    for (;;) {
      const before = this.at;
      this.space();
      const segment = this.segment();
      if (segment === null) {
        this.at = before;
        return { kind: "query", from, segments };
      }
      segments.push(segment);
    }
  }

  private segment(): Segment | null {
    if (this.peek("[")) return { descend: false, selectors: this.bracket() };
    const descend = this.take("..");
    if (!descend && !this.take(".")) return null;
    if (this.take("*")) return { descend, selectors: [{ kind: "wildcard" }] };
    if (descend && this.peek("[")) return { descend, selectors: this.bracket() };
    const name = this.match(shorthand);
    if (name === null)
      throw this.wrong(
        `a name or * must follow ${descend ? ".." : "."}, not ${this.found()}`,
        this.at,
        "Names with other characters go in brackets: ['my-name']",
      );
    return { descend, selectors: [{ kind: "name", name }] };
  }

  private bracket(): readonly Selector[] {
    this.at++;
    const selectors: Selector[] = [];
    do {
      this.space();
      selectors.push(this.selector());
      this.space();
    } while (this.take(","));
    if (!this.take("]")) throw this.wrong(`expected ] or , but found ${this.found()}`);
    return selectors;
  }

  private selector(): Selector {
    if (this.take("*")) return { kind: "wildcard" };
    if (this.take("?")) {
      this.space();
      return { kind: "filter", test: this.or() };
    }
    if (this.peek("'") || this.peek('"')) return { kind: "name", name: this.string() };
    const start = this.integer();
    const before = this.at;
    this.space();
    if (!this.take(":")) {
      this.at = before;
      if (start !== null) return { kind: "index", index: start };
      throw this.wrong(
        `${this.found()} cannot be selected`,
        this.at,
        "Select by 'name' in quotes, index, start:end, * or ?filter",
      );
    }
    this.space();
    const end = this.integer();
    this.space();
    let step: number | null = null;
    if (this.take(":")) {
      this.space();
      step = this.integer();
    }
    return { kind: "slice", start, end, step: step ?? 1 };
  }

  private integer(): number | null {
    const from = this.at;
    const text = this.match(integer);
    if (text === null) return null;
    const value = Number(text);
    if (text === "-0" || /^\d/.test(this.text.slice(this.at)))
      throw this.wrong("an index has no leading zero", from, "Write it without");
    if (!Number.isSafeInteger(value)) throw this.wrong("the index is too large", from);
    return value;
  }

  // ---- filters

  private or(): Logical {
    if (++this.depth > DEEPEST) throw this.wrong("the filter is nested too deeply");
    const or = this.joined("or", "||", () => this.joined("and", "&&", () => this.basic()));
    this.depth--;
    return or;
  }

  private joined(kind: "or" | "and", sign: string, part: () => Logical): Logical {
    const parts = [part()];
    for (;;) {
      const before = this.at;
      this.space();
      if (!this.take(sign)) {
        this.at = before;
        return parts.length === 1 ? parts[0]! : { kind, parts };
      }
      this.space();
      parts.push(part());
    }
  }

  private basic(): Logical {
    const from = this.at;
    if (this.take("!")) {
      this.space();
      if (this.peek("!")) throw this.wrong("only one ! may stand here");
      return { kind: "not", of: this.peek("(") ? this.parenthesis() : this.test(this.at, this.comparable()) };
    }
    if (this.peek("(")) return this.parenthesis();
    const left = this.comparable();
    const before = this.at;
    this.space();
    const operator = operators.find((sign) => this.take(sign));
    if (operator === undefined) {
      if (this.peek("=")) throw this.wrong("= is no comparison", this.at, "Write ==");
      this.at = before;
      return this.test(from, left);
    }
    this.checkCompared(left, from);
    this.space();
    const rightFrom = this.at;
    const right = this.comparable();
    this.checkCompared(right, rightFrom);
    return { kind: "compare", left, operator, right };
  }

  private parenthesis(): Logical {
    this.at++;
    this.space();
    const inner = this.or();
    this.space();
    if (!this.take(")")) throw this.wrong(`expected ) but found ${this.found()}`);
    return inner;
  }

  private test(from: number, tested: Comparable): Logical {
    if (tested.kind === "query") return { kind: "exists", query: tested };
    if (tested.kind === "literal") throw this.wrong("a value alone is no test", from, "Compare it: @.name == 'x'");
    if (functionTypes[tested.name].gives === "logical") return { kind: "matches", call: tested };
    throw this.wrong(`${tested.name}() gives a value, which is no test`, from, `Compare it: ${tested.name}(…) > 0`);
  }

  private checkCompared(compared: Comparable, from: number): void {
    if (compared.kind === "query" && !isSingular(compared))
      throw this.wrong("a query that may find many values cannot be compared", from, "Use count(…) or value(…)");
    if (compared.kind === "call" && functionTypes[compared.name].gives === "logical")
      throw this.wrong(`${compared.name}() is a test and cannot be compared`, from, "Use it alone, or with !");
  }

  private comparable(): Comparable {
    if (this.take("@")) return this.query("current");
    if (this.take("$")) return this.query("root");
    if (this.peek("'") || this.peek('"')) return { kind: "literal", value: this.string() };
    const from = this.at;
    const word = this.match(/[A-Za-z_]\w*/y);
    if (word !== null) return this.word(word, from);
    const digits = this.match(number);
    if (digits === null)
      throw this.wrong(`${this.found()} cannot stand in a filter`, this.at, "Filter by @.name, a value or a function");
    if (/^[\d.]/.test(this.text.slice(this.at))) throw this.wrong("the number cannot be read", from);
    return { kind: "literal", value: Number(digits) };
  }

  private word(word: string, from: number): Comparable {
    if (this.take("(")) return this.call(word, from);
    if (word === "true" || word === "false") return { kind: "literal", value: word === "true" };
    if (word === "null") return { kind: "literal", value: null };
    throw this.wrong(`${word} means nothing here`, from, `Write @.${word} for a field, '${word}' for a text`);
  }

  private call(name: string, from: number): Call {
    const known = (Object.keys(functionTypes) as FunctionName[]).find((f) => f === name);
    if (known === undefined)
      throw this.wrong(`there is no function ${name}`, from, `There are ${Object.keys(functionTypes).join(", ")}`);
    if (++this.depth > DEEPEST) throw this.wrong("the filter is nested too deeply");
    const { takes } = functionTypes[known];
    const args: Comparable[] = [];
    this.space();
    while (!this.peek(")")) {
      if (args.length > 0 && !this.take(",")) throw this.wrong(`expected ) or , but found ${this.found()}`);
      this.space();
      const at = this.at;
      const arg = this.comparable();
      const wanted = takes[args.length];
      if (wanted === "nodes" && arg.kind !== "query") throw this.wrong(`${name}() takes a query here`, at, "@.items");
      if (wanted === "value") this.checkCompared(arg, at);
      args.push(arg);
      this.space();
    }
    this.at++;
    if (args.length !== takes.length)
      throw this.wrong(`${name}() takes ${takes.length} arguments, not ${args.length}`, from);
    this.depth--;
    return { kind: "call", name: known, args };
  }

  // ---- characters

  private string(): string {
    const from = this.at;
    const quote = this.text[this.at++]!;
    let value = "";
    for (;;) {
      const char = this.text[this.at++];
      if (char === undefined) throw this.wrong("the text is never closed", from, `Close it with ${quote}`);
      if (char === quote) return value;
      if (char < " ") throw this.wrong("a control character must be escaped", this.at - 1, "Write \\n, \\t or \\u00…");
      if (/[\ud800-\udfff]/.test(char)) value += this.pair(char);
      else value += char === "\\" ? this.escape(quote) : char;
    }
  }

  private pair(first: string): string {
    const second = this.text[this.at++] ?? "";
    if (!/^[\ud800-\udbff][\udc00-\udfff]$/.test(first + second))
      throw this.wrong("half a character stands alone", this.at - 2);
    return first + second;
  }

  private escape(quote: string): string {
    const from = this.at - 1;
    const char = this.text[this.at++] ?? "";
    if (char === quote) return quote;
    const simple = simpleEscapes.get(char);
    if (simple !== undefined) return simple;
    if (char !== "u") throw this.wrong(`\\${char} means nothing`, from, "Write \\\\ for a backslash");
    const first = this.hexadecimal(from);
    if (!/[\ud800-\udfff]/.test(first)) return first;
    if (/[\ud800-\udbff]/.test(first) && this.take("\\u")) {
      const second = this.hexadecimal(from);
      if (/[\udc00-\udfff]/.test(second)) return first + second;
    }
    throw this.wrong("half a character stands alone", from, "Write both halves: \\ud83d\\ude00");
  }

  private hexadecimal(from: number): string {
    const digits = this.match(/[0-9A-Fa-f]{4}/y);
    if (digits === null) throw this.wrong("four hexadecimal digits must follow \\u", from);
    return String.fromCharCode(Number.parseInt(digits, 16));
  }

  private space(): void {
    while (/[ \t\n\r]/.test(this.text[this.at] ?? "")) this.at++;
  }

  private peek(sign: string): boolean {
    return this.text.startsWith(sign, this.at);
  }

  private take(sign: string): boolean {
    const there = this.peek(sign);
    if (there) this.at += sign.length;
    return there;
  }

  private match(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found === null) return null;
    this.at += found[0].length;
    return found[0];
  }

  private found(): string {
    const char = String.fromCodePoint(this.text.codePointAt(this.at) ?? 0);
    return this.at >= this.text.length ? "the end" : /\s/.test(char) ? "a blank" : char;
  }

  private wrong(what: string, at = this.at, hint = ""): PathError {
    const shown = this.text.length > 80 ? `${this.text.slice(0, 80)}…` : this.text;
    return new PathError(`${shown}: at character ${at + 1} ${what}.${hint === "" ? "" : ` ${hint}.`}`);
  }
}
