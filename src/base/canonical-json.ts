// One text for one value: keys in code-unit order, no spaces, undefined members left out. Hashes, exports and comparisons
// all use it, so equal values are equal bytes on every machine.

export function canonicalJson(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (value === null || typeof value !== "object") return scalar(value);
  let out = "";
  if (Array.isArray(value)) {
    for (const item of value) out += `${out === "" ? "[" : ","}${canonicalJson(item ?? null)}`;
    return out === "" ? "[]" : `${out}]`;
  }
  for (const key of Object.keys(value).sort()) {
    const member: unknown = value[key as keyof typeof value];
    if (member !== undefined) out += `${out === "" ? "{" : ","}${quoted(key)}:${canonicalJson(member)}`;
  }
  return out === "" ? "{}" : `${out}}`;
}

/** The same few keys stand in every record. */
const keys = new Map<string, string>();
const MOST_KEYS = 500;

function quoted(key: string): string {
  let text = keys.get(key);
  if (text !== undefined) return text;
  text = JSON.stringify(key);
  if (keys.size < MOST_KEYS) keys.set(key, text);
  return text;
}

function scalar(value: unknown): string {
  if (typeof value === "number" && !Number.isFinite(value)) throw new Error("JSON has no number that is not finite.");
  const text = JSON.stringify(value);
  if (text === undefined) throw new Error(`JSON has no ${typeof value}.`);
  return text;
}
