// Misuse of the library by its host: thrown before anything runs, unlike what a program does wrong, which is returned.

import { suggest } from "./suggest.ts";

export class OptionsError extends Error {
  override readonly name = "OptionsError";
}

export function refuse(message: string): never {
  throw new OptionsError(message);
}

/** Refuses keys that are no options: a misspelt limit must not be a limit that silently does not hold. */
export function onlyKnown(given: object, known: readonly string[], what: string): void {
  for (const key of Object.keys(given)) {
    if (known.includes(key)) continue;
    const [near] = suggest(key, known);
    refuse(
      `${what} has no option "${key}".${near === undefined ? ` Known: ${known.join(", ")}.` : ` Did you mean "${near}"?`}`,
    );
  }
}

/** Looks at what the host gave: a proxy may throw anything at whoever does. */
export function legible<T>(what: string, look: () => T): T {
  try {
    return look();
  } catch (thrown) {
    if (thrown instanceof OptionsError) throw thrown;
    return refuse(`${what} cannot be read: it throws when it is looked at.`);
  }
}
