// One text for one value: keys in code-unit order, no spaces, undefined members left out. Hashes, exports and comparisons
// all use it, so equal values are equal bytes on every machine.

export function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== "object") return scalar(value);
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(",")}]`;
  const members = Object.entries(value)
    .filter(([, v]) => v !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([key, v]) => `${JSON.stringify(key)}:${canonicalJson(v)}`);
  return `{${members.join(",")}}`;
}

function scalar(value: unknown): string {
  if (typeof value === "number" && !Number.isFinite(value)) throw new Error("JSON has no number that is not finite.");
  const text = JSON.stringify(value);
  if (text === undefined) throw new Error(`JSON has no ${typeof value}.`);
  return text;
}
