// How one piece of work is timed: warmed up, then run again and again until the time is spent; the fastest run counts,
// because whatever makes a run slower (other processes, garbage of the one before) is not the work. Budgets are in
// processor time, so that a busy machine makes the measuring longer, not worse.

const WARM_MS = Number(process.env.PTC_BENCH_WARM_MS ?? 300);
const SAMPLE_MS = Number(process.env.PTC_BENCH_SAMPLE_MS ?? 400);
const FEWEST = 3;

/** Processor time this process has used, in milliseconds. */
function used() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * The fastest of many runs, in milliseconds, with what the work returned. `repeat` runs make one sample. A sample is the
 * time on the clock, or the processor time where that is less: then the process was waiting for its turn.
 */
export function sample(work, repeat = 1) {
  let result;
  const once = () => {
    const before = used();
    const start = performance.now();
    for (let i = 0; i < repeat; i++) result = work();
    const onClock = performance.now() - start;
    return Math.min(onClock, used() - before) / repeat;
  };
  const run = (budget, fewest) => {
    let best = Number.POSITIVE_INFINITY;
    const end = used() + budget;
    for (let n = 0; n < fewest || used() < end; n++) best = Math.min(best, once());
    return best;
  };
  run(WARM_MS, 1);
  const ms = run(SAMPLE_MS, FEWEST);
  return { ms, result };
}

/** Several pieces of work, a sample of each in turn: the fastest of each, in milliseconds. */
export function sampleInTurns(works) {
  const best = works.map(() => Number.POSITIVE_INFINITY);
  const run = (budget, fewest) => {
    const end = used() + budget * works.length;
    for (let n = 0; n < fewest || used() < end; n++)
      // Each goes first now and then: whoever follows runs into the garbage of the one before.
      for (let k = 0; k < works.length; k++) {
        const i = (n + k) % works.length;
        const before = used();
        const start = performance.now();
        works[i]();
        best[i] = Math.min(best[i], performance.now() - start, used() - before);
      }
  };
  run(WARM_MS, 1);
  best.fill(Number.POSITIVE_INFINITY);
  run(SAMPLE_MS, 3 * FEWEST);
  return best;
}

/** What a child process hands back: its last line of output. */
export function report(value) {
  console.log(JSON.stringify(value));
}

/** The same for work that is awaited. `repeat` runs make one sample. */
export async function sampleAsync(work, repeat = 1) {
  let result;
  const run = async (budget, fewest) => {
    let best = Number.POSITIVE_INFINITY;
    const end = performance.now() + budget;
    for (let n = 0; n < fewest || performance.now() < end; n++) {
      const start = performance.now();
      for (let i = 0; i < repeat; i++) result = await work();
      best = Math.min(best, (performance.now() - start) / repeat);
    }
    return best;
  };
  await run(WARM_MS, 1);
  return { ms: await run(SAMPLE_MS, FEWEST), result };
}
