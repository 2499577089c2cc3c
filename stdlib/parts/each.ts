// Tools that read one text read a list of them too: a column costs one call, and an error says which item it is about.

export type OneOrMany<T> = T | readonly T[];

export function readEach<T, R>(
  given: OneOrMany<T>,
  what: string,
  invalid: "error" | "null",
  read: (item: T) => R,
): OneOrMany<R | null> {
  const attempt = (item: T, place: string): R | null => {
    try {
      return read(item);
    } catch (e) {
      if (invalid === "null") return null;
      throw place === "" || !(e instanceof Error) ? e : new Error(`${place}: ${e.message}`);
    }
  };
  return isMany(given) ? given.map((item, i) => attempt(item, `${what}[${i}]`)) : attempt(given, "");
}

function isMany<T>(given: OneOrMany<T>): given is readonly T[] {
  return Array.isArray(given);
}

/** The entry of a table of locales for "de-CH", "de_CH" or "DE": the region's own, else the language's. */
export function localeEntry<T>(table: ReadonlyMap<string, T>, locale: string): T {
  const wanted = locale.trim().replaceAll("_", "-").toLowerCase();
  const [language = "", ...rest] = wanted.split("-");
  const region = rest.find((part) => /^([a-z]{2}|\d{3})$/.test(part));
  const found = (region === undefined ? undefined : table.get(`${language}-${region}`)) ?? table.get(language);
  if (found !== undefined) return found;
  throw new Error(
    `There is no locale ${JSON.stringify(locale)} here. Known are ${[...table.keys()].sort().join(", ")}; other regions of a language read as the language does.`,
  );
}
