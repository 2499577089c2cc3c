// Permissions as tools declare them and hosts grant them: text such as "filesystem:read:data/**" read into data, and printed
// back in one canonical spelling. What a permission covers is in request.ts; nothing here touches disk or network.

import { didYouMean, suggest } from "../base/suggest.ts";
import { isAddress } from "./address.ts";
import { compileGlob, type Glob } from "./glob.ts";

export type Permission =
  | FilesystemPermission
  | HttpPermission
  | SecretPermission
  | NamedPermission
  | { readonly kind: "clock" | "random" | "log"; readonly text: string };

export interface FilesystemPermission {
  readonly kind: "filesystem";
  readonly action: "read" | "write";
  /** Without a slash at the start it is relative to the sandbox's root folder. */
  readonly glob: Glob;
  readonly absolute: boolean;
  readonly text: string;
}

export interface HttpPermission {
  readonly kind: "http";
  readonly host: string;
  readonly port: number | null;
  /** What was written; null leaves it to the default of a grant (GET and HEAD) or of a denial (all). */
  readonly methods: readonly string[] | null;
  readonly maxBytes: number | null;
  readonly private: boolean;
  readonly text: string;
}

export interface SecretPermission {
  readonly kind: "secret";
  readonly glob: Glob;
  /** Where the secret may be sent; null: wherever http:fetch allows. */
  readonly host: string | null;
  readonly text: string;
}

export interface NamedPermission {
  readonly kind: "kv" | "tool";
  readonly glob: Glob;
  readonly text: string;
}

export interface PermissionProblem {
  /** Where the text stands: "meta.permissions[1]". */
  readonly at: string;
  readonly text: string;
  readonly message: string;
  readonly hint: string;
}

export type ParsedPermission =
  | { readonly ok: true; readonly permission: Permission }
  | { readonly ok: false; readonly problem: PermissionProblem };

export interface ParsedPermissions {
  readonly permissions: readonly Permission[];
  readonly problems: readonly PermissionProblem[];
}

/** The forms a permission may take; documentation and did-you-mean read them. */
export const permissionForms = [
  { form: "filesystem:read:<glob>", gives: "read, list and look at files that fit the glob" },
  { form: "filesystem:write:<glob>", gives: "create and replace files that fit the glob" },
  {
    form: "http:fetch:<host>[:port][?methods=GET,POST&maxBytes=N&private=yes]",
    gives:
      "requests to the host (`*.example.com`: its subdomains); GET and HEAD on ports 80 and 443 unless it says more",
  },
  { form: "clock:now", gives: "the time" },
  { form: "random", gives: "random numbers" },
  { form: "log", gives: "lines in the host's log" },
  { form: "secret:<name>[?host=<host>]", gives: "sending the secret over HTTP, never seeing it" },
  { form: "kv:<namespace>", gives: "a store of small values that outlives the call" },
  { form: "tool:<name>", gives: "calling another tool" },
] as const;

/** The table of docs/guide/permissions.md. */
export function renderPermissionForms(): string {
  const rows = permissionForms.map(({ form, gives }) => `| \`${form}\` | ${gives} |`);
  return ["| permission | gives |", "|---|---|", ...rows].join("\n");
}

export const defaultMethods: readonly string[] = ["GET", "HEAD"];
export const httpMethods: readonly string[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** A reason, given while reading one permission. */
class Malformed extends Error {
  constructor(
    message: string,
    readonly hint: string,
  ) {
    super(message);
  }
}

const LONGEST = 2048;

export function parsePermission(text: unknown, at = "permission"): ParsedPermission {
  const shown = typeof text === "string" ? text.slice(0, 200) : (JSON.stringify(text) ?? String(text)).slice(0, 200);
  try {
    if (typeof text !== "string") throw new Malformed("A permission must be a string.", "Write it in quotes.");
    if (text.length > LONGEST) throw new Malformed(`It is longer than ${LONGEST} characters.`, "Split it.");
    if (/[\u0000-\u001f\u007f]/.test(text)) throw new Malformed("It has control characters.", "Remove them.");
    return { ok: true, permission: parse(text) };
  } catch (e) {
    if (e instanceof Malformed)
      return { ok: false, problem: { at, text: shown, message: `"${shown}": ${e.message}`, hint: e.hint } };
    throw e;
  }
}

/** Each text by itself, so that one look shows every problem. */
export function parsePermissions(texts: readonly unknown[], at: string): ParsedPermissions {
  const parsed = texts.map((text, index) => parsePermission(text, `${at}[${index}]`));
  return {
    permissions: parsed.flatMap((p) => (p.ok ? [p.permission] : [])),
    problems: parsed.flatMap((p) => (p.ok ? [] : [p.problem])),
  };
}

const HABITS: Readonly<Record<string, string>> = {
  fs: "filesystem:read:",
  file: "filesystem:read:",
  files: "filesystem:read:",
  read: "filesystem:read:",
  write: "filesystem:write:",
  net: "http:fetch:",
  network: "http:fetch:",
  https: "http:fetch:",
  fetch: "http:fetch:",
  url: "http:fetch:",
  env: "secret:",
  secrets: "secret:",
  time: "clock:now",
  date: "clock:now",
  now: "clock:now",
  rand: "random",
  console: "log",
  store: "kv:",
  storage: "kv:",
  tools: "tool:",
};

const STARTS = [
  "filesystem:read:",
  "filesystem:write:",
  "http:fetch:",
  "clock:now",
  "random",
  "log",
  "secret:",
  "kv:",
  "tool:",
];

function parse(text: string): Permission {
  if (text === "clock:now") return { kind: "clock", text };
  if (text === "random" || text === "log") return { kind: text, text };
  const start = STARTS.find((s) => s.endsWith(":") && text.startsWith(s));
  if (start === undefined) throw unknown(text);
  const rest = text.slice(start.length);
  if (rest === "") {
    const form = permissionForms.find((f) => f.form.startsWith(start))?.form;
    throw new Malformed(`Nothing stands after "${start}".`, `Say what it is for: ${form}.`);
  }
  switch (start) {
    case "filesystem:read:":
      return filesystem("read", rest);
    case "filesystem:write:":
      return filesystem("write", rest);
    case "http:fetch:":
      return http(rest);
    case "secret:":
      return secret(rest);
    default:
      return named(start === "kv:" ? "kv" : "tool", rest);
  }
}

function unknown(text: string): Malformed {
  const [head = "", second] = text.split(":");
  const folded = head.toLowerCase();
  const heads = ["filesystem", "http", "clock", "random", "log", "secret", "kv", "tool"];
  const kind = heads.includes(folded) ? folded : (suggest(head, heads, 1)[0] ?? null);
  const candidates =
    kind === null ? [HABITS[folded]].flatMap((s) => s ?? []) : STARTS.filter((s) => s.startsWith(kind));
  const close = candidates.length > 1 && second !== undefined ? suggest(`${kind}:${second}:`, candidates, 1) : [];
  const best = close.length > 0 ? close : candidates;
  const hint =
    best.length > 0
      ? didYouMean(best)
      : `Permissions start with ${STARTS.slice(0, -1).join(", ")} or ${STARTS.at(-1)}; see docs/guide/permissions.md.`;
  return new Malformed("There is no such permission.", hint);
}

function globOf(source: string): Glob {
  const compiled = compileGlob(source);
  if (!compiled.ok) throw new Malformed(compiled.message, compiled.hint);
  return compiled.glob;
}

function filesystem(action: "read" | "write", written: string): FilesystemPermission {
  if (/^~(\/|$)/.test(written))
    throw new Malformed(
      "~ is not read as a home folder.",
      "Write a path relative to the root folder, or an absolute one.",
    );
  const source = written.replace(/(^|\/)(\.\/+)+/g, "$1");
  const glob = globOf(source);
  const absolute = source.startsWith("/") || /^[A-Za-z]:\//.test(source);
  if (!absolute && source.startsWith("{") && /[{,]\//.test(source))
    throw new Malformed("A choice at the start may not hold absolute paths.", "Write one permission for each.");
  return { kind: "filesystem", action, glob, absolute, text: `filesystem:${action}:${source}` };
}

function named(kind: "kv" | "tool", written: string): NamedPermission {
  return { kind, glob: nameGlob(kind, written), text: `${kind}:${written}` };
}

function nameGlob(kind: string, written: string): Glob {
  if (!/^[A-Za-z0-9_.@/*{},-]{1,200}$/.test(written))
    throw new Malformed(
      `The name after "${kind}:" has other characters than letters, digits, _ . @ / and -.`,
      "Use the plain name; * stands for any part of it.",
    );
  return globOf(written);
}

/** The options after the question mark, each at most once and one of those known. */
function optionsOf(query: string | undefined, known: readonly string[]): ReadonlyMap<string, string> {
  const options = new Map<string, string>();
  if (query === undefined) return options;
  for (const pair of query.split("&")) {
    const [name = "", value] = pair.split("=", 2);
    if (!known.includes(name)) {
      const near = suggest(name, known, 1);
      throw new Malformed(
        `There is no option "${name}".`,
        near.length > 0 ? didYouMean(near) : `The options are ${known.join(", ")}.`,
      );
    }
    if (value === undefined || value === "")
      throw new Malformed(`The option "${name}" has no value.`, `Write ${name}=….`);
    if (options.has(name)) throw new Malformed(`The option "${name}" stands twice.`, "Leave one out.");
    options.set(name, value);
  }
  return options;
}

function secret(written: string): SecretPermission {
  const [name = "", query] = splitOnce(written, "?");
  const hostText = optionsOf(query, ["host"]).get("host");
  const host = hostText === undefined ? null : hostPattern(hostText);
  const glob = nameGlob("secret", name);
  return { kind: "secret", glob, host, text: `secret:${name}${host === null ? "" : `?host=${host}`}` };
}

function http(written: string): HttpPermission {
  const [where = "", query] = splitOnce(written, "?");
  if (/^https?:\/\//i.test(where) || where.includes("/"))
    throw new Malformed(
      "A host is wanted, not a URL.",
      `Write http:fetch:${where.replace(/^https?:\/\/|\/.*$/gi, "") || "example.com"}.`,
    );
  const split = /^(\[[^\]]*\]|[^:]*)(?::([^:]*))?$/.exec(where);
  if (split === null) throw new Malformed("The host cannot be read.", "Write an IPv6 address in brackets: [::1]:8080.");
  const host = hostPattern(split[1]!);
  const port = split[2] === undefined ? null : wholeNumber(split[2], "The port", 65_535);
  const options = optionsOf(query, ["methods", "maxBytes", "private"]);
  const methods = options.has("methods") ? methodList(options.get("methods")!) : null;
  const maxBytes = options.has("maxBytes")
    ? wholeNumber(options.get("maxBytes")!, "maxBytes", Number.MAX_SAFE_INTEGER)
    : null;
  const privately = options.get("private");
  if (privately !== undefined && privately !== "yes")
    throw new Malformed(`private is "${privately}".`, "Write private=yes, or leave it out.");
  const said = [
    ...(methods === null ? [] : [`methods=${methods.join(",")}`]),
    ...(maxBytes === null ? [] : [`maxBytes=${maxBytes}`]),
    ...(privately === undefined ? [] : ["private=yes"]),
  ];
  const text = `http:fetch:${host}${port === null ? "" : `:${port}`}${said.length === 0 ? "" : `?${said.join("&")}`}`;
  return { kind: "http", host, port, methods, maxBytes, private: privately === "yes", text };
}

function methodList(written: string): readonly string[] {
  const methods = [...new Set(written.split(",").map((m) => m.trim().toUpperCase()))].sort();
  for (const method of methods)
    if (!httpMethods.includes(method))
      throw new Malformed(`There is no method "${method}" here.`, `The methods are ${httpMethods.join(", ")}.`);
  return methods;
}

function wholeNumber(written: string, what: string, most: number): number {
  const value = /^[1-9]\d{0,15}$/.test(written) ? Number(written) : 0;
  if (value < 1 || value > most)
    throw new Malformed(
      `${what} is "${written}".`,
      `It must be a whole number from 1${most < 1e6 ? ` to ${most}` : ""}.`,
    );
  return value;
}

function splitOnce(text: string, mark: string): readonly [string, string?] {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/** A host in the spelling that URLs give it: lower case, punycode, addresses in their one form. */
function hostPattern(written: string): string {
  if (written === "*") return written;
  const wild = written.startsWith("*.");
  const name = (wild ? written.slice(2) : written).replace(/\.$/, "");
  if (name.includes("*"))
    throw new Malformed("* may only stand first in a host, before a dot.", "Write *.example.com, or name the host.");
  const host = canonicalHost(name);
  if (host === null)
    throw new Malformed(`"${written}" is no host.`, "Write a name such as api.example.com, or an address.");
  const bare = host.replace(/^\[|\]$/g, "");
  if (isAddress(bare)) {
    if (wild) throw new Malformed("An address has no subdomains.", `Write http:fetch:${host}.`);
    if (host !== name.toLowerCase() && !name.includes(":"))
      throw new Malformed(`"${written}" is an unusual spelling of an address.`, `Write ${host}.`);
  }
  return wild ? `*.${host}` : host;
}

/** The host part as URL reads it, without a dot at its end; null when it is none. */
export function canonicalHost(name: string): string | null {
  if (name === "" || /[\s/?#@\\%]/.test(name) || (name.includes(":") && !/^\[.*\]$/.test(name))) return null;
  try {
    const host = new URL(`http://${name}/`).hostname.replace(/\.$/, "");
    return host === "" || /(^|\.)(\.|$)/.test(host) ? null : host;
  } catch {
    return null;
  }
}
