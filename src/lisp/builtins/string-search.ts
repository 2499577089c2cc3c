// Finding, splitting and replacing inside strings, with clojure.string's rules. Positions count characters (graphemes).
// Replacing by function may wait for a tool, so that part is a generator; everything else runs straight through.

import { call1, isCallable, notCallable } from "../call.ts";
import { fault } from "../fault.ts";
import { chargeItems, chargeString, spendMany } from "../meter.ts";
import { drive, Suspension } from "../suspension.ts";
import { lookup } from "../values/access.ts";
import { typeName } from "../values/describe-type.ts";
import type { Steps } from "../values/fn.ts";
import { PMap } from "../values/map.ts";
import {
  findFrom,
  matchValue,
  nextFrom,
  parseTemplate,
  Rewriting,
  splitByRegex,
  splitByText,
  type TemplatePart,
} from "../values/matching.ts";
import { printPlain } from "../values/print.ts";
import { Regex } from "../values/regex.ts";
import { itemsOf } from "../values/seq.ts";
import {
  characterAt,
  characterOffsets,
  charactersOf,
  chargeSearch,
  endsIn,
  isSimple,
  positionArg,
  soughtArg,
  standsAt,
  stringArg,
  textOf,
} from "../values/text.ts";
import { isTruthy, type Value } from "../values/value.ts";
import { ENTRY, VECTOR, Vec } from "../values/vector.ts";
import type { BuiltinTable } from "./table.ts";

function split(s: Value, delimiter: Value, limit: Value): Vec {
  const text = stringArg(s, "split");
  const most = positionArg(limit, "split");
  const pieces =
    delimiter instanceof Regex
      ? splitByRegex(text, delimiter, most)
      : splitByText(text, delimiterText(delimiter), most);
  chargeItems(pieces.length, 0);
  return Vec.of(pieces);
}

function delimiterText(v: Value): string {
  if (typeof v === "string" && (v.length < 2 || (v.length <= 32 && charactersOf(v).length === 1))) return v;
  fault(
    "type_error",
    typeof v === "string"
      ? "split expects a regex, or a single character, to split at; got a longer string."
      : `split expects a regex to split at, got ${typeName(v)}.`,
    typeof v === "string" ? `Use a regex literal: (split s #"${quoted(v)}").` : 'Use a regex literal: (split s #",").',
  );
}

function quoted(text: string): string {
  return (text.length > 20 ? "…" : text).replace(/[\\^$.|?*+()[\]{}"]/g, "\\$&").replaceAll("\n", "\\n");
}

function splitLines(v: Value): Vec {
  const text = stringArg(v, "split-lines");
  const lines = splitByText(text, "\n", 0);
  chargeItems(lines.length, 0);
  // A carriage return belongs to the line end it precedes; after the last line there is no line end.
  const ended = text.endsWith("\n") ? lines.length : lines.length - 1;
  for (let i = 0; i < ended; i++) if (lines[i]!.endsWith("\r")) lines[i] = lines[i]!.slice(0, -1);
  if (text.endsWith("\n")) while (lines.length > 0 && lines[lines.length - 1] === "") lines.pop();
  return Vec.of(lines);
}

function indexOf(s: Value, value: Value, from: Value): Value {
  const text = textOf(s, "index-of");
  const needle = soughtArg(value, "index-of");
  const start = Math.max(0, positionArg(from, "index-of"));
  chargeSearch(text, needle);
  if (isSimple(text)) {
    const at = text.indexOf(needle, start);
    return at < 0 ? null : at;
  }
  const offsets = characterOffsets(text);
  const at = text.indexOf(needle, offsets[Math.min(start, offsets.length - 1)]);
  return at < 0 ? null : characterAt(offsets, at);
}

function lastIndexOf(s: Value, value: Value, from: Value | undefined): Value {
  const text = textOf(s, "last-index-of");
  const needle = soughtArg(value, "last-index-of");
  const start = from === undefined ? text.length : positionArg(from, "last-index-of");
  if (start < 0) return null;
  chargeSearch(text, needle, true);
  if (isSimple(text)) {
    const at = text.lastIndexOf(needle, start);
    return at < 0 ? null : at;
  }
  const offsets = characterOffsets(text);
  const at = text.lastIndexOf(needle, offsets[Math.min(start, offsets.length - 1)]);
  return at < 0 ? null : characterAt(offsets, at);
}

/** (replace smap coll): items that are keys of smap become its values. */
function replaceItems(smap: Value, coll: Value): Value {
  if (!(smap === null || smap instanceof PMap || smap instanceof Vec))
    fault(
      "type_error",
      `replace with two arguments expects a map of replacements, got ${typeName(smap)}.`,
      typeof smap === "string" ? "For text write (replace s match replacement)." : null,
    );
  const items = itemsOf(coll, "replace");
  spendMany(items.length);
  chargeItems(items.length);
  const out: Value[] = new Array(items.length);
  for (let i = 0; i < items.length; i++) out[i] = replacement(smap, items[i] as Value);
  return coll instanceof Vec ? Vec.of(out, coll.tag === ENTRY ? VECTOR : coll.tag) : Vec.seq(out);
}

function replacement(smap: PMap | Vec | null, item: Value): Value {
  if (smap === null) return item;
  const found = smap instanceof Vec ? (typeof item === "number" ? smap.get(item) : undefined) : lookup(smap, item);
  return found === undefined ? item : found;
}

/** Every kind of replacing that calls no function. */
function replaceDirect(text: string, match: Value, by: Value, who: string, all: boolean): string {
  if (match instanceof Regex) {
    if (typeof by === "string") return replaceByTemplate(text, match, by, all);
    badReplacement(by, who);
  }
  if (typeof match !== "string")
    fault("type_error", `${who} expects a string or regex to look for, got ${typeName(match)}.`, nilHint(match));
  if (typeof by === "string") return replaceText(text, match, by, all);
  if (isCallable(by))
    fault(
      "type_error",
      `${who} takes a function as replacement only when it looks for a regex.`,
      `Write the text to look for as a regex: (${who} s #"${quoted(match)}" f).`,
    );
  badReplacement(by, who);
}

function badReplacement(by: Value, who: string): never {
  fault("type_error", `${who} expects a string as replacement, got ${typeName(by)}.`, nilHint(by) ?? "Use (str x).");
}

function nilHint(v: Value): string | null {
  return v === null ? 'A value is nil here: give a default, e.g. (or x "").' : null;
}

export function replaceText(text: string, match: string, by: string, all: boolean): string {
  if (match === "") return all ? betweenCharacters(text, by) : concatenated(by, text);
  chargeSearch(text, match);
  let at = text.indexOf(match);
  if (at < 0) return text;
  const out = new Rewriting();
  let index = 0;
  while (at >= 0) {
    out.add(text.slice(index, at));
    out.add(by);
    index = at + match.length;
    at = all ? text.indexOf(match, index) : -1;
  }
  out.add(text.slice(index));
  return out.done();
}

function betweenCharacters(text: string, by: string): string {
  const characters = text === "" ? [] : charactersOf(text);
  chargeString(text.length + (characters.length + 1) * by.length);
  return by + characters.map((c) => c + by).join("");
}

function concatenated(a: string, b: string): string {
  chargeString(a.length + b.length);
  return a + b;
}

export function replaceByTemplate(text: string, regex: Regex, by: string, all: boolean): string {
  const literal = regex.literal;
  if (literal !== null && literal !== "" && !/[\\$]/.test(by)) return replaceText(text, literal, by, all);
  spendMany(text.length >> 3);
  const out = new Rewriting();
  // Java looks at the replacement only when something matched.
  let template: TemplatePart[] | null = null;
  let index = 0;
  for (let m = findFrom(regex, text, 0); m !== null; m = findFrom(regex, text, nextFrom(text, m))) {
    template ??= parseTemplate(by, regex);
    out.add(text.slice(index, m.start));
    out.addExpanded(m, template);
    index = m.end;
    if (!all) break;
  }
  if (template === null) return text;
  out.add(text.slice(index));
  return out.done();
}

function* replaceByFunction(text: string, regex: Regex, f: Value, who: string, all: boolean): Steps {
  spendMany(text.length >> 3);
  const out = new Rewriting();
  let index = 0;
  for (let m = findFrom(regex, text, 0); m !== null; m = findFrom(regex, text, nextFrom(text, m))) {
    let by = call1(f, matchValue(m));
    if (by instanceof Suspension) by = yield by;
    if (typeof by !== "string")
      fault(
        "type_error",
        `The function given to ${who} must return a string, got ${typeName(by)}.`,
        by === null ? 'Return "" to remove the match, or the match itself to keep it.' : "Wrap its result in (str …).",
      );
    out.add(text.slice(index, m.start));
    out.add(by);
    index = m.end;
    if (!all) break;
  }
  out.add(text.slice(index));
  return out.done();
}

function replaceNow(who: string, all: boolean) {
  return (s: Value, match: Value, by: Value): Value => {
    const text = textOf(s, who);
    if (match instanceof Regex && isCallable(by)) return drive(replaceByFunction(text, match, by, who, all));
    return replaceDirect(text, match, by, who, all);
  };
}

function replaceStepwise(who: string, all: boolean) {
  return function* (args: readonly Value[]): Steps {
    if (args.length === 2) return replaceItems(args[0] as Value, args[1] as Value);
    const [s, match, by] = args as [Value, Value, Value];
    const text = textOf(s, who);
    if (match instanceof Regex && isCallable(by)) return yield* replaceByFunction(text, match, by, who, all);
    return replaceDirect(text, match, by, who, all);
  };
}

function* escapeSteps(args: readonly Value[]): Steps {
  const text = stringArg(args[0] as Value, "escape");
  const cmap = args[1] as Value;
  if (!isCallable(cmap)) notCallable(cmap);
  const out = new Rewriting();
  for (const c of charactersOf(text)) {
    // A map is looked up exactly: the flexible match of :a for "a" is for data, not for characters.
    let by = cmap instanceof PMap ? (cmap.get(c) ?? null) : call1(cmap, c);
    if (by instanceof Suspension) by = yield by;
    out.add(isTruthy(by) ? printPlain(by) : c);
  }
  return out.done();
}

const about = { home: "string", group: "Strings", since: "0.1" } as const;

export const stringSearch = {
  split: {
    ...about,
    params: ["s re", "s re limit"],
    doc: "A vector of the pieces of s between matches of a regex. Empty pieces at the end are dropped unless limit is negative; a positive limit is the most pieces to make. A single character, or the empty string to get all characters, may stand for the regex.",
    examples: [
      { code: '(split "a, b,c" #",\\s*")', gives: '["a" "b" "c"]' },
      { code: '(split "a,b,," #"," -1)', gives: '["a" "b" "" ""]' },
      { code: '(split "k=v=w" "=" 2)', gives: '["k" "v=w"]' },
      { code: '(split "a--b" "--")', gives: "error: type_error" },
    ],
    clojure: { differs: "A one-character or empty string is accepted as delimiter." },
    run2: (s, re) => split(s, re, 0),
    run3: split,
  },
  "split-lines": {
    ...about,
    params: ["s"],
    doc: "A vector of the lines of s, split at \\n and \\r\\n. Empty lines at the end are dropped.",
    examples: [
      { code: '(split-lines "a\\nb\\r\\nc\\n\\n")', gives: '["a" "b" "c"]' },
      { code: '(split-lines "")', gives: '[""]' },
    ],
    clojure: "same",
    run1: splitLines,
  },
  "starts-with?": {
    ...about,
    params: ["s prefix"],
    doc: "True when s begins with prefix.",
    examples: [
      { code: '(starts-with? "hello" "he")', gives: "true" },
      { code: '(starts-with? 123 "2")', gives: "false" },
    ],
    clojure: { differs: "Collections are refused instead of being printed first." },
    run2: (s, prefix) => standsAt(textOf(s, "starts-with?"), soughtArg(prefix, "starts-with?"), 0),
  },
  "ends-with?": {
    ...about,
    params: ["s suffix"],
    doc: "True when s ends with suffix.",
    examples: [
      { code: '(ends-with? "hello" "lo")', gives: "true" },
      { code: '(ends-with? "hello" "")', gives: "true" },
    ],
    clojure: { differs: "Collections are refused instead of being printed first." },
    run2: (s, suffix) => endsIn(textOf(s, "ends-with?"), soughtArg(suffix, "ends-with?")),
  },
  "includes?": {
    ...about,
    params: ["s substring"],
    doc: "True when s contains substring. For collections use (some #{x} coll).",
    examples: [
      { code: '(includes? "hello" "ell")', gives: "true" },
      { code: '(includes? ["a" "b"] "a")', gives: "error: type_error" },
    ],
    clojure: { differs: "Collections are refused instead of being printed first." },
    run2: (s, substring) => {
      const text = textOf(s, "includes?");
      const needle = soughtArg(substring, "includes?");
      chargeSearch(text, needle);
      return text.includes(needle);
    },
  },
  "index-of": {
    ...about,
    params: ["s value", "s value from"],
    doc: "The position of the first value in s, looking from position from on; nil when there is none.",
    examples: [
      { code: '(index-of "hello" "l")', gives: "2" },
      { code: '(index-of "hello" "l" 3)', gives: "3" },
      { code: '(index-of "hello" "x")', gives: "nil" },
    ],
    clojure: { differs: "Positions count graphemes." },
    run2: (s, value) => indexOf(s, value, 0),
    run3: indexOf,
  },
  "last-index-of": {
    ...about,
    params: ["s value", "s value from"],
    doc: "The position of the last value in s that starts at from or before; nil when there is none.",
    examples: [
      { code: '(last-index-of "hello" "l")', gives: "3" },
      { code: '(last-index-of "hello" "l" 2)', gives: "2" },
    ],
    clojure: { differs: "Positions count graphemes." },
    run2: (s, value) => lastIndexOf(s, value, undefined),
    run3: lastIndexOf,
  },
  replace: {
    ...about,
    params: ["smap coll", "s match replacement"],
    doc: "With a string: every match (a string or regex) replaced by a string, or for a regex by what a function makes of the match. With a map and a collection: items that are keys of the map replaced by its values. In a replacement for a regex, $1 stands for group 1.",
    examples: [
      { code: '(replace "a-b-c" "-" "+")', gives: '"a+b+c"' },
      { code: '(replace "x1y22" #"\\d+" (fn [m] (str "<" m ">")))', gives: '"x<1>y<22>"' },
      { code: '(replace "john smith" #"(\\w+) (\\w+)" "$2 $1")', gives: '"smith john"' },
      { code: "(replace {:a 1} [:a :b])", gives: "[1 :b]" },
    ],
    clojure: {
      differs: "The bare name serves both clojure.core/replace and clojure.string/replace, by argument count.",
    },
    run2: replaceItems,
    run3: replaceNow("replace", true),
    steps: replaceStepwise("replace", true),
  },
  "clojure.string/replace": {
    ...about,
    params: ["s match replacement"],
    doc: "Every match (a string or regex) in s replaced by a string, or for a regex by what a function makes of the match. In a replacement for a regex, $1 stands for group 1.",
    examples: [
      { code: '(str/replace "a.b.c" "." "")', gives: '"abc"' },
      { code: '(str/replace "a1b2" #"[a-z]" {"a" "A", "b" "B"})', gives: '"A1B2"' },
    ],
    clojure: "same",
    run3: replaceNow("replace", true),
    steps: replaceStepwise("replace", true),
  },
  "replace-first": {
    ...about,
    params: ["s match replacement"],
    doc: "The first match (a string or regex) in s replaced, as replace does for all.",
    examples: [
      { code: '(replace-first "a-b-c" "-" "+")', gives: '"a+b-c"' },
      { code: '(replace-first "a1b2" #"\\d" "<$0>")', gives: '"a<1>b2"' },
    ],
    clojure: "same",
    run3: replaceNow("replace-first", false),
    steps: replaceStepwise("replace-first", false),
  },
  escape: {
    ...about,
    params: ["s cmap"],
    doc: "s with each character for which cmap (a map or function) has a value replaced by that value.",
    examples: [
      { code: '(escape "a<b" {"<" "&lt;"})', gives: '"a&lt;b"' },
      { code: '(escape "abc" (fn [c] (when (= c "b") "-")))', gives: '"a-c"' },
    ],
    clojure: "same",
    steps: escapeSteps,
  },
  "re-quote-replacement": {
    ...about,
    params: ["s"],
    doc: "s with $ and \\ escaped, so that replace takes it literally when it replaces a regex.",
    examples: [
      { code: '(replace "price" #"price" (re-quote-replacement "$5"))', gives: '"$5"' },
      { code: '(re-quote-replacement "a")', gives: '"a"' },
    ],
    clojure: "same",
    run1: (s) => {
      const text = textOf(s, "re-quote-replacement");
      chargeString(2 * text.length);
      return text.replace(/[\\$]/g, "\\$&");
    },
  },
} satisfies BuiltinTable;
