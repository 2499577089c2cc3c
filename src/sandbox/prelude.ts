// What every guest context runs before any code of a tool: it takes the originals of what it needs while nobody can have
// changed them, removes what reaches outside (shared memory, collection timing), freezes the clock, seeds randomness, and
// returns the few functions the runner drives a call with. Only text crosses: JSON in, JSON out, within budgets.
//
// It is guest code, so it is text here. The runner evaluates it to a function and calls that with `send`, the one host
// function there is, and the names of the host functions the tool may ask for.

export const prelude = String.raw`(function (send, functionsText) {
  "use strict";
  const { parse, stringify } = JSON;
  const { apply, construct, getOwnPropertyDescriptor: own, getPrototypeOf: parent, deleteProperty } = Reflect;
  const { freeze, keys, defineProperty } = Object;
  const isArray = Array.isArray;
  const uncurry = (f) => Function.prototype.call.bind(f);
  const slice = uncurry(String.prototype.slice);
  const split = uncurry(String.prototype.split);
  const then = uncurry(Promise.prototype.then);
  const resolved = Promise.resolve.bind(Promise);
  const P = Promise;
  const E = Error;
  const TypeErr = TypeError;
  const finite = Number.isFinite;
  const text = String;

  // ---- the world a tool sees
  for (const name of ["SharedArrayBuffer", "Atomics", "WeakRef", "FinalizationRegistry", "performance", "print",
    "std", "os", "bjson", "scriptArgs", "gc", "navigator"]) deleteProperty(globalThis, name);

  let now = 0;
  const RealDate = Date;
  const FrozenDate = function Date(...parts) {
    if (new.target === undefined) return text(new RealDate(now));
    return construct(RealDate, parts.length === 0 ? [now] : parts, new.target);
  };
  for (const name of ["parse", "UTC"])
    defineProperty(FrozenDate, name, { value: RealDate[name], writable: true, configurable: true });
  defineProperty(FrozenDate, "now", { value: () => now, writable: true, configurable: true });
  defineProperty(FrozenDate, "length", { value: 7, configurable: true });
  defineProperty(FrozenDate, "prototype", { value: RealDate.prototype, writable: false });
  defineProperty(RealDate.prototype, "constructor", { value: FrozenDate, writable: true, configurable: true });
  defineProperty(globalThis, "Date", { value: FrozenDate, writable: true, configurable: true });

  let seed = 0;
  const imul = Math.imul;
  defineProperty(Math, "random", {
    value: function random() {
      seed = (seed + 0x6d2b79f5) | 0;
      let t = imul(seed ^ (seed >>> 15), 1 | seed);
      t = (t + imul(t ^ (t >>> 7), 61 | t)) ^ t;
      return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    },
    writable: true,
    configurable: true,
  });

  // ---- values out: one read of everything, by the original stringify, each node looked at
  let nodes = 0;
  let bytes = 0;
  let most = null;
  let trouble = null;
  const refuse = (why) => {
    trouble = why;
    throw new E(why);
  };
  const plain = Object.prototype;
  const isLost = (value) => {
    const up = parent(value);
    return up !== plain && up !== null && !isArray(value) && keys(value).length === 0;
  };
  const look = function (key, value) {
    if (++nodes > most.nodes) refuse("has more than " + most.nodes + " parts");
    switch (typeof value) {
      case "string":
        if ((bytes += value.length) > most.bytes) refuse("is larger than " + most.bytes + " bytes");
        break;
      case "number":
        if (!finite(value)) refuse("holds " + text(value) + ", which JSON has no number for");
        break;
      case "object":
        if (value !== null) {
          bytes += 2;
          if (own(value, "__proto__") !== undefined) refuse("holds a key called __proto__");
          if (isLost(value)) refuse("holds a Map, Set or other object whose content JSON would lose");
        }
        break;
      case "undefined":
        // A missing field is how JavaScript spells "not there"; inside a list it would become null unasked.
        if (isArray(this)) refuse("holds undefined inside a list");
        if (key === "") return null;
        break;
      case "function":
      case "symbol":
      case "bigint":
        refuse("holds a " + typeof value + ", which is not JSON");
    }
    return value;
  };
  let writing = false;
  const write = (value, budget) => {
    // A toJSON of the guest that asks the host for something would start the counting again.
    if (writing) throw new TypeErr("The host cannot be asked while a value is being written.");
    writing = true;
    try {
      return written(value, budget);
    } finally {
      writing = false;
    }
  };
  const written = (value, budget) => {
    nodes = 0;
    bytes = 0;
    trouble = null;
    most = budget;
    if (typeof value === "bigint") refuse("holds a bigint, which is not JSON");
    const out = stringify(value, look);
    if (out === undefined) return "null";
    if (out.length > budget.bytes) refuse("is larger than " + budget.bytes + " bytes");
    return out;
  };

  // ---- errors out: own data only, so that no getter of the guest runs, and never much of it
  const field = (value, name) => {
    for (let o = value, up = 0; o !== null && typeof o === "object" && up < 6; up++) {
      const found = own(o, name);
      if (found !== undefined) return typeof found.value === "string" ? found.value : "";
      o = parent(o);
    }
    return "";
  };
  const describe = (thrown) => {
    let name = "";
    let message = "";
    let stack = "";
    try {
      if (typeof thrown === "object" && thrown !== null) {
        name = slice(field(thrown, "name"), 0, 100);
        message = slice(field(thrown, "message"), 0, 2000);
        stack = slice(field(thrown, "stack"), 0, 4000);
      } else if (typeof thrown !== "function") message = slice(text(thrown), 0, 2000);
    } catch {}
    const reason = hostErrors.get(thrown);
    // Without a prototype: a toJSON that the guest put on Object.prototype must not write its own report.
    return stringify({ __proto__: null, name, message, stack, reason: reason === undefined ? null : reason });
  };

  // ---- host calls: promises that the runner settles by number
  const hostErrors = new WeakMap();
  defineProperty(hostErrors, "get", { value: WeakMap.prototype.get });
  defineProperty(hostErrors, "set", { value: WeakMap.prototype.set });
  const waiting = { __proto__: null };
  let calls = 0;
  let budget = null;
  const ask = (name, args) => {
    while (args.length > 0 && args[args.length - 1] === undefined) args.length--;
    let sent;
    try {
      sent = write(args, budget);
    } catch (e) {
      if (trouble === null) throw e;
      throw new TypeErr("What was passed to host." + name + " " + trouble + ".");
    }
    // Made here, where the tool's own lines are on the stack; when the answer comes they are gone.
    const error = new E("");
    return new P((yes, no) => {
      const id = ++calls;
      waiting[id] = { __proto__: null, yes, no, error };
      send(id, name, sent);
    });
  };
  const host = { __proto__: null };
  for (const name of parse(functionsText)) {
    const [group, method] = split(name, ".");
    const f = (...args) => ask(name, args);
    if (method === undefined) host[group] = f;
    else {
      host[group] ??= { __proto__: null };
      host[group][method] = f;
    }
  }
  let secretMark = "";
  host.secret = (name) => "\u2983secret:" + text(name) + ":" + secretMark + "\u2984";
  for (const key of keys(host)) freeze(host[key]);
  freeze(host);

  // console is for people who debug a tool: it goes to the log when the tool may log, and nowhere otherwise.
  let mayLog = false;
  const tell = (level) => (...parts) => {
    if (!mayLog) return;
    let line = "";
    for (let i = 0; i < parts.length; i++) {
      const part = parts[i];
      let shown = "";
      try {
        shown = typeof part === "string" ? part : stringify(part);
      } catch {}
      line += (i === 0 ? "" : " ") + shown;
    }
    then(host.log(level, slice(line, 0, 2000)), undefined, () => {});
  };
  defineProperty(globalThis, "console", {
    value: { log: tell("info"), info: tell("info"), debug: tell("debug"), warn: tell("warn"), error: tell("error") },
    writable: true,
    configurable: true,
  });

  // ---- a call
  let main;
  let answerBudget = null;
  let state = "waiting";
  let answer;
  const end = (to) => (value) => {
    if (state !== "waiting") return;
    state = to;
    answer = value;
  };
  return {
    __proto__: null,
    /** Takes a module's exports; says what is wrong with them, or gives meta as JSON. */
    load(exports, budgetText) {
      const limits = parse(budgetText);
      if (typeof exports !== "object" || exports === null) return "!exports";
      const { meta, default: f } = exports;
      if (typeof f !== "function") return "!default";
      main = f;
      if (meta === undefined) return "!meta";
      try {
        return "+" + write(meta, limits);
      } catch (e) {
        if (trouble === null) throw e;
        return "-" + trouble;
      }
    },
    begin(argsText, settingsText) {
      const settings = parse(settingsText);
      now = settings.now;
      seed = settings.seed;
      budget = settings.host;
      answerBudget = settings.result;
      mayLog = settings.log;
      secretMark = settings.secretMark;
      state = "waiting";
      let value;
      try {
        value = main(parse(argsText), host);
      } catch (e) {
        state = "threw";
        answer = e;
        return;
      }
      if (typeof value === "object" && value !== null) then(resolved(value), end("done"), end("threw"));
      else end("done")(value);
    },
    settle(id, ok, answerText) {
      const promise = waiting[id];
      if (promise === undefined) return;
      delete waiting[id];
      const given = parse(answerText);
      if (ok) promise.yes(given);
      else {
        const { error } = promise;
        error.message = given.message;
        error.name = given.name;
        if (given.hint) error.hint = given.hint;
        hostErrors.set(error, answerText);
        promise.no(error);
      }
    },
    /** "" while the tool has not answered. */
    outcome() {
      if (state === "waiting") return "";
      if (state === "threw") return "-" + describe(answer);
      try {
        return "+" + write(answer, answerBudget);
      } catch (e) {
        if (trouble === null) return "-" + describe(e);
        const where = nodes > answerBudget.nodes || bytes > answerBudget.bytes ? null : place(answer, "", 0, [200000]);
        return "?" + stringify({ __proto__: null, trouble, at: where === null ? "" : where });
      }
    },
    describe,
  };

  /** Where in a value the first thing is that JSON cannot hold; slower than look, which knows no paths. */
  function place(value, path, depth, left) {
    if (--left[0] < 0 || depth > 200) return null;
    switch (typeof value) {
      case "number":
        return finite(value) ? null : path;
      case "function":
      case "symbol":
      case "bigint":
        return path;
      case "object": {
        if (value === null) return null;
        if (own(value, "__proto__") !== undefined || isLost(value)) return path;
        const names = keys(value);
        for (let i = 0; i < names.length; i++) {
          const key = names[i];
          const at = isArray(value) ? path + "[" + key + "]" : path === "" ? key : path + "." + key;
          if (at.length > 300) return null;
          const inside = value[key];
          if (inside === undefined && isArray(value)) return at;
          const found = place(inside, at, depth + 1, left);
          if (found !== null) return found;
        }
      }
    }
    return null;
  }
})`;
