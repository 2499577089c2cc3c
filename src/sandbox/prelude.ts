// What every guest context runs before any code of a tool: it takes the originals of what it needs while nobody can have
// changed them, removes what reaches outside (shared memory, collection timing), freezes the clock, seeds randomness, and
// returns the few functions the runner drives a call with. Only text crosses: JSON in, JSON out, within budgets.
//
// It is guest code, so it is text here. The runner evaluates it to a function and calls that with `send`, the one host
// function there is, and the names of the host functions the tool may ask for.

export const prelude = String.raw`(function (send, functionsText) {
  "use strict";
  const { parse, stringify } = JSON;
  const { apply, construct, getOwnPropertyDescriptor: own, getPrototypeOf: parent, deleteProperty,
    defineProperty: reflectDefine } = Reflect;
  const { freeze, keys, defineProperty } = Object;
  const isArray = Array.isArray;
  const uncurry = (f) => Function.prototype.call.bind(f);
  const slice = uncurry(String.prototype.slice);
  const includes = uncurry(String.prototype.includes);
  const indexOf = uncurry(String.prototype.indexOf);
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
  let left = 0;
  let room = 0;
  let most = null;
  let trouble = null;
  let isBeyond = false;
  /** Code of the guest runs while a value is written (toJSON, getters, proxies): it may not ask its host for anything then. */
  let isWriting = false;
  const stop = { __proto__: null };
  const refuse = (why) => {
    trouble = why;
    throw stop;
  };
  const tooManyParts = () => {
    isBeyond = true;
    refuse("has more than " + most.nodes + " parts");
  };
  const tooLarge = () => {
    isBeyond = true;
    refuse("is larger than " + most.bytes + " bytes");
  };
  const plain = Object.prototype;
  const lists = Array.prototype;
  const isLost = (value) => {
    const up = parent(value);
    return up !== plain && up !== lists && up !== null && !isArray(value) && keys(value).length === 0;
  };
  const look = function (key, value) {
    if (--left < 0) tooManyParts();
    switch (typeof value) {
      case "string":
        if ((room -= value.length) < 0) tooLarge();
        return value;
      case "number":
        if (value - value !== 0) refuse("holds " + text(value) + ", which JSON has no number for");
        return value;
      case "boolean":
        return value;
      case "object":
        if (value !== null && isLost(value)) refuse("holds a Map, Set or other object whose content JSON would lose");
        return value;
      case "undefined":
        // A missing field is how JavaScript spells "not there"; inside a list it would become null unasked.
        if (isArray(this)) refuse("holds undefined inside a list");
        return key === "" ? null : value;
      case "symbol":
        if (!isArray(this) && key !== "") return undefined;
      default:
        refuse("holds a " + typeof value + ", which is not JSON");
    }
  };
  const checked = (out) => {
    if (out === undefined) return "null";
    if (out.length > most.bytes) tooLarge();
    // Looked for in the text, since a proxy could hide it from any other look.
    if (includes(out, '"__proto__":')) refuse("holds a key called __proto__");
    return out;
  };
  const within = (budget, work) => {
    left = budget.nodes;
    room = budget.bytes;
    most = budget;
    trouble = null;
    isBeyond = false;
    const wasWriting = isWriting;
    isWriting = true;
    try {
      return work();
    } finally {
      isWriting = wasWriting;
    }
  };
  const write = (value, budget) =>
    within(budget, () => {
      if (typeof value === "bigint") refuse("holds a bigint, which is not JSON");
      return checked(stringify(value, look));
    });

  // The same text in half the time, for answers: the original stringify alone, and a second look only where its text could
  // stand for something that JSON cannot hold (null for NaN, {} for a Map). Null when in doubt, and write must decide.
  const functions = Function.prototype;
  const isFunction = () => {
    throw new TypeErr("a function");
  };
  const writeFast = (value, budget) => {
    // Parts are counted on the way, or what is shared often enough would be written until there is no time or no memory.
    const counts = own(plain, "toJSON") === undefined && reflectDefine(plain, "toJSON", onObjects);
    if (!counts) return null;
    const marks = own(functions, "toJSON") === undefined && reflectDefine(functions, "toJSON", onFunctions);
    let out;
    itemsLeft = budget.nodes;
    try {
      out = within(budget, () => stringify(value));
    } catch (e) {
      if (e === stop) throw e;
      // Finding that out takes long enough once.
      if (field(e, "message") === "stack overflow") throw e;
      return null;
    } finally {
      deleteProperty(plain, "toJSON");
      if (marks) deleteProperty(functions, "toJSON");
    }
    if (out === undefined) return null;
    // A part takes two characters at least.
    const isClear = out.length < budget.nodes * 2 && !includes(out, "null") && !includes(out, "{}");
    try {
      return within(budget, () => (isClear || isSound(value) ? checked(out) : null));
    } catch (e) {
      if (e === stop) throw e;
      return null;
    }
  };
  // Lists and maps, and what lists hold: neither is more than the parts there are. To count what maps hold, one would have to
  // ask them, and code of the guest may answer.
  let itemsLeft = 0;
  const countParts = function () {
    if (--left < 0 || (isArray(this) && (itemsLeft -= this.length) < 0)) tooManyParts();
    return this;
  };
  const onObjects = { __proto__: null, value: countParts, configurable: true };
  const onFunctions = { __proto__: null, value: isFunction, configurable: true };
  const isSound = (value) => {
    if (--left < 0) return false;
    switch (typeof value) {
      case "number":
        return value - value === 0;
      case "string":
      case "boolean":
        return true;
      case "object": {
        if (value === null) return true;
        if (isArray(value)) {
          for (let i = 0; i < value.length; i++) if (!isSound(value[i])) return false;
          return true;
        }
        if (parent(value) !== plain) return false;
        for (const key in value) {
          const inside = value[key];
          if (inside !== undefined && typeof inside !== "symbol" && !isSound(inside)) return false;
        }
        return true;
      }
    }
    return false;
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
  // The stack of an error of the guest's own class begins in its constructor; what matters is where it was made.
  const withoutMakers = (stack, thrown) => {
    let makers = " ";
    for (let o = thrown, up = 0; o !== null && typeof o === "object" && up < 6; up++) {
      const maker = own(o, "constructor");
      if (maker !== undefined && typeof maker.value === "function") makers += nameOf(maker.value) + " ";
      o = parent(o);
    }
    // "    at Odd (tool:1:2)", line by line
    for (let start = 0; ; ) {
      const caller = indexOf(stack, "at ", start) + 3;
      const end = indexOf(stack, " (", caller);
      const line = indexOf(stack, "\n", start) + 1;
      if (caller < 3 || end < 0 || line === 0 || line < end) return start === 0 ? stack : slice(stack, start);
      if (!includes(makers, " " + slice(stack, caller, end) + " ")) return slice(stack, start);
      start = line;
    }
  };
  const nameOf = (f) => {
    const found = own(f, "name");
    return found !== undefined && typeof found.value === "string" ? slice(found.value, 0, 100) : "";
  };
  const describe = (thrown) => {
    let name = "";
    let message = "";
    let stack = "";
    try {
      if (typeof thrown === "object" && thrown !== null) {
        name = slice(field(thrown, "name"), 0, 100);
        message = slice(field(thrown, "message"), 0, 2000);
        stack = withoutMakers(slice(field(thrown, "stack"), 0, 4000), thrown);
      } else if (typeof thrown !== "function") message = slice(text(thrown), 0, 2000);
    } catch {}
    const reason = recall(hostErrors, thrown);
    // Written by hand: an object would be asked for a toJSON, which the guest may have put in every object.
    return '{"name":' + stringify(name) + ',"message":' + stringify(message) + ',"stack":' + stringify(stack) +
      ',"reason":' + (reason === undefined ? "null" : stringify(reason)) + "}";
  };

  // ---- host calls: promises that the runner settles by number
  const hostErrors = new WeakMap();
  const recall = uncurry(WeakMap.prototype.get);
  const remember = uncurry(WeakMap.prototype.set);
  const waiting = { __proto__: null };
  let calls = 0;
  let mostCalls = 0;
  let tooMany = "";
  let budget = null;
  /** Gives an error its words, when they are known. */
  const hostError = (error, answerText) => {
    const { name, message, hint } = parse(answerText);
    put(error, "message", message);
    put(error, "name", name);
    if (typeof hint === "string") put(error, "hint", hint);
    remember(hostErrors, error, answerText);
    return error;
  };
  // An assignment would run a setter that the guest may have put in Error.prototype.
  const put = (object, key, value) =>
    defineProperty(object, key, { __proto__: null, value, writable: true, enumerable: false, configurable: true });
  // Only so much is under way at once; the rest waits here, within the memory of the guest. Lists are objects without a
  // prototype, since storing in an array would run a setter that the guest may have put in Array.prototype.
  const line = { __proto__: null };
  let first = 1;
  let last = 0;
  let flying = 0;
  let flyingLength = 0;
  const fly = () => {
    while (first <= last) {
      const { id, name, sent } = line[first];
      if (flying >= FLYING || (flying > 0 && flyingLength + sent.length > FLYING_LENGTH)) return;
      delete line[first++];
      const refused = send(id, name, sent);
      if (refused !== "") {
        waiting[id].no(hostError(waiting[id].error, refused));
        delete waiting[id];
        continue;
      }
      waiting[id].length = sent.length;
      flying++;
      flyingLength += sent.length;
    }
  };
  // What is too large for its purpose is refused here, before it costs anybody else anything.
  const carriesMuch = { __proto__: null, "filesystem.write": true, "http.fetch": true, "kv.set": true, tool: true };
  const LITTLE = 64 * 1024;
  let littleBudget = null;
  const FLYING = 32;
  const FLYING_LENGTH = 2 * 1024 * 1024;
  const ask = (name, args) => {
    if (isWriting) throw new TypeErr("The host cannot be asked while a value is being written.");
    while (args.length > 0 && args[args.length - 1] === undefined) args.length--;
    // Made here, where the tool's own lines are on the stack; when the answer comes they are gone.
    const error = new E("");
    if (calls >= mostCalls) return new P((_, no) => no(hostError(error, tooMany)));
    let sent;
    try {
      sent = write(args, carriesMuch[name] === true ? budget : littleBudget);
    } catch (e) {
      if (e !== stop) throw e;
      throw new TypeErr("What was passed to host." + name + " " + trouble + ".");
    }
    return new P((yes, no) => {
      const id = ++calls;
      waiting[id] = { __proto__: null, yes, no, error, length: 0 };
      line[++last] = { __proto__: null, id, name, sent };
      fly();
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
    if (!mayLog || isWriting) return;
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
        if (e !== stop) throw e;
        return "-" + trouble;
      }
    },
    begin(argsText, settingsText) {
      const settings = parse(settingsText);
      now = settings.now;
      seed = settings.seed;
      budget = settings.host;
      littleBudget = { __proto__: null, nodes: budget.nodes, bytes: budget.bytes < LITTLE ? budget.bytes : LITTLE };
      answerBudget = settings.result;
      mayLog = settings.log;
      mostCalls = settings.hostCalls;
      tooMany = settings.tooManyCalls;
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
      flying--;
      flyingLength -= promise.length;
      fly();
      if (ok) promise.yes(parse(answerText));
      else promise.no(hostError(promise.error, answerText));
    },
    /** "" while the tool has not answered. */
    outcome() {
      if (state === "waiting") return "";
      // Nothing of the tool runs after this that could still be answered.
      isWriting = true;
      if (state === "threw") return "-" + describe(answer);
      try {
        const fast = typeof answer === "object" ? writeFast(answer, answerBudget) : null;
        return "+" + (fast ?? write(answer, answerBudget));
      } catch (e) {
        const isCircle = e !== stop && field(e, "message") === "circular reference";
        const where = isBeyond || (e !== stop && !isCircle) ? null : place(answer, "", 0, [200000], null);
        if (e !== stop && where === null) return "-" + describe(e);
        const why = isCircle ? "holds itself, which JSON cannot" : trouble;
        return '?{"trouble":' + stringify(why) + ',"at":' + stringify(where === null ? "" : where) + "}";
      }
    },
    describe,
  };

  /** Where in a value the first thing is that JSON cannot hold; slower than look, which knows no paths. */
  function place(value, path, depth, left, above) {
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
        for (let holder = above; holder !== null; holder = holder.above) if (holder.value === value) return path;
        if (own(value, "__proto__") !== undefined || isLost(value)) return path;
        const here = { __proto__: null, value, above };
        const names = keys(value);
        for (let i = 0; i < names.length; i++) {
          const key = names[i];
          const at = isArray(value) ? path + "[" + key + "]" : path === "" ? key : path + "." + key;
          if (at.length > 300) return null;
          const inside = value[key];
          if (inside === undefined && isArray(value)) return at;
          const found = place(inside, at, depth + 1, left, here);
          if (found !== null) return found;
        }
      }
    }
    return null;
  }
})`;
