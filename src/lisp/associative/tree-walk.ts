// clojure.walk: rebuilding nested data node by node. Each level is a loop over the items of one collection; when the
// program's function waits for a tool, what is left of that loop becomes a frame of the suspension, level by level.

import { charge, chargeItems, enter, leave } from "../meter.ts";
import { Suspension } from "../suspension.ts";
import { MapBuilder, mapBytes, PMap } from "../values/map.ts";
import { entriesOf } from "../values/seq.ts";
import { PSet } from "../values/set.ts";
import type { Value } from "../values/value.ts";
import { ENTRY, Vec } from "../values/vector.ts";
import { addEntry, addMembers } from "./conjoin.ts";

/** May return a Suspension, typed as a Value, as any call does. */
type Step = (v: Value) => Value;

/** Host frames one level of data costs, as the depth counter counts them. */
const LEVEL_WEIGHT = 8;

function after(v: Value, next: Step): Value {
  return v instanceof Suspension ? v.push(next) : next(v);
}

/** Applies `inner` to the parts of a collection and `outer` to the collection rebuilt from the results. */
export function walk(inner: Step, outer: Step, form: Value): Value {
  enter(LEVEL_WEIGHT);
  const result = isCollection(form)
    ? after(each(inner, partsOf(form)), (parts) => outer(rebuild(form, (parts as Vec).items())))
    : outer(form);
  leave(LEVEL_WEIGHT);
  return result;
}

type Collection = Vec | PMap | PSet;

function isCollection(form: Value): form is Collection {
  return form instanceof Vec || form instanceof PMap || form instanceof PSet;
}

function partsOf(form: Collection): readonly Value[] {
  return form instanceof PMap ? entriesOf(form) : form.items();
}

function each(inner: Step, parts: readonly Value[]): Value {
  chargeItems(parts.length);
  return eachFrom(inner, parts, new Array<Value>(parts.length), 0);
}

function eachFrom(inner: Step, parts: readonly Value[], out: Value[], from: number): Value {
  for (let i = from; i < parts.length; i++) {
    const made = inner(parts[i] as Value);
    if (made instanceof Suspension)
      return made.push((v) => {
        out[i] = v;
        return eachFrom(inner, parts, out, i + 1);
      });
    out[i] = made;
  }
  return Vec.of(out);
}

function rebuild(form: Collection, parts: readonly Value[]): Value {
  if (form instanceof Vec) {
    if (form.tag === ENTRY) return Vec.entry(parts[0] as Value, parts[1] as Value);
    return Vec.of(parts as Value[], form.tag);
  }
  if (form instanceof PSet) {
    const empty = form.sorted === null ? PSet.EMPTY : new PSet(PMap.emptySorted(form.sorted));
    return addMembers(empty, parts);
  }
  charge(mapBytes(parts.length));
  const builder = new MapBuilder(form.sorted === null ? null : PMap.emptySorted(form.sorted));
  for (const part of parts) addEntry(builder, part, "walk");
  return builder.done();
}

export function postwalk(f: Step, form: Value): Value {
  const below: Step = (v) => walk(below, f, v);
  return below(form);
}

export function prewalk(f: Step, form: Value): Value {
  const same: Step = (v) => v;
  const below: Step = (v) => after(f(v), (made) => walk(below, same, made));
  return below(form);
}

/** Applies `rename` to every key of every map, however deep. Maps come back unsorted: their keys may change kind. */
export function renameAllKeys(rename: Step, form: Value): Value {
  return postwalk((v) => {
    if (!(v instanceof PMap)) return v;
    const pairs = v.pairs();
    charge(mapBytes(v.size));
    const builder = new MapBuilder();
    for (let i = 0; i < pairs.length; i += 2) builder.set(rename(pairs[i] as Value), pairs[i + 1] as Value);
    return builder.done();
  }, form);
}
