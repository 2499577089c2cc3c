// The first place where two JSON values differ, for words such as "rows[2].name: expected …, got …".

export interface Difference {
  /** "" for the value itself. */
  readonly at: string;
  /** As JSON; undefined when there is nothing at the place. */
  readonly expected: string | undefined;
  readonly got: string | undefined;
}

/** Null when they are the same. The order of keys does not count. */
export function firstDifference(expected: unknown, got: unknown, at = ""): Difference | null {
  if (Object.is(expected, got) || expected === got) return null;
  const different = { at, expected: JSON.stringify(expected), got: JSON.stringify(got) };
  if (Array.isArray(expected) && Array.isArray(got)) {
    for (let i = 0; i < Math.max(expected.length, got.length); i++) {
      const found = firstDifference(expected[i], got[i], `${at}[${i}]`);
      if (found !== null) return found;
    }
    return null;
  }
  if (!isObject(expected) || !isObject(got)) return different;
  for (const key of new Set([...Object.keys(expected), ...Object.keys(got)])) {
    const inside = at === "" ? key : `${at}.${key}`;
    const found = firstDifference(fieldOf(expected, key), fieldOf(got, key), inside);
    if (found !== null) return found;
  }
  return null;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function fieldOf(object: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
