// Faults that one gate alone can refuse: whoever switches it off lets them in. With them a small registry in which they can
// be made.

import type { ToolDraft } from "../../src/registry/draft.ts";
import type { Registration } from "../../src/registry/register.ts";
import type { CaseDraft } from "../../src/registry/suite.ts";
import { lispMutants } from "./mutants.ts";
import { gives, host, lisp, type TestRegistry, testRegistry } from "./registry.ts";

export interface GateFault {
  readonly gate: string;
  readonly fault: string;
  readonly draft: ToolDraft;
  readonly cases?: readonly CaseDraft[];
}

let drawn = 0;
const functions = { stamp: () => 1, draw: () => ++drawn };

const rate = `(defn rate "Percent for a sum." {:signature "(x :int) -> :int"} [x] (if (< x 10) 5 (- 8 1)))`;
const less = `(defn less "Four less." {:signature "(x :int) -> :int" :deterministic true} [x] (- x 4))`;
const bill = `(defn bill "What it costs." {:signature "(x :int) -> :int" :deterministic true} [x] (* x (rate x)))`;
const doubled = (body: string, options = ""): string =>
  `(defn doubled "Twice." {:signature "(x :int) -> :int" ${options}} [x] ${body})`;

/** `rate` has no case of its own: only `bill`, which calls it, knows what it must do. */
export async function registryForFaults(): Promise<TestRegistry> {
  const made = await testRegistry({ functions, policy: { deny: ["clock:now"] } });
  const billed = [9, 10, 20].map((x) => gives({ x }, x * (x < 10 ? 5 : 7)));
  for (const [draft, cases] of [
    [lisp(rate), []],
    [lisp(bill), billed],
    [lisp(less), [gives({ x: 7 }, 3), gives({ x: -7 }, -11)]],
  ] as const) {
    const done = await made.registry.registerTool(draft, { cases });
    if (!done.ok) throw new Error(done.problem.message);
  }
  return made;
}

const mutants = (sound: string): readonly { readonly fault: string; readonly draft: ToolDraft }[] => {
  const draft = lisp(sound);
  const { body } = draft;
  if (body.kind !== "lisp") throw new Error("Only composed tools here.");
  const some = lispMutants(sound).slice(0, 5);
  return some.map(({ text, fault }) => ({ fault, draft: { ...draft, body: { ...body, code: text } } }));
};

const script = { kind: "module", file: "m.js", source: null, script: "export default 1", map: null } as const;

export const gateFaults: readonly GateFault[] = [
  {
    gate: "parses",
    fault: "a script that is not the one its hash names",
    draft: { id: "m", signature: "() -> :int", body: { ...script, hash: "sha256:0" } },
  },
  {
    gate: "parses",
    fault: "a text that does not define the tool",
    draft: { ...lisp(doubled("(* 2 x)")), body: { kind: "lisp", code: less, main: "doubled", file: "x.clj" } },
  },
  {
    gate: "contract",
    fault: "a signature with another argument",
    draft: { ...lisp(doubled("(* 2 x)")), signature: "(y :int) -> :int" },
  },
  {
    gate: "links",
    fault: "a promise of the same answer that asks for chance",
    draft: lisp(doubled("(rand-int 1000000000)", ":deterministic true")),
    cases: [{ input: { x: 1 }, expected: { kind: "no_crash" } }],
  },
  { gate: "links", fault: "a name that nobody has", draft: host("stamp", "() -> :int", { dependencies: ["nobody"] }) },
  {
    gate: "permitted",
    fault: "a permission that is denied",
    draft: lisp(doubled("(* 2 x)", ':permissions ["clock:now"]')),
  },
  { gate: "permitted", fault: "no known permission", draft: lisp(doubled("(* 2 x)", ':permissions ["fly:away"]')) },
  {
    gate: "requirements",
    fault: "a required tool that is not there",
    draft: host("stamp", "() -> :int", { requiredTools: ["nobody"] }),
  },
  {
    gate: "examples",
    fault: "an example that fails",
    draft: lisp(doubled('(if (= x 3) (fail "three") (* 2 x))', ":examples [{:args {:x 3}}]")),
  },
  {
    gate: "suite",
    fault: "a case that fails",
    draft: lisp(doubled("(* 3 x)")),
    cases: [gives({ x: 2 }, 4)],
  },
  ...mutants(less).map((mutant) => ({ gate: "history", ...mutant })),
  ...mutants(rate).map((mutant) => ({ gate: "dependents", ...mutant })),
  {
    gate: "deterministic",
    fault: "an answer that is never the same",
    draft: host("draw", "() -> :int", { deterministic: true }),
    cases: [{ input: {}, expected: { kind: "no_crash" } }],
  },
];

export type Tried = { readonly fault: GateFault; readonly done: Registration | null };

/** Each fault in a registry of its own; null: the registration broke off with an error that is no answer. */
export async function tryFaults(faults: readonly GateFault[]): Promise<readonly Tried[]> {
  const tried: Tried[] = [];
  for (const fault of faults) {
    const { registry, store } = await registryForFaults();
    const done = await registry.registerTool(fault.draft, { cases: fault.cases ?? [] }).catch(() => null);
    tried.push({ fault, done });
    await store.close();
  }
  return tried;
}
