// What models write by habit from Clojure and other languages, looked up when a name is not defined. The answer is always
// the PTC-Lisp way, as code that can be written in its place.

import { foldName, nearest } from "../../base/suggest.ts";
import { clojureHabits } from "./habits-clojure.ts";
import { languageHabits } from "./habits-languages.ts";

export interface Habit {
  readonly hint: string;
  /** A form with arguments of its own kind: what is inside is not analysed, since it would only add noise. */
  readonly form: boolean;
}

let known: ReadonlyMap<string, Habit> | undefined;

/** All of them; built when first asked for, since most programs define every name they use. */
export function habits(): ReadonlyMap<string, Habit> {
  known ??= new Map([...languageHabits(), ...clojureHabits()]);
  return known;
}

let folded: Map<string, string> | undefined;

/** The habit of exactly this name, or of the same name in another spelling (toString, to_string, to-string). */
export function habitOf(name: string): Habit | undefined {
  const exact = habits().get(name);
  if (exact !== undefined) return exact;
  if (folded === undefined) {
    folded = new Map();
    for (const key of habits().keys()) if (foldName(key).length > 1) folded.set(foldName(key), key);
  }
  return habits().get(folded.get(foldName(name)) ?? "");
}

/** The habit whose name is misspelt least, with how far away it is. */
export function nearHabit(name: string): { readonly habit: Habit; readonly distance: number } | undefined {
  const [best] = nearest(name, [...habits().keys()].filter(isWord), 1);
  // Habits are many and of all kinds: only a clear slip of the finger leads to one.
  if (best !== undefined && best.distance > (name.length < 8 ? 1 : 2)) return undefined;
  return best === undefined ? undefined : { habit: habits().get(best.name)!, distance: best.distance };
}

function isWord(name: string): boolean {
  return name.length > 3 && /^[A-Za-z]/.test(name);
}
