// How much JSON a value is, without writing it: an own walk with a bound, since a value shared a million times inside itself
// or nested a million deep must not cost more than the answer "too much".

/** Characters of the value as JSON, roughly; stops counting above `most`. */
export function jsonSize(value: unknown, most: number): number {
  const open: unknown[] = [value];
  let size = 0;
  while (open.length > 0 && size <= most) {
    const next = open.pop();
    if (typeof next === "string") size += next.length + 2;
    else if (typeof next !== "object" || next === null) size += 5;
    else if (Array.isArray(next)) {
      size += 2 + next.length;
      if (size <= most) for (const item of next) open.push(item);
    } else {
      size += 2;
      for (const [key, item] of Object.entries(next)) {
        size += key.length + 4;
        open.push(item);
      }
    }
  }
  return size;
}
