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
      let clean = bytes.toString("latin1");
      for (const [name, disguises] of known)
        for (const disguise of disguises)
          clean = clean.replaceAll(Buffer.from(disguise).toString("latin1"), `[secret ${name}]`);
      return Buffer.from(clean, "latin1");
    },
  };
}

const SHORTEST_DISGUISED = 6;

/** The value as servers echo it: as it is, in URLs, in JSON, in HTML, in base64 at any offset, in hex. Longest first. */
function disguisesOf(value: string): readonly string[] {
  const forms = new Set([value]);
  const bytes = Buffer.from(value);
  if (value.length >= SHORTEST_DISGUISED) {
    forms.add(encodeURIComponent(value));
    forms.add(encodeURIComponent(value).replaceAll("%20", "+"));
    forms.add(new URLSearchParams({ a: value }).toString().slice(2));
    forms.add(JSON.stringify(value).slice(1, -1));
    forms.add(value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;"));
    forms.add(bytes.toString("hex"));
    forms.add(bytes.toString("hex").toUpperCase());
    for (let offset = 0; offset < 3; offset++) for (const form of base64At(bytes, offset)) forms.add(form);
  }
  return [...forms].sort((a, b) => b.length - a.length);
}

/** The characters of base64 that depend on nothing but these bytes when `offset` others (mod 3) stand before them. */
function base64At(bytes: Buffer, offset: number): readonly string[] {
  const skip = (3 - offset) % 3;
  const whole = bytes.subarray(skip, skip + Math.floor((bytes.length - skip) / 3) * 3);
  if (whole.length < 3) return [];
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
