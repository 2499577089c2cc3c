// The gates against seeded faults: each is registered as a repair of the sound tool and must be refused. A fault that changes
// nothing is no fault: what the gates let in is run on further inputs beside the sound tool, and counted out if they agree.
// Beside them stand faults that one gate alone refuses, and what happens when it is switched off.
// PTC_MUTANTS=500 tries more of them (scripts/mutation.mjs), PTC_MUTANTS_SEED others.

import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { loadCatalog } from "../../src/registry/catalog.ts";
import type { ToolDraft } from "../../src/registry/draft.ts";
import { passed } from "../../src/registry/evidence.ts";
import { gates } from "../../src/registry/gates/index.ts";
import { type Linked, linkTool } from "../../src/registry/linking.ts";
import type { CaseOutcome } from "../../src/registry/model.ts";
import type { Registration } from "../../src/registry/register.ts";
import { sameOutcome } from "../../src/registry/verify.ts";
import { createSandbox, type Sandbox } from "../../src/sandbox/sandbox.ts";
import { randomNumbers } from "../support/choices.ts";
import { gateFaults, tryFaults } from "../support/gate-faults.ts";
import { lispMutants, type Mutant, scriptMutants } from "../support/mutants.ts";
import { base, composed, hostFunctions, type Subject } from "../support/mutation-subjects.ts";
import { host, lisp, type TestRegistry, testRegistry } from "../support/registry.ts";
import { withSandboxFiles } from "../support/sandbox-files.ts";

const wanted = Number(process.env.PTC_MUTANTS ?? 40);
const seed = Number(process.env.PTC_MUTANTS_SEED ?? 20261118);
const REFUSED = 0.99;

withSandboxFiles();
let sandbox: Sandbox;
beforeAll(() => {
  sandbox = createSandbox({ pool: { size: 1 }, limits: { timeoutMs: 5_000 } });
});
afterAll(() => sandbox.close());

interface Fault {
  readonly subject: Subject;
  readonly mutant: Mutant;
  readonly kind: "composed" | "base";
}

function chosenFaults(): readonly Fault[] {
  const all = [
    ...composed.flatMap((subject) =>
      lispMutants(subject.text).map((mutant): Fault => ({ subject, mutant, kind: "composed" })),
    ),
    ...base.flatMap((subject) =>
      scriptMutants(subject.text).map((mutant): Fault => ({ subject, mutant, kind: "base" })),
    ),
  ];
  const next = randomNumbers(seed);
  const drawn = all.map((fault) => ({ fault, at: next() })).sort((a, b) => a.at - b.at);
  return drawn.slice(0, wanted).map(({ fault }) => fault);
}

const idOf = (subject: Subject): string => subject.name.replaceAll("-", "_");

/** Null when it cannot even be loaded: then nobody could register it. */
async function draftOf(text: string, subject: Subject, kind: Fault["kind"]): Promise<ToolDraft | null> {
  const main = subject.name;
  if (kind === "composed") {
    const sound = lisp(subject.text, { main });
    return { ...sound, body: { kind: "lisp", code: text, main, file: `${main}.clj` } };
  }
  try {
    const { file, hash, code, map, meta } = await sandbox.load({ name: `${main}.js`, source: text });
    const { description, signature, deterministic } = meta;
    const body = { kind: "module", file, source: text, script: code, map, hash } as const;
    return { id: main, description, signature, deterministic, body };
  } catch {
    return null;
  }
}

function must(done: Registration): Extract<Registration, { ok: true }> {
  if (!done.ok) throw new Error(`${done.id}: ${done.problem.message}`);
  return done;
}

async function answers(from: TestRegistry, id: string, inputs: Subject["suite"]): Promise<readonly CaseOutcome[]> {
  const link = await from.store.read(async (reader): Promise<Linked> => {
    const catalog = await loadCatalog(reader, [{ id, range: null }]);
    const [version] = await reader.currentVersions([id]);
    return linkTool(catalog, version!);
  });
  if (!link.ok) throw new Error(link.problems[0]?.message);
  const outcomes: CaseOutcome[] = [];
  for (const input of inputs) outcomes.push(await from.runner.run(link.target, input, { stubs: {} }));
  return outcomes;
}

/** All subjects, registered with what the sound tools answer as their suites. */
async function soundRegistry(): Promise<TestRegistry> {
  const made = await testRegistry({ functions: hostFunctions, sandbox });
  must(await made.registry.registerTool(host("read_file", "(path :string) -> :string")));
  for (const [kind, subjects] of [
    ["composed", composed],
    ["base", base],
  ] as const)
    for (const subject of subjects) {
      const draft = await draftOf(subject.text, subject, kind);
      must(await made.registry.registerTool(draft!));
      const outcomes = await answers(made, idOf(subject), subject.suite);
      for (const [i, input] of subject.suite.entries()) {
        const outcome = outcomes[i]!;
        if (!outcome.ok)
          throw new Error(`${subject.name} fails for ${JSON.stringify(input)}: ${outcome.error?.message}`);
        await made.registry.addCase(subject.name, { input, expected: { kind: "value", value: outcome.actual } });
      }
    }
  return made;
}

it(`refuses at least 99 % of ${wanted} seeded faults`, { timeout: 600_000 }, async () => {
  const sound = await soundRegistry();
  const truths = new Map<string, readonly CaseOutcome[]>();
  for (const subject of [...composed, ...base])
    truths.set(subject.name, await answers(sound, idOf(subject), subject.further));
  const faults = chosenFaults();
  const byGate = new Map<string, number>();
  const survived: string[] = [];
  let equivalent = 0;
  for (const { subject, mutant, kind } of faults) {
    const draft = await draftOf(mutant.text, subject, kind);
    const done = draft === null ? null : await sound.registry.registerRepair(draft);
    if (done === null || !done.ok) {
      const gate = done?.evidence.find((e) => e.status === "failed")?.gate ?? "cannot be loaded";
      byGate.set(gate, (byGate.get(gate) ?? 0) + 1);
      continue;
    }
    const now = await answers(sound, done.id, subject.further);
    const before = truths.get(subject.name)!;
    if (now.every((outcome, i) => sameOutcome(outcome, before[i]!))) equivalent++;
    else survived.push(`${subject.name}: ${mutant.fault}`);
    // What was let in has replaced the sound tool, which passes its own suite.
    must(await sound.registry.rollback(done.id, "1.0.0"));
  }
  await sound.store.close();
  const real = faults.length - equivalent;
  const refused = real - survived.length;
  if (wanted !== 40) {
    const gates = [...byGate].map(([gate, count]) => `${gate} ${count}`).join(", ");
    console.log(`${faults.length} faults, ${equivalent} change nothing; ${refused} of ${real} refused (${gates}).`);
    for (const one of survived) console.log(`let in: ${one}`);
  }
  expect(faults).toHaveLength(wanted);
  expect(equivalent).toBeLessThan(faults.length / 5);
  expect({ survived, rate: refused / real >= REFUSED }).toMatchObject({ rate: true });
});

it("each gate refuses what no other gate would", async () => {
  const wrong = (await tryFaults(gateFaults)).flatMap(({ fault, done }) => {
    const failed = done?.evidence.filter((e) => e.status === "failed").map((e) => e.gate);
    return done !== null && !done.ok && failed?.join() === fault.gate ? [] : [{ ...fault, draft: null, failed }];
  });
  expect(wrong).toEqual([]);
});

describe.each(gates.map((gate) => ({ gate })))("without the gate $gate.name", ({ gate }) => {
  it("faults get in, so this test would tell", async () => {
    const off = vi.spyOn(gate, "check").mockImplementation(() => ({ evidence: passed(gate.name, "switched off") }));
    onTestFinished(() => off.mockRestore());
    const tried = await tryFaults(gateFaults.filter((fault) => fault.gate === gate.name).slice(0, 2));
    // Without "parses" there is nothing that could be registered: the next gate breaks off instead of answering.
    const noticed = tried.filter(({ done }) => done === null || done.ok);
    expect(noticed.map(({ fault }) => fault.fault)).toEqual(tried.map(({ fault }) => fault.fault));
  });
});
