// Path patterns: `*` within one segment, `**` any number of segments, `?` one character, `{a,b}` alternatives, `\` before a
// character that should mean itself. A pattern becomes a small automaton that is walked with all its states at once, so
// matching costs at most pattern times text and nothing backtracks; dots at the start of a name mean nothing special.

export interface Glob {
  readonly source: string;
  /** One code per state: a code point to match, or one of the codes below. */
  readonly codes: readonly number[];
  readonly starts: readonly number[];
}

export type GlobResult =
  | { readonly ok: true; readonly glob: Glob }
  | { readonly ok: false; readonly message: string; readonly hint: string };

const SLASH = 47;
const BACKSLASH = "\\";
/** One character, but no slash. */
const ONE = -1;
/** Any number of characters, but no slash. */
const SOME = -2;
/** One character of any kind. */
const ONE_OF_ALL = -3;
/** Any number of characters of any kind. */
const ALL = -4;
/** The folders of a double star before a slash may be missing: go on here or four states further. */
const MAYBE = -5;
const END = -6;

export interface GlobLimits {
  /** Characters of the pattern. */
  readonly length: number;
  /** States of the automaton, all alternatives together. */
  readonly states: number;
}

/** For patterns of people: permissions and grants. */
export const policyGlobLimits: GlobLimits = { length: 1024, states: 16_384 };
/** For patterns that foreign code makes up and that are matched against whole folders. */
export const guestGlobLimits: GlobLimits = { length: 512, states: 1024 };

const DEEPEST_BRACES = 8;

class Unreadable extends Error {
  constructor(
    message: string,
    readonly hint: string,
  ) {
    super(message);
  }
}

export function compileGlob(source: string, limits: GlobLimits = policyGlobLimits): GlobResult {
  if (source.length > limits.length)
    return {
      ok: false,
      message: `The pattern has ${source.length} characters; ${limits.length} are the most.`,
      hint: "Use a shorter pattern.",
    };
  try {
    const codes: number[] = [];
    const starts: number[] = [];
    for (const plain of alternativesOf(source, limits.states)) {
      starts.push(codes.length);
      compilePlain(plain, codes);
      if (codes.length > limits.states) throw tooManyAlternatives();
    }
    return { ok: true, glob: { source, codes, starts } };
  } catch (e) {
    if (e instanceof Unreadable) return { ok: false, message: e.message, hint: e.hint };
    throw e;
  }
}

function tooManyAlternatives(): Unreadable {
  return new Unreadable("The braces of the pattern stand for too many alternatives.", "Use several patterns instead.");
}

/** The pattern with its braces multiplied out; escapes stay. */
function alternativesOf(source: string, most: number): readonly string[] {
  let at = 0;
  const sequence = (depth: number): string[] => {
    let whole: string[] = [];
    let sofar = [""];
    const append = (endings: readonly string[]) => {
      if (sofar.length * endings.length > most) throw tooManyAlternatives();
      sofar = sofar.flatMap((start) => endings.map((ending) => start + ending));
      if (sofar.length * (sofar[0]?.length ?? 0) > most * 4) throw tooManyAlternatives();
    };
    for (; at < source.length; at++) {
      const c = source[at]!;
      if (c === BACKSLASH) {
        if (at + 1 >= source.length)
          throw new Unreadable("The pattern ends in a backslash.", "Write two for a backslash in a name.");
        append([c + source[++at]!]);
      } else if (c === "{") {
        const opened = at++;
        if (depth >= DEEPEST_BRACES)
          throw new Unreadable(`Braces nest deeper than ${DEEPEST_BRACES}.`, "Use several patterns instead.");
        const inner = sequence(depth + 1);
        if (source[at] !== "}")
          throw new Unreadable(
            `The { at character ${opened + 1} is not closed.`,
            "Add a }, or write \\{ for the brace.",
          );
        append(inner);
      } else if (c === "}") {
        if (depth > 0) break;
        throw new Unreadable(`The } at character ${at + 1} closes nothing.`, "Write \\} for a brace in a name.");
      } else if (c === "," && depth > 0) {
        whole = whole.concat(sofar);
        sofar = [""];
      } else append([c]);
    }
    return whole.concat(sofar);
  };
  return sequence(0);
}

/** Segments of a pattern without braces, each as codes; a folder's worth of `**` is `null`. */
function compilePlain(plain: string, codes: number[]): void {
  const segments = segmentsOf(plain);
  segments.forEach((segment, index) => {
    const last = index === segments.length - 1;
    if (segment === null) {
      if (last) codes.push(ONE_OF_ALL, ALL);
      else codes.push(MAYBE, ONE_OF_ALL, ALL, SLASH);
      return;
    }
    if (segment.length === 0 && index > 0)
      throw new Unreadable(
        last ? "The pattern ends in a slash." : "The pattern has an empty part between two slashes.",
        last ? "Write folder/** for all that is in the folder." : "Leave one slash out.",
      );
    codes.push(...segment);
    if (!last) codes.push(SLASH);
  });
  codes.push(END);
}

function segmentsOf(plain: string): readonly (readonly number[] | null)[] {
  const segments: (readonly number[] | null)[] = [];
  let codes: number[] = [];
  let raw = "";
  let doubled = false;
  const close = () => {
    if (raw === "..") throw new Unreadable("The pattern has a .. part.", "Name the folder itself.");
    if (doubled && raw !== "**")
      throw new Unreadable("** must stand alone between slashes.", "Write * inside a name, ** for whole folders.");
    // A lone star needs something to stand for: no path has an empty part.
    const alone = codes.length === 1 && codes[0] === SOME;
    segments.push(doubled ? null : alone ? [ONE, SOME] : codes);
    [codes, raw, doubled] = [[], "", false];
  };
  let escaped = false;
  for (const c of plain) {
    if (c === "/" && !escaped) {
      // "./x" is "x", also in the middle.
      if (raw === ".") [codes, raw] = [[], ""];
      else close();
      continue;
    }
    if (escaped || (c !== BACKSLASH && c !== "*" && c !== "?")) {
      if (!escaped && (c === "[" || c === "]"))
        throw new Unreadable(
          `${c} has no meaning in a pattern.`,
          `Write \\${c} for the character, {a,b} for a choice.`,
        );
      codes.push(c.codePointAt(0)!);
    } else if (c === "?") codes.push(ONE);
    else if (c === "*") {
      if (raw.endsWith("*") && codes.at(-1) === SOME) doubled = true;
      else codes.push(SOME);
    }
    raw += c;
    escaped = c === BACKSLASH && !escaped;
  }
  if (raw === ".") throw new Unreadable("The pattern ends in a dot for a folder.", "Write folder/** for all in it.");
  close();
  return segments;
}

/** A set of states that remembers the order they came in. */
class States {
  private readonly marks: Int32Array;
  private round = 0;
  list: number[] = [];
  constructor(private readonly codes: readonly number[]) {
    this.marks = new Int32Array(codes.length);
  }
  clear(): void {
    this.round++;
    this.list = [];
  }
  add(state: number): void {
    if (this.marks[state] === this.round) return;
    this.marks[state] = this.round;
    this.list.push(state);
    const code = this.codes[state]!;
    if (code === SOME || code === ALL) this.add(state + 1);
    else if (code === MAYBE) {
      this.add(state + 1);
      this.add(state + 4);
    }
  }
  step(from: readonly number[], c: number): void {
    this.clear();
    for (const state of from) {
      const code = this.codes[state]!;
      if (code === c || code === ONE_OF_ALL) this.add(state + 1);
      else if (code === ALL) this.add(state);
      else if (c !== SLASH) {
        if (code === ONE) this.add(state + 1);
        else if (code === SOME) this.add(state);
      }
    }
  }
  get accepting(): boolean {
    return this.list.some((state) => this.codes[state] === END);
  }
}

function started(glob: Glob): States {
  const states = new States(glob.codes);
  states.clear();
  for (const start of glob.starts) states.add(start);
  return states;
}

/** Whether the whole text fits. Paths have forward slashes, no empty, `.` or `..` parts. */
export function matchesGlob(glob: Glob, text: string): boolean {
  const states = started(glob);
  for (const c of text) {
    states.step(states.list, c.codePointAt(0)!);
    if (states.list.length === 0) return false;
  }
  return states.accepting;
}

/** Whether some text that starts like this may fit. */
export function reachesGlob(glob: Glob, start: string): boolean {
  const states = started(glob);
  for (const c of start) states.step(states.list, c.codePointAt(0)!);
  return states.list.length > 0;
}

/** Stands for every character that neither pattern names. */
const OTHER = 0x110000;
const MOST_PAIRS = 3000;

/**
 * Whether every text that fits `inner` fits `outer`. True is certain; false may also mean that the two are too tangled
 * to compare within bounds.
 */
export function includesGlob(outer: Glob, inner: Glob): boolean {
  if (outer.source === inner.source) return true;
  const alphabet = new Set([SLASH, OTHER, ...[...outer.codes, ...inner.codes].filter((code) => code >= 0)]);
  const outerStates = started(outer);
  const innerStates = started(inner);
  const seen = new Set<string>();
  const open: { readonly inner: number; readonly outer: readonly number[] }[] = [];
  const visit = (state: number, beside: readonly number[]): boolean => {
    if (inner.codes[state] === END && !beside.some((other) => outer.codes[other] === END)) return false;
    const key = `${state}:${beside.join()}`;
    if (!seen.has(key)) {
      seen.add(key);
      open.push({ inner: state, outer: beside });
    }
    return seen.size <= MOST_PAIRS;
  };
  const sorted = (list: readonly number[]) => [...list].sort((a, b) => a - b);
  for (const state of innerStates.list) if (!visit(state, sorted(outerStates.list))) return false;
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    for (const c of alphabet) {
      innerStates.step([pair.inner], c);
      if (innerStates.list.length === 0) continue;
      outerStates.step(pair.outer, c);
      const beside = sorted(outerStates.list);
      for (const state of innerStates.list) if (!visit(state, beside)) return false;
    }
  }
  return true;
}

const MAGIC = /[*?{}[\],\\]/g;

/** The pattern that fits exactly this path. */
export function escapeGlob(path: string): string {
  return path.replace(MAGIC, "\\$&");
}

/** The folders at the start that hold no pattern: "data/2024" of "data/2024/*.csv"; the rest is what follows. */
export function splitGlob(source: string): { readonly folder: string; readonly rest: string } {
  let end = -1;
  let plain = "";
  let folder = "";
  for (let i = 0; i < source.length; i++) {
    const c = source[i]!;
    if (c === BACKSLASH) plain += source[++i] ?? "";
    else if (c === "*" || c === "?" || c === "{") break;
    else {
      if (c === "/") [end, folder] = [i, plain === "" ? "/" : plain];
      plain += c;
    }
  }
  return { folder, rest: source.slice(end + 1) };
}
