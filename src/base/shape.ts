// What a value from outside must look like, as a table of its fields, and what is wrong with one in words. A field too many is
// refused as well, since it would be lost.

/** Null when the value is right, else what it should be. */
export type Shape = (value: unknown) => string | null;

export const text: Shape = (value) => (typeof value === "string" ? null : "a text");
export const flag: Shape = (value) => (typeof value === "boolean" ? null : "true or false");
export const whole: Shape = (value) => (Number.isSafeInteger(value) && Number(value) >= 0 ? null : "a whole number");
export const anything: Shape = () => null;
export const object: Shape = (value) => (isObject(value) ? null : "an object");
export const orNull =
  (shape: Shape): Shape =>
  (value) =>
    value === null ? null : also("null", shape(value));
export const optional =
  (shape: Shape): Shape =>
  (value) =>
    value === undefined ? null : shape(value);
export const oneOf =
  (...words: readonly string[]): Shape =>
  (value) =>
    words.includes(value as string) ? null : words.join(" or ");
export const listOf =
  (shape: Shape): Shape =>
  (value) =>
    Array.isArray(value) ? first(value.map((item, at) => inside(`[${at}]`, shape(item)))) : "a list";
export const mapOf =
  (shape: Shape): Shape =>
  (value) =>
    isObject(value) ? first(Object.entries(value).map(([key, item]) => inside(`.${key}`, shape(item)))) : "an object";

export function fields(shapes: Readonly<Record<string, Shape>>): Shape {
  return (value) => {
    if (!isObject(value)) return "an object";
    const unknown = Object.keys(value).find((key) => !Object.hasOwn(shapes, key));
    if (unknown !== undefined) return `.${unknown}: nothing, for there is no such field`;
    return first(Object.entries(shapes).map(([key, shape]) => inside(`.${key}`, shape(value[key]))));
  };
}

/** The field `kind` says which. */
export function byKind(kinds: Readonly<Record<string, Readonly<Record<string, Shape>>>>): Shape {
  return (value) => {
    const kind = isObject(value) ? value.kind : undefined;
    if (typeof kind !== "string" || !Object.hasOwn(kinds, kind)) return `.kind: ${Object.keys(kinds).join(" or ")}`;
    return fields({ kind: text, ...kinds[kind] })(value);
  };
}

/** "tools[2].id should be a text", or null. */
export function wrongIn(value: unknown, shape: Shape): string | null {
  const wrong = shape(value);
  if (wrong === null) return null;
  const [, path, wanted] = /^([^:]*): (.*)$/.exec(wrong) ?? [null, "", wrong];
  return path === "" ? `should be ${wanted}` : `${path?.replace(/^\./, "")} should be ${wanted}`;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function inside(path: string, wrong: string | null): string | null {
  if (wrong === null) return null;
  return /^[.[]/.test(wrong) ? path + wrong : `${path}: ${wrong}`;
}

function also(word: string, wrong: string | null): string | null {
  return wrong === null || /^[.[]/.test(wrong) ? wrong : `${wrong} or ${word}`;
}

function first(all: readonly (string | null)[]): string | null {
  return all.find((wrong) => wrong !== null) ?? null;
}
