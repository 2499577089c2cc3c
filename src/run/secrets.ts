// What tools declare secret, kept out of the record of a run. A field named in `secretFields` is hidden where a tool takes
// or gives it; its values are remembered, and hidden wherever else they turn up: in what is printed, in the result, in
// what other tools are given, in the memory the next run begins with. The program itself works with the values.

import type { SessionState } from "./state.ts";

export const REDACTED = "[redacted]";

/** Shorter texts are words like any other, and hiding each would make the record unreadable. */
const LEAST = 4;
const LEAST_DIGITS = 8;
/** More cannot be looked for at every place; then all text is hidden. */
const MOST = 10_000;

export interface Shown {
  readonly data: unknown;
  readonly hidden: boolean;
}

export class Secrets {
  /** Every way a secret is written, by the secret. */
  private readonly written = new Map<string, string>();
  /** The ways by how they start, the longest first. */
  private readonly byStart = new Map<number, string[]>();

  static in(memory: SessionState | null): Secrets {
    const secrets = new Secrets();
    for (const secret of memory?.secrets ?? []) secrets.learn(secret);
    return secrets;
  }

  get none(): boolean {
    return this.written.size === 0;
  }

  /** Host data without the named fields, at any depth, and without any secret known; the data itself if it had none. */
  hide(data: unknown, fields: readonly string[]): Shown {
    if (this.none && fields.length === 0) return { data, hidden: false };
    const names = new Set(fields.map(spelled));
    this.learnFrom(data, names);
    let hidden = false;
    const text = (shown: string): string => {
      const safe = this.inWords(shown);
      hidden ||= safe !== shown;
      return safe;
    };
    const walk = (v: unknown): unknown => {
      if (typeof v === "string") return text(v);
      if (typeof v === "number" || typeof v === "bigint") return text(String(v)) === String(v) ? v : REDACTED;
      if (Array.isArray(v)) return v.map(walk);
      if (typeof v !== "object" || v === null) return v;
      return Object.fromEntries(
        Object.entries(v).map(([k, x]) => {
          if (!names.has(spelled(k))) return [text(k), walk(x)];
          hidden = true;
          return [k, REDACTED];
        }),
      );
    };
    const copy = walk(data);
    return { data: hidden ? copy : data, hidden };
  }

  /** Text for people: a secret in it becomes [redacted]. */
  inWords(text: string): string {
    if (this.none || text.length < LEAST) return text;
    if (this.written.size > MOST) return REDACTED;
    let safe = "";
    let from = 0;
    for (let at = 0; at + LEAST <= text.length; at++) {
      const found = this.at(text, at);
      if (found === undefined) continue;
      safe += text.slice(from, at) + REDACTED;
      from = at + found.length;
      at = from - 1;
    }
    return from === 0 ? text : safe + text.slice(from);
  }

  /** Text that is read again as PTC-Lisp: outside of strings, the whole word gives way to the string "[redacted]". */
  inCode(text: string): string {
    const safe = this.inWords(text);
    if (safe === text) return text;
    return piecesOf(text)
      .map((piece) => (piece.startsWith('"') ? this.inString(piece) : this.inBare(piece)))
      .join("");
  }

  /** Those of the secrets that one of the texts holds. */
  foundIn(texts: readonly string[]): string[] {
    const found = new Set<string>();
    if (this.none) return [];
    for (const text of texts)
      for (let at = 0; at + LEAST <= text.length; at++) {
        const written = this.at(text, at);
        if (written !== undefined) found.add(this.written.get(written)!);
      }
    return [...found];
  }

  private inString(piece: string): string {
    return `"${this.inWords(piece.slice(1, -1))}"`;
  }

  private inBare(piece: string): string {
    return piece.replace(/[^\s,()[\]{}]+/g, (word) => (this.inWords(word) === word ? word : `"${REDACTED}"`));
  }

  private at(text: string, at: number): string | undefined {
    return this.byStart.get(startOf(text, at))?.find((secret) => text.startsWith(secret, at));
  }

  private learnFrom(data: unknown, names: ReadonlySet<string>): void {
    if (Array.isArray(data)) for (const item of data) this.learnFrom(item, names);
    else if (typeof data === "object" && data !== null)
      for (const [key, value] of Object.entries(data))
        if (names.has(spelled(key))) this.learnAll(value);
        else this.learnFrom(value, names);
  }

  private learnAll(value: unknown): void {
    if (typeof value === "string") this.learn(value);
    else if (typeof value === "number" || typeof value === "bigint") {
      const digits = String(value);
      if (digits.length >= LEAST_DIGITS) this.learn(digits);
    } else if (typeof value === "object" && value !== null)
      for (const part of Object.values(value)) this.learnAll(part);
  }

  private learn(secret: string): void {
    if (secret.length < LEAST || secret === REDACTED || this.written.size > MOST) return;
    for (const written of [secret, printed(secret), JSON.stringify(secret).slice(1, -1)]) {
      if (this.written.has(written)) continue;
      this.written.set(written, secret);
      const start = startOf(written, 0);
      const others = this.byStart.get(start) ?? [];
      const shorter = others.findIndex((other) => other.length < written.length);
      others.splice(shorter === -1 ? others.length : shorter, 0, written);
      this.byStart.set(start, others);
    }
  }
}

function spelled(name: string): string {
  return name.replaceAll("-", "_");
}

/** A string as PTC-Lisp prints it, without its quotes. */
function printed(text: string): string {
  return text.replace(/["\\\n\t\r\f\b]/g, (c) => JSON.stringify(c).slice(1, -1));
}

/** A number for the first four units. */
function startOf(text: string, at: number): number {
  const [a, b] = [text.charCodeAt(at), text.charCodeAt(at + 1)];
  const [c, d] = [text.charCodeAt(at + 2), text.charCodeAt(at + 3)];
  return (a << 24) ^ (b << 16) ^ (c << 8) ^ d;
}

/** A program in pieces: its strings, each with its quotes, and what stands between them. */
function piecesOf(code: string): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < code.length; ) {
    const quote = code.indexOf('"', at);
    if (quote !== at) pieces.push(code.slice(at, quote === -1 ? code.length : quote));
    if (quote === -1) break;
    let end = quote + 1;
    for (; end < code.length && code[end] !== '"'; end++) if (code[end] === "\\") end++;
    pieces.push(code.slice(quote, end + 1));
    at = end + 1;
  }
  return pieces;
}
