// A tool that looks for everything a tool can reach: from the global object, from what the syntax itself hands out, and from
// its host, along own properties, symbols, prototypes, accessors and what they give. globals.test.ts reads its answer.
//
// Breadth first, so that each thing is listed by its shortest path; later paths to it say "is" and that one. What would be
// said of nearly everything is left out: name and length of functions, Function.prototype above functions and
// Object.prototype above objects, and constructor where it leads back to where the prototype came from.

export const meta = {
  name: "walk",
  description: "Lists everything that can be reached.",
  signature: "() -> :any",
  permissions: ["kv:walk", "log", "filesystem:read:*", "secret:key"],
  stateful: true,
};

/** What only syntax and calls hand out, by a name that says how. */
async function handedOut(host) {
  const caught = async (work) => {
    try {
      return await work();
    } catch (e) {
      return e;
    }
  };
  const frames = [];
  const before = Object.getOwnPropertyDescriptor(Error, "prepareStackTrace");
  Error.prepareStackTrace = (_error, sites) => frames.push(...[sites].flat());
  await caught(() => host.filesystem.read("/etc/hostname"));
  if (before === undefined) delete Error.prepareStackTrace;
  else Object.defineProperty(Error, "prepareStackTrace", before);
  const sloppy = new Function("return [this, arguments]")();
  const tag = (strings) => strings;
  return {
    host,
    "this of a sloppy function": sloppy[0],
    "arguments of a sloppy function": sloppy[1],
    "this of a function": (function () {
      return this;
    })(),
    "this of an indirect eval": new Function("return (0, eval)('this')")(),
    "a function": () => 1,
    "an async function": async () => 1,
    "a generator function": function* () {},
    "an async generator function": async function* () {},
    "a generator": (function* () {})(),
    "an async generator": (async function* () {})(),
    "an iterator of an array": [][Symbol.iterator](),
    "an iterator of a map": new Map().entries(),
    "an iterator of a set": new Set().values(),
    "an iterator of a string": ""[Symbol.iterator](),
    "an iterator of matches": "a".matchAll(/a/g),
    "a wrapped iterator": typeof Iterator === "function" ? Iterator.from({ next() {} }) : null,
    "an iterator helper": typeof Iterator === "function" ? [].values().map((x) => x) : null,
    "a match": /(?<x>a)/d.exec("a"),
    "a template": tag`a`,
    "a resolved promise": Promise.resolve(1),
    "promise with resolvers": Promise.withResolvers?.() ?? null,
    "a proxy that can be revoked": Proxy.revocable({}, {}),
    "frames of a stack": frames,
    "an error": caughtNow(() => null.x),
    "an error of the parser": caughtNow(() => new Function("(")),
    "an error of the stack": caughtNow(function deeper() {
      return deeper() + 1;
    }),
    "an answer of the host": await host.kv.keys("walk"),
    "a promise of the host": host.kv.get("walk", "nothing"),
    "a refusal of the host": await caught(() => host.filesystem.read("/etc/hostname")),
    "a complaint of the host": await caught(() => host.kv.get("walk", () => 1)),
    "a placeholder of a secret": host.secret("key"),
  };
}

function caughtNow(work) {
  try {
    return work();
  } catch (e) {
    return e;
  }
}

const word = /^[A-Za-z_$][\w$]*$/;
function below(path, key) {
  if (typeof key === "symbol") return `${path}[${key.description ?? "a symbol"}]`;
  return word.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`;
}

const isThing = (value) => (typeof value === "object" && value !== null) || typeof value === "function";

export default async function walk(_args, host) {
  const roots = await handedOut(host);
  const known = new Map([[globalThis, "globalThis"]]);
  const queue = [[globalThis, "globalThis"]];
  const lines = [];
  const texts = [];
  const meet = (path, value) => {
    if (typeof value === "string") texts.push(value);
    if (!isThing(value)) {
      lines.push(`${path}: ${value === null ? "null" : typeof value}`);
      return;
    }
    const first = known.get(value);
    if (first !== undefined) {
      lines.push(`${path}: is ${first}`);
      return;
    }
    lines.push(`${path}: ${typeof value}`);
    known.set(value, path);
    queue.push([value, path]);
    if (typeof value === "function") texts.push(Function.prototype.toString.call(value));
  };
  for (const key of Reflect.ownKeys(globalThis)) if (key === "globalThis") lines.push("globalThis: object");
  const visit = (thing, path) => {
    const isGlobal = thing === globalThis;
    for (const key of Reflect.ownKeys(thing)) {
      const at = isGlobal ? below("", key).replace(/^\./, "") : below(path, key);
      const { value, get, set } = Reflect.getOwnPropertyDescriptor(thing, key);
      if (get !== undefined || set !== undefined) {
        if (get !== undefined) meet(`get ${at}`, get);
        if (set !== undefined) meet(`set ${at}`, set);
        const given = caughtNow(() => ["gives", thing[key]]);
        if (given[0] === "gives") meet(`${at} as it is read`, given[1]);
        continue;
      }
      if (typeof thing === "function" && key === "name" && typeof value === "string") continue;
      if (typeof thing === "function" && key === "length" && typeof value === "number") continue;
      if (key === "constructor" && known.get(value) !== undefined && `${known.get(value)}.prototype` === path) continue;
      if (isGlobal && value === globalThis) continue;
      meet(at, value);
    }
    const up = Reflect.getPrototypeOf(thing);
    const usual = typeof thing === "function" ? Function.prototype : Object.prototype;
    if (up !== usual) meet(`${path}.[[Prototype]]`, up);
  };
  const drain = () => {
    for (let entry = queue.shift(); entry !== undefined; entry = queue.shift()) visit(...entry);
  };
  drain();
  for (const [name, value] of Object.entries(roots)) {
    meet(`<${name}>`, value);
    drain();
  }
  return { lines, texts };
}
