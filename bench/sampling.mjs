// How one piece of work is timed: warmed up, then run again and again until the time is spent; the fastest run counts,
// because whatever makes a run slower (other processes, garbage of the one before) is not the work.

const WARM_MS = Number(process.env.PTC_BENCH_WARM_MS ?? 300);
const SAMPLE_MS = Number(process.env.PTC_BENCH_SAMPLE_MS ?? 400);
const FEWEST = 3;

/** The fastest of many runs, in milliseconds, with what the work returned. `repeat` runs make one sample. */
export function sample(work, repeat = 1) {
  let result;
  const once = () => {
    const start = performance.now();
    for (let i = 0; i < repeat; i++) result = work();
    return (performance.now() - start) / repeat;
  };
  const run = (budget, fewest) => {
    let best = Number.POSITIVE_INFINITY;
    const end = performance.now() + budget;
    for (let n = 0; n < fewest || performance.now() < end; n++) best = Math.min(best, once());
    return best;
  };
  run(WARM_MS, 1);
  const ms = run(SAMPLE_MS, FEWEST);
  return { ms, result };
}

/** What a child process hands back: its last line of output. */
export function report(value) {
  console.log(JSON.stringify(value));
}
