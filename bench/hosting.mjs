// What hosting costs: that programs could wait for tools, the tools themselves, isolation, and a run beside Monty's. Each
// part runs in fresh processes of its own; `measure` starts one and gives back what it reported.

import { linkerGoals, measureLinker } from "./linker.mjs";
import { measureRegistry, registryGoals } from "./registry.mjs";
import { measureSandbox, printSandbox, sandboxGoals } from "./sandbox.mjs";
import { geomean } from "./table.mjs";

export const hostingParts = ["waiting", "tools", "isolation", "recovery", "sandbox", "registry", "linker", "monty"];

/**
 * What is compared, and where it runs. An engine whose program never waits runs the code of one without tools, so those
 * share a process and take turns; a second one without tools shows how much of a difference is noise. Code that waits would teach V8 to expect what pure code never meets: it runs alone,
 * and is compared with an engine that runs alone too, as two engines in one process also share its garbage.
 */
const processes = { pair: "none,granted,again", alone: "none", used: "used", session: "session" };
const comparisons = {
  granted: { of: ["pair", "granted"], over: ["pair", "none"] },
  again: { of: ["pair", "again"], over: ["pair", "none"] },
  used: { of: ["used", "used"], over: ["alone", "none"] },
  session: { of: ["session", "session"], over: ["alone", "none"] },
};

/** Times per workload relative to an engine without tools: the worst and the geometric mean of each setting. */
function measureWaiting(measure, bundle, names, rounds) {
  const best = {};
  for (let round = 0; round < rounds; round++)
    for (const [place, settings] of Object.entries(processes)) {
      const timed = measure(["bench/engine-waiting.mjs", bundle, settings, ...names]);
      best[place] ??= timed;
      for (const [setting, ms] of Object.entries(timed))
        for (const name of names) best[place][setting][name] = Math.min(best[place][setting][name], ms[name]);
    }
  const at = ([place, setting]) => best[place][setting];
  return Object.fromEntries(
    Object.entries(comparisons).map(([setting, { of, over }]) => {
      const ratios = names.map((name) => [name, at(of)[name] / at(over)[name]]);
      const [worst, worstRatio] = ratios.reduce((a, b) => (b[1] > a[1] ? b : a));
      return [setting, { geomean: geomean(ratios.map(([, r]) => r)), worst, worstRatio }];
    }),
  );
}

const ONE_LINER = "(+ 1 2)";

/** The figures of the wanted parts. `names` are the workloads. */
export function measureHosting({ measure, wanted, bundle, names, rounds }) {
  const figures = {};
  if (wanted("waiting")) figures.waiting = measureWaiting(measure, bundle, names, rounds);
  if (wanted("tools")) figures.tools = measure(["bench/tool-calls.mjs"]);
  if (wanted("isolation")) figures.isolation = measure(["bench/isolation.mjs"]);
  if (wanted("recovery")) figures.recovery = measure(["bench/recovery.mjs"]);
  if (wanted("sandbox")) figures.sandbox = measureSandbox(measure);
  if (wanted("registry")) figures.registry = measureRegistry(measure);
  if (wanted("linker")) figures.linker = measureLinker(measure);
  if (wanted("monty")) figures.monty = measure(["bench/monty.mjs"]);
  return figures;
}

const micros = (us) => (us >= 1000 ? `${(us / 1000).toFixed(2)} ms` : `${us.toFixed(us < 10 ? 1 : 0)} µs`);
const times = (x) => `${x.toFixed(2)}x`;
const percent = (ratio) => `${ratio < 1 ? "" : "+"}${((ratio - 1) * 100).toFixed(1)} %`;
const before = (text) => (text === undefined ? "" : ` (baseline ${text})`);

const besideMonty = (name) => ({
  of: ({ monty }) => (monty?.[name]?.monty ? monty[name].ptc.new / monty[name].monty.new : undefined),
  show: times,
  beside: ({ monty }) => [`ptc ${micros(monty[name].ptc.new)}`, `monty ${micros(monty[name].monty.new)}`],
});

const isolated = (kind) => ({
  name: `isolated one-liner (${kind}), over here`,
  of: ({ isolation }) => isolation && isolation[ONE_LINER][kind] - isolation[ONE_LINER].none,
  show: (us) => `+${micros(us)}`,
  atMost: 1000,
  beside: ({ isolation }) => [`in process ${micros(isolation[ONE_LINER].none)}`],
});

/** Rows for goals.mjs. */
export const hostingGoals = [
  {
    name: "pure suite with a tool granted",
    of: ({ waiting }) => waiting?.granted.geomean,
    show: (ratio) => percent(ratio),
    atMost: 1.03,
    beside: ({ waiting }) => [
      `noise ${percent(waiting.again.geomean)}`,
      `program with tools in it ${percent(waiting.used.geomean)}`,
    ],
  },
  isolated("worker"),
  isolated("process"),
  ...sandboxGoals,
  ...registryGoals,
  ...linkerGoals,
  { name: "new one-liner, over Monty", atMost: 2, ...besideMonty("one-liner") },
  { name: "1,000 turns of a loop, over Monty", atMost: 1, ...besideMonty("loop") },
  { name: "100,000 items, over Monty", atMost: 1, ...besideMonty("pipeline") },
];

function printWaiting(waiting, baseline) {
  const words = {
    granted: "a tool is granted and not used",
    again: "noise (no tools there either)",
    used: "other functions of the program wait for it",
    session: "the same in a session",
  };
  console.log("\nPure suite in an engine with tools, over one without\n");
  for (const [setting, { geomean: mean, worst, worstRatio }] of Object.entries(waiting)) {
    const was = baseline?.[setting]?.geomean;
    const all = `${percent(mean)}${before(was === undefined ? undefined : percent(was))}`;
    console.log(`${words[setting]}: ${all}, worst ${worst} ${percent(worstRatio)}`);
  }
}

function printIsolation(isolation, baseline) {
  console.log("\nIsolation, warm: what a run takes more than in process\n");
  for (const [name, { none, ...kinds }] of Object.entries(isolation)) {
    const more = Object.entries(kinds).map(([kind, us]) => {
      const was = baseline?.[name];
      return `${kind} +${micros(us - none)}${before(was === undefined ? undefined : `+${micros(was[kind] - was.none)}`)}`;
    });
    console.log(`${name}: in process ${micros(none)}, ${more.join(", ")}`);
  }
}

function printRecovery({ replayPerCall, ...kinds }) {
  console.log("\nAfter a run that never ends (medians)\n");
  for (const [kind, { late, next }] of Object.entries(kinds))
    console.log(`${kind}: stopped ${late.toFixed(1)} ms past its limit, the next run takes ${next.toFixed(0)} ms`);
  console.log(`replay: ${micros(replayPerCall)} per recorded call`);
}

function printMonty(monty, baseline) {
  console.log("\nptc beside Monty: a new text read and run, and the same prepared once\n");
  for (const [name, row] of Object.entries(monty)) {
    for (const way of Object.keys(row.ptc)) {
      const was = baseline?.[name]?.ptc?.[way];
      const ours = `ptc ${micros(row.ptc[way])}${before(was === undefined ? undefined : micros(was))}`;
      const theirs = row.monty === null ? "" : `, monty ${micros(row.monty[way])}`;
      const ratio = row.monty === null ? "" : `: ${times(row.ptc[way] / row.monty[way])}`;
      console.log(`${name}, ${way}: ${ours}${theirs}${ratio}`);
    }
  }
  if (Object.values(monty).some((row) => row.monty === null))
    console.log(
      "Monty is not installed: npm install --no-save @pydantic/monty, or set PTC_BENCH_MONTY to its wrapper.js.",
    );
}

export function printHosting(figures, baseline) {
  if (figures.waiting !== undefined) printWaiting(figures.waiting, baseline?.waiting);
  if (figures.tools !== undefined) {
    console.log("\nOne tool call, from the program through contract, events and back\n");
    for (const [name, us] of Object.entries(figures.tools)) {
      const was = baseline?.tools?.[name];
      console.log(`${name}: ${micros(us)}${before(was === undefined ? undefined : micros(was))}`);
    }
  }
  if (figures.isolation !== undefined) printIsolation(figures.isolation, baseline?.isolation);
  if (figures.recovery !== undefined) printRecovery(figures.recovery);
  if (figures.sandbox !== undefined) printSandbox(figures.sandbox, baseline?.sandbox);
  if (figures.monty !== undefined) printMonty(figures.monty, baseline?.monty);
}
