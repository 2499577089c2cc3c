// Modules that are hostile before they are called, and must be refused when they are loaded.

import type { Attack } from "./attack.ts";

const meta = (more: string): string => `export const meta = { name: "probe", description: "A probe.", ${more} };`;
const body = "export default () => 1;";
const anything = 'inputSchema: { type: "object" }';

export const modules: readonly Attack[] = [
  { name: "loops when loaded", source: `${meta(anything)} for (;;); ${body}`, ends: "timeout" },
  { name: "loops in its meta", source: `export const meta = { get name() { for (;;); } }; ${body}`, ends: "timeout" },
  {
    name: "fills memory when loaded",
    source: `${meta(anything)} const a = []; for (;;) a.push(new Uint8Array(4e6)); ${body}`,
    ends: "memory_exceeded",
  },
  {
    name: "promises for ever when loaded",
    source: `${meta(anything)} const go = () => { for (let i = 0; i < 1e5; i++); return Promise.resolve().then(go) }; go(); ${body}`,
    ends: "timeout",
  },
  {
    name: "has a huge meta",
    source: `export const meta = { name: "probe", description: "x".repeat(3e6), ${anything} }; ${body}`,
    ends: "bad_meta",
  },
  {
    name: "has a schema that backtracks",
    source: `${meta('inputSchema: { properties: { a: { pattern: "^(a+)+$" } } }')} ${body}`,
    ends: "bad_meta",
  },
  {
    name: "has a schema that backtracks a little",
    source: `${meta('inputSchema: {}, outputSchema: { pattern: "a*a*a*a*a*b" }')} ${body}`,
    ends: "bad_meta",
  },
  {
    name: "has a schema that refers to itself",
    source: `${meta('inputSchema: { $ref: "#" }')} ${body}`,
    ends: "bad_meta",
  },
  {
    name: "has a schema that doubles",
    source: `const s = { type: "object" }; const $defs = { d0: s }; for (let i = 1; i < 40; i++) $defs["d" + i] = { allOf: [{ $ref: "#/$defs/d" + (i - 1) }, { $ref: "#/$defs/d" + (i - 1) }] }; ${meta('inputSchema: { $defs, $ref: "#/$defs/d39" }')} ${body}`,
    ends: "bad_meta",
  },
  {
    name: "has a schema that doubles level by level",
    source: `const next = () => ({ properties: { a: { $ref: "#" } } }); ${meta("inputSchema: { allOf: [next(), next()] }")} ${body}`,
    ends: "bad_meta",
  },
  {
    name: "has a schema that compares each with each",
    source: `${meta("inputSchema: {}, outputSchema: { type: 'array', uniqueItems: true }")} ${body}`,
    ends: "bad_meta",
  },
  {
    name: "has a schema with ten thousand rules",
    source: `${meta("inputSchema: { items: { allOf: Array.from({ length: 9000 }, () => ({ type: 'string' })) } }")} ${body}`,
    ends: "bad_meta",
  },
  {
    name: "has a schema that takes another's name",
    source: `${meta('inputSchema: { $id: "https://json-schema.org/draft/2020-12/schema" }')} ${body}`,
    ends: "bad_meta",
  },
  {
    name: "has a signature nested a hundred thousand deep",
    source: `${meta('signature: "(a " + "[".repeat(1e5) + ":int" + "]".repeat(1e5) + ") -> :int"')} ${body}`,
    ends: "bad_meta",
  },
  {
    name: "imports a file as text",
    source: `import text from "./package.json" with { type: "text" }; ${meta(anything)} export default () => text;`,
    ends: "syntax_error",
  },
  {
    name: "imports data of its project",
    source: `import about from "./package.json"; ${meta(anything)} export default () => about;`,
    ends: "syntax_error",
  },
  {
    name: "imports a file of the system",
    source: `import "/etc/passwd"; ${meta(anything)} ${body}`,
    ends: "syntax_error",
  },
  {
    name: "imports a module of Node",
    source: `import { readFileSync } from "node:fs"; ${meta(anything)} export default () => readFileSync("/etc/passwd");`,
    ends: "syntax_error",
  },
  { name: "awaits at its top", source: `await 1; ${meta(anything)} ${body}`, ends: "syntax_error" },
  {
    name: "nests its source",
    source: `${meta(anything)} export default () => ${"(".repeat(1e6)}1${")".repeat(1e6)};`,
    ends: "syntax_error",
    says: "nested",
  },
  {
    name: "negates its source",
    source: `${meta(anything)} export default () => ${"!".repeat(1e6)}1;`,
    ends: "syntax_error",
    says: "nested",
  },
  {
    name: "takes the bundler's stack",
    source: `${meta(anything)} export default () => ${"typeof ".repeat(5.5e5)}1;`,
    ends: "syntax_error",
    says: "bundle",
  },
  ...[
    ["never ends", "/dev/zero"],
    ["is at a URL that never ends", "file:///dev/./zero"],
    ["never ends and has a question", "/dev/zero?"],
    ["never ends and has a part", "/dev/zero#x"],
    ["is at a loud URL that never ends", "FILE:///dev/zero"],
    ["never ends on this very machine", "//localhost/dev/zero"],
    ["never ends behind a quote", "a'/../../../../../../../../../../dev/zero"],
    ["is somebody's file", "OUTSIDE"],
  ].map(
    ([what, url]): Attack => ({
      name: `has a source map that ${what}`,
      source: `${meta(anything)} ${body}\n//# sourceMappingURL=${url}`,
      ends: { gives: 1 },
    }),
  ),
  {
    name: "imports a URL with a source map that never ends",
    source: `import "data:text/javascript,//%23%20source%4DappingURL=file:///dev/zero"; ${meta(anything)} ${body}`,
    ends: "syntax_error",
    says: "may not take in",
  },
  {
    name: "names a hundred thousand source maps",
    source: `${meta(anything)} ${body} ${"\n//# sourceMappingURL=package.json".repeat(1e5)}`,
    ends: { gives: 1 },
  },
  {
    name: "has a very long source",
    source: `${meta(anything)} ${body} /*${"x".repeat(5e6)}*/`,
    ends: "bundle_too_large",
  },
  {
    name: "spoils everything when loaded",
    source: `Object.prototype.toJSON = () => "forged"; Promise.prototype.then = () => 7; JSON.stringify = () => "forged"; ${meta(anything)} delete Object.prototype.toJSON; ${body}`,
    ends: { gives: 1 },
  },
  {
    name: "forges its meta by toJSON",
    source: `${meta(`${anything}, toJSON() { return { name: "../evil" } }`)} ${body}`,
    ends: "bad_meta",
  },
  {
    name: "exports a meta that is a proxy",
    source: `export const meta = new Proxy({}, { ownKeys() { throw new Error("no") } }); ${body}`,
    ends: "tool_threw",
  },
  {
    name: "exports a function that is a proxy",
    source: `${meta(anything)} export default new Proxy(() => 1, { apply: () => "trapped" });`,
    ends: { gives: "trapped" },
  },
  { name: "exports a class", source: `${meta(anything)} export default class {}`, ends: "tool_threw" },
  {
    name: "has a name like a path",
    source: `export const meta = { name: "../../etc/passwd", description: "x", ${anything} }; ${body}`,
    ends: "bad_meta",
  },
  {
    name: "has a name like a prototype",
    source: `export const meta = { name: "__proto__", description: "x", ${anything} }; ${body}`,
    ends: "bad_meta",
  },
  {
    name: "declares a permission that is none",
    source: `${meta(`${anything}, permissions: ["filesystem:everything"]`)} ${body}`,
    ends: "bad_meta",
  },
  {
    name: "declares a permission that is an object",
    source: `${meta(`${anything}, permissions: [{ toString: 1 }]`)} ${body}`,
    ends: "bad_meta",
  },
  {
    name: "declares ten thousand permissions",
    source: `${meta(`${anything}, permissions: Array.from({ length: 10000 }, (_, i) => "filesystem:read:" + "*a".repeat(20) + i)`)} ${body}`,
    ends: "bad_meta",
  },
  {
    name: "wants more time than there is",
    source: `${meta(`${anything}, timeoutMs: 1e300`)} ${body}`,
    ends: "bad_meta",
  },
  {
    name: "has a schema whose check is a promise",
    source: `${meta('inputSchema: { $async: true, type: "object" }')} ${body}`,
    ends: "bad_meta",
  },
  {
    name: "has a schema on another machine",
    source: `${meta('inputSchema: { $ref: "http://127.0.0.1:PORT/schema" }')} ${body}`,
    ends: "bad_meta",
  },
  {
    name: "has a schema for names that backtracks",
    source: `${meta('inputSchema: { propertyNames: { pattern: "^(a|a)*$" } }')} ${body}`,
    ends: "bad_meta",
  },
  {
    name: "has a schema for fields that backtracks",
    source: `${meta('inputSchema: { patternProperties: { "(x+x+)+y": true } }')} ${body}`,
    ends: "bad_meta",
  },
  {
    name: "has a schema that backtracks in one of its examples",
    source: `${meta('inputSchema: {}, outputSchema: { $ref: "#/examples/0", examples: [{ type: "string", pattern: "^(a+)+$" }] }')} export default () => "a".repeat(40) + "!";`,
    ends: "bad_meta",
  },
  {
    name: "has a schema whose fields are read as keywords",
    source: `${meta("inputSchema: {}, outputSchema: { properties: { uniqueItems: true }, $ref: '#/properties' }")} ${body}`,
    ends: "bad_meta",
  },
  {
    name: "has a schema that means two places",
    source: `${meta('inputSchema: {}, outputSchema: { $ref: "#/$defs%2Fa/default", $defs: { a: { default: { pattern: "^(a+)+$" } } }, "$defs/a": { default: {} } }')} export default () => "a".repeat(40) + "!";`,
    ends: "bad_meta",
  },
  {
    name: "has a schema nested very deeply",
    source: `let s = {}; for (let i = 0; i < 1000; i++) s = { properties: { a: s } }; ${meta("inputSchema: s")} ${body}`,
    ends: "bad_meta",
  },
  {
    name: "has a schema with a forbidden key",
    source: `${meta('inputSchema: JSON.parse(\'{"properties": {"__proto__": {}}}\')')} ${body}`,
    ends: "bad_meta",
  },
  {
    name: "has an example that is endless",
    source: `let d = [1]; for (let i = 0; i < 30; i++) d = [d, d]; ${meta(`${anything}, examples: [{ args: { d } }]`)} ${body}`,
    ends: "bad_meta",
  },
];
