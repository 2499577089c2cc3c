// Secrets that a tool may use but never see. The guest holds a placeholder; the broker puts the value in its place where a
// request leaves over HTTP, and takes every occurrence of the value, also in common disguises, out of what comes back.

import { Refusal } from "./host-function.ts";

const NAME = "[A-Za-z0-9_.-]{1,200}";
const OPEN = "\u2983";
const CLOSE = "\u2984";

/** What host.secret(name) gives in the guest. The mark is a text of that call alone (Caller.secretMark). */
export function secretPlaceholder(name: string, mark?: string): string {
  return `${OPEN}secret:${name}${mark === undefined ? "" : `:${mark}`}${CLOSE}`;
}

export type SecretSource = Readonly<Record<string, string>> | ((name: string) => string | undefined);

export interface Secrets {
  readonly reveal: (name: string) => string;
  /** Takes all values that are known to have been within reach of tools out of a text. */
  readonly redact: (text: string) => string;
  /** The same on bytes. */
  readonly redactBytes: (bytes: Buffer) => Buffer;
  /** Whether such a value stands in the name of a host, which knows no capitals. */
  readonly isIn: (host: string) => boolean;
}

export function createSecrets(source: SecretSource = {}): Secrets {
  const known = new Map<string, readonly string[]>();
  const learn = (name: string, value: string) => {
    if (value !== "") known.set(name, disguisesOf(value));
  };
  if (typeof source !== "function") for (const [name, value] of Object.entries(source)) learn(name, value);
  const lookUp = (name: string) =>
    typeof source === "function" ? source(name) : Object.hasOwn(source, name) ? source[name] : undefined;
  const redact = (text: string) => {
    let clean = text;
    for (const [name, disguises] of known)
      for (const disguise of disguises) clean = clean.replaceAll(disguise, `[secret ${name}]`);
    return clean;
  };
  return {
    reveal: (name) => {
      const value = lookUp(name);
      if (value === undefined)
        throw new Refusal("host_error", `The host has no secret ${name}.`, "Give the sandbox its value.");
      learn(name, value);
      return value;
    },
    redact,
    redactBytes: (bytes) => {
      if (known.size === 0) return bytes;
      let clean = bytes.toString("latin1");
      // As UTF-8, and as headers carry it: one byte a character.
      for (const [name, disguises] of known)
        for (const disguise of disguises)
          for (const form of new Set([Buffer.from(disguise).toString("latin1"), disguise]))
            clean = clean.replaceAll(form, `[secret ${name}]`);
      return Buffer.from(clean, "latin1");
    },
    isIn: (host) => {
      const folded = host.toLowerCase();
      const isHere = (disguise: string) =>
        disguise.length >= SHORTEST_IN_HOST && folded.includes(disguise.toLowerCase());
      return [...known.values()].some((disguises) => disguises.some(isHere));
    },
  };
}

const SHORTEST_DISGUISED = 6;
/** Two letters are in every other name. */
const SHORTEST_IN_HOST = 4;
/** Fewer bytes in base64 would stand for a part of the value that a tool could find by trying. */
const LEAST_IN_BASE64 = 6;

const hex = (c: string): string => c.charCodeAt(0).toString(16);
/** Ways to write the characters that have another spelling somewhere. */
const spellings: readonly ((value: string) => string)[] = [
  encodeURIComponent,
  (value) => encodeURIComponent(value).replaceAll("%20", "+"),
  (value) => encodeURIComponent(value).replace(/[!'()*]/g, (c) => `%${hex(c).toUpperCase()}`),
  (value) => new URLSearchParams({ a: value }).toString().slice(2),
  (value) => JSON.stringify(value).slice(1, -1),
  (value) => JSON.stringify(value).slice(1, -1).replaceAll("/", "\\/"),
  (value) =>
    JSON.stringify(value)
      .slice(1, -1)
      .replace(/[^ -~]/g, (c) => `\\u${hex(c).padStart(4, "0")}`),
  (value) => html(value, "&quot;", "'"),
  (value) => html(value, "&quot;", "&#39;"),
  (value) => html(value, "&#34;", "&#39;"),
  (value) => html(value, "&quot;", "&#x27;"),
  (value) => Buffer.from(value).toString("hex"),
  // UTF-8 that was taken for Latin 1, as Node takes headers.
  (value) => Buffer.from(value).toString("latin1"),
];

/** The value as servers echo it: as it is, in URLs, in JSON, in HTML, in base64 at any offset, in hex. Longest first. */
function disguisesOf(value: string): readonly string[] {
  const forms = new Set([value]);
  const bytes = Buffer.from(value);
  if (value.length >= SHORTEST_DISGUISED) {
    for (const spelling of spellings) {
      const form = spelling(bytes.toString());
      forms.add(form);
      forms.add(form.replace(/%[0-9A-F]{2}|\\u[0-9a-f]{4}/gi, (c) => c.toLowerCase()));
    }
    forms.add(bytes.toString("hex").toUpperCase());
    for (let offset = 0; offset < 3; offset++) for (const form of base64At(bytes, offset)) forms.add(form);
  }
  return [...forms].sort((a, b) => b.length - a.length);
}

function html(value: string, quote: string, apostrophe: string): string {
  const plain = value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return plain.replaceAll('"', quote).replaceAll("'", apostrophe);
}

/** The characters of base64 that depend on nothing but these bytes when `offset` others (mod 3) stand before them. */
function base64At(bytes: Buffer, offset: number): readonly string[] {
  const skip = (3 - offset) % 3;
  const whole = bytes.subarray(skip, skip + Math.floor((bytes.length - skip) / 3) * 3);
  if (whole.length < LEAST_IN_BASE64) return [];
  return [whole.toString("base64"), whole.toString("base64url")];
}

function pattern(mark: string | undefined, colon: string, open: string, close: string, flags: string): RegExp {
  const tail = mark === undefined ? "" : `${colon}${mark.replace(/[^A-Za-z0-9]/g, "\\$&")}`;
  return new RegExp(`${open}secret${colon}(${NAME})${tail}${close}`, flags);
}

const plain = (mark: string | undefined) => pattern(mark, ":", OPEN, CLOSE, "g");
/** As URL and encodeURIComponent write the marks. */
const inUrl = (mark: string | undefined) => pattern(mark, "(?::|%3A)", "%E2%A6%83", "%E2%A6%84", "gi");

export type Value = (name: string) => string;

/** In header values: as it is. */
export function fillPlain(text: string, mark: string | undefined, reveal: Value): string {
  return text.replace(plain(mark), (_, name: string) => reveal(name));
}

/** In the query of a URL: percent-encoded. */
export function fillQuery(search: string, mark: string | undefined, reveal: Value): string {
  return search.replace(inUrl(mark), (_, name: string) => encodeURIComponent(reveal(name)));
}

/** In a body: as its content type wants it, so that a value with quotes breaks nothing. */
export function fillBody(body: string, contentType: string, mark: string | undefined, reveal: Value): string {
  if (/^application\/x-www-form-urlencoded/i.test(contentType))
    return fillQuery(body, mark, reveal).replace(plain(mark), (_, name: string) => encodeURIComponent(reveal(name)));
  if (/[/+]json\b/i.test(contentType))
    return body.replace(plain(mark), (_, name: string) => JSON.stringify(reveal(name)).slice(1, -1));
  return fillPlain(body, mark, reveal);
}

/** Whether a placeholder of this call stands in the text, in either spelling. */
export function mentionsSecret(text: string, mark: string | undefined): boolean {
  return plain(mark).test(text) || inUrl(mark).test(text);
}
