// Asking the language about itself: doc, source, apropos, dir, export-meta. The rows of all builtins reach this file
// through a catalogue that the registry sets, because the registry also holds these rows.

import { context, print } from "../context.ts";
import { renderConstantDoc, renderDoc } from "../docs/doc.ts";
import { type ConstantRow, callForms } from "../docs/entry.ts";
import { leftOut } from "../docs/left-out.ts";
import { fault } from "../fault.ts";
import { chargeItems, spendMany } from "../meter.ts";
import { typeName } from "../values/describe-type.ts";
import { Fn, NativeFn } from "../values/fn.ts";
import { MapBuilder } from "../values/map.ts";
import { Keyword, SymbolRef, type Value, VarRef } from "../values/value.ts";
import { Vec } from "../values/vector.ts";
import type { Builtin, BuiltinTable } from "./table.ts";

export interface Catalogue {
  find(name: string): { readonly name: string; readonly row: Builtin } | undefined;
  all(): Iterable<readonly [string, Builtin]>;
  constants?(): ReadonlyMap<string, ConstantRow>;
  /** Text of `doc` for names that are no builtins, such as special forms. */
  formDoc?(name: string): string | undefined;
  /** Definitions a program can see, as far as the host can list them; names with a slash are exports of a namespace. */
  definitions?(): Iterable<readonly [string, Value]>;
}

const nothing: Catalogue = { find: () => undefined, all: () => [] };
let catalogue: Catalogue = nothing;

/** What is given is added to what is known: the builtins and the special forms come from different rooms. */
export function extendCatalogue(parts: Partial<Catalogue>): void {
  catalogue = { ...catalogue, ...parts };
}

/** The name a program passed: a string, a symbol, or the function itself. */
function nameOf(ref: Value, who: string): string {
  if (typeof ref === "string") return ref;
  if (ref instanceof SymbolRef || ref instanceof VarRef || ref instanceof NativeFn) return ref.name;
  if (ref instanceof Fn && ref.code.name !== null) return ref.code.name;
  fault(
    "type_error",
    `${who} expects a name, got ${typeName(ref)}.`,
    `Give the name as a string or a quoted symbol: (${who} "map") or (${who} 'map).`,
  );
}

function doc(ref: Value): Value {
  const name = nameOf(ref, "doc");
  print(docText(name));
  return null;
}

function docText(name: string): string {
  const defined = context().definition(name);
  if (defined !== undefined) return definitionText(name, defined);
  const found = catalogue.find(name);
  if (found !== undefined) return renderDoc(found.name, found.row);
  const constant = catalogue.constants?.().get(name);
  if (constant !== undefined) return renderConstantDoc(name, constant);
  return catalogue.formDoc?.(name) ?? leftOut.get(name) ?? `No documentation found for "${name}".`;
}

function definitionText(name: string, value: Value): string {
  if (!(value instanceof Fn)) return `${name}\nA definition: ${typeName(value)}.`;
  const { code } = value;
  const lines = [name, ...callForms(name, callShapes(value))];
  if (code.contract !== null) lines.push(`  ${code.contract.text}`);
  if (code.doc !== null) lines.push("", code.doc);
  return lines.join("\n");
}

/** One parameter list per arity. */
function callShapes(f: Fn): readonly string[] {
  return f.code.params;
}

function source(ref: Value): Value {
  const name = nameOf(ref, "source");
  const value = context().definition(name);
  print(value instanceof Fn ? value.code.source : `No source available for "${name}".`);
  return null;
}

function apropos(query: Value): Value {
  if (typeof query !== "string" && !(query instanceof SymbolRef))
    fault("type_error", `apropos expects a string, got ${typeName(query)}.`, 'Write (apropos "sort").');
  const wanted = (typeof query === "string" ? query : query.name).trim().toLowerCase();
  if (wanted === "") return Vec.EMPTY;
  const names = new Set<string>();
  for (const [name, row] of catalogue.all()) if (searchText(name, row).includes(wanted)) names.add(name);
  const constants = new Set<ConstantRow>();
  for (const [name, row] of catalogue.constants?.() ?? []) {
    if (!constants.has(row) && `${name}\n${row.doc}`.toLowerCase().includes(wanted)) names.add(name);
    // Other spellings of the same value follow the first.
    constants.add(row);
  }
  for (const [name, value] of catalogue.definitions?.() ?? []) {
    const words = value instanceof Fn ? `${name} ${value.code.doc ?? ""}` : name;
    if (words.toLowerCase().includes(wanted)) names.add(name);
  }
  return sortedNames(names);
}

const searchTexts = new WeakMap<Builtin, string>();

function searchText(name: string, row: Builtin): string {
  spendMany(1);
  let text = searchTexts.get(row);
  if (text === undefined) {
    const differs = typeof row.clojure === "object" ? row.clojure.differs : "";
    const words = [name, ...(row.aliases ?? []), ...row.params, row.doc, row.group, differs];
    text = words.join("\n").toLowerCase();
    searchTexts.set(row, text);
  }
  return text;
}

function sortedNames(names: Iterable<string>): Value {
  const sorted = [...names].sort();
  chargeItems(sorted.length);
  return Vec.of(sorted);
}

function namespaces(): Value {
  const found = new Set<string>();
  for (const [name] of catalogue.definitions?.() ?? []) if (name.indexOf("/") > 0) found.add(namespaceOf(name));
  return sortedNames(found);
}

function namespaceOf(name: string): string {
  return name.slice(0, name.indexOf("/"));
}

function dir(ref: Value): Value {
  const ns = nameOf(ref, "dir");
  const names = new Set<string>();
  for (const [name] of catalogue.definitions?.() ?? [])
    if (name.indexOf("/") > 0 && namespaceOf(name) === ns) names.add(name);
  const home = ns.replace(/^clojure\./, "").replace(/^(str|s)$/, "string");
  for (const [name, row] of catalogue.all()) {
    spendMany(1);
    const slash = name.indexOf("/");
    if (slash > 0 && namespaceOf(name) === ns) names.add(name);
    // (dir "str") lists what (str/x …) reaches, whatever the canonical spelling of its namespace.
    else if (row.home === home && !name.startsWith(".") && (slash <= 0 || name.startsWith("clojure.")))
      names.add(`${ns}/${name.slice(slash > 0 ? slash + 1 : 0)}`);
  }
  for (const [name] of catalogue.constants?.() ?? []) if (namespaceOf(name) === ns) names.add(name);
  return sortedNames(names);
}

function exportMeta(ref: Value): Value {
  const name = nameOf(ref, "export-meta");
  const value = context().definition(name);
  if (value === undefined) return null;
  const slash = name.lastIndexOf("/");
  const isFn = value instanceof Fn;
  const out = new MapBuilder();
  const put = (key: string, v: Value): void => out.set(Keyword.of(key), v);
  put("ref", name);
  put("namespace", slash > 0 ? name.slice(0, slash) : null);
  put("symbol", slash > 0 ? name.slice(slash + 1) : name);
  put("kind", Keyword.of(isFn ? "function" : "constant"));
  put("call", isFn ? callForms(name, callShapes(value)).join(" ") : name);
  put("doc", isFn ? value.code.doc : null);
  if (isFn) {
    const { contract } = value.code;
    const params = (callShapes(value)[0] ?? "").split(" ").filter((p) => p !== "");
    put("arity", params.includes("&") ? Keyword.of("variadic") : params.length);
    put("params", Vec.of(params));
    if (contract !== null) put("signature", contract.text);
  }
  return out.done();
}

export const introspection = {
  doc: {
    home: "repl",
    group: "Introspection",
    params: ["name"],
    doc: "Prints the documentation of a function, builtin or your own, and returns nil. The name may be written as a symbol, a quoted symbol or a string.",
    examples: [
      { code: '(doc "map")', gives: "nil" },
      { code: "(doc 'no-such-function)", gives: "nil" },
      { code: "(doc 5)", gives: "error: type_error" },
    ],
    clojure: { differs: "it is a function: names may also be strings, computed or mapped over." },
    since: "0.1",
    run1: doc,
  },
  source: {
    home: "repl",
    group: "Introspection",
    params: ["name"],
    doc: "Prints the source text of a function defined by a program and returns nil. Builtins have no source to show.",
    examples: [
      { code: '(do (defn twice [x] (* 2 x)) (source "twice"))', gives: "nil" },
      { code: '(source "map")', gives: "nil" },
    ],
    clojure: { differs: "it is a function, and builtins have no source." },
    since: "0.1",
    run1: source,
  },
  apropos: {
    home: "repl",
    group: "Introspection",
    params: ["text"],
    doc: "Returns the names of all functions whose name, parameters or documentation contain text, sorted. Case does not matter; blank text finds nothing.",
    examples: [
      { code: '(apropos "json lines")', gives: '["json/parse-lines"]' },
      { code: '(apropos " ")', gives: "[]" },
    ],
    clojure: { differs: "it also searches documentation and returns strings; regular expressions are not accepted." },
    since: "0.1",
    run1: apropos,
  },
  dir: {
    home: "repl",
    group: "Introspection",
    params: ["", "namespace"],
    doc: "Returns the names in a namespace, sorted, or without an argument the namespaces that attached definitions live in. An unknown namespace is empty.",
    examples: [
      { code: '(dir "json")', gives: '["json/generate-string" "json/parse-lines" "json/parse-string"]' },
      { code: '(dir "no.such.namespace")', gives: "[]" },
    ],
    clojure: { differs: "it returns a vector of qualified names instead of printing." },
    since: "0.1",
    run0: namespaces,
    run1: dir,
  },
  "export-meta": {
    home: "repl",
    group: "Introspection",
    params: ["name"],
    doc: "Returns what is known about a definition as a map (:ref :kind :call :doc :arity :params, :signature when it has one), or nil when there is no such definition. Builtins are described by doc instead.",
    examples: [
      { code: '(do (defn area "Of a rectangle." [w h] (* w h)) (:params (export-meta "area")))', gives: '["w" "h"]' },
      { code: '(export-meta "no/such-name")', gives: "nil" },
    ],
    clojure: "ptc-only",
    since: "0.1",
    run1: exportMeta,
  },
} satisfies BuiltinTable;
