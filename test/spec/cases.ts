// Reads the examples of a specification page. In a ```clojure block a line that ends in one of the markers below is a case;
// unmarked lines before it, up to a blank line, belong to the same program. Cases of a ```clojure session block are turns of
// one session. ```json data, ```json limits and ```json tools blocks hold for what follows them in the file.

export const markers = ["=>", "return:", "fail:", "error:"] as const;
export type Marker = (typeof markers)[number];

export interface Case {
  /** Line of the marker, from 1. */
  readonly line: number;
  readonly source: string;
  readonly marker: Marker;
  readonly expected: string;
  /** What the case must print, one entry per line; null when the page does not say. A last "…" stands for any rest. */
  readonly prints: readonly string[] | null;
  /** Cases with the same number are turns of one session. */
  readonly session: number;
  readonly data: Readonly<Record<string, unknown>>;
  readonly limits: Readonly<Record<string, number>>;
  /** The answer of each granted tool. */
  readonly tools: Readonly<Record<string, unknown>>;
}

const marked = /^(.*?)\s*;\s*(=>|return:|fail:|error:)\s*(.*)$/;
const printed = /^\s*;\s*prints:\s?(.*)$/;

export function casesOf(text: string): Case[] {
  const cases: Case[] = [];
  let block: string | null = null;
  let pending: string[] = [];
  let json: string[] = [];
  const settings = { data: {}, limits: {}, tools: {} };
  let session = 0;
  text.split("\n").forEach((line, i) => {
    if (line.startsWith("```")) {
      for (const name of ["data", "limits", "tools"] as const)
        if (block === `json ${name}`) settings[name] = JSON.parse(json.join("\n"));
      block = block === null ? line.slice(3).trim() : null;
      [pending, json] = [[], []];
      session++;
      return;
    }
    if (block?.startsWith("json")) json.push(line);
    if (block !== "clojure" && block !== "clojure session") return;
    const prints = printed.exec(line);
    if (prints !== null) {
      const last = cases.at(-1)!;
      cases[cases.length - 1] = { ...last, prints: [...(last.prints ?? []), prints[1]!] };
      return;
    }
    if (line.trim() === "") pending = [];
    const found = marked.exec(line);
    if (found === null) {
      pending.push(line);
      return;
    }
    const [, code, marker, expected] = found;
    if (block === "clojure") session++;
    const source = [...pending, code!].join("\n");
    cases.push({
      line: i + 1,
      source,
      marker: marker as Marker,
      expected: expected!.trim(),
      prints: null,
      session,
      ...settings,
    });
    pending = [];
  });
  return cases;
}

/** The page with the marker of the given lines replaced, for UPDATE=1. */
export function withOutcomes(text: string, outcomes: ReadonlyMap<number, string>): string {
  return text
    .split("\n")
    .map((line, i) => {
      const outcome = outcomes.get(i + 1);
      return outcome === undefined ? line : `${marked.exec(line)![1]} ; ${outcome}`;
    })
    .join("\n");
}
