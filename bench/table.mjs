// The report: one table for the suite, a few lines for the rest, and beside each figure what the committed baseline has.

const pad = (text, width) => String(text).padStart(width);
const times = (x) => (x === undefined ? "-" : `${x.toFixed(2)}x`);

export function geomean(numbers) {
  return Math.exp(numbers.reduce((total, x) => total + Math.log(x), 0) / numbers.length);
}

/** Ratios to native per engine, their geometric mean and the worst. */
export function ratiosOf(suite) {
  const ratios = {};
  for (const engine of Object.keys(suite).filter((e) => e !== "native"))
    ratios[engine] = Object.fromEntries(
      Object.keys(suite.native).map((name) => [name, suite[engine][name].ms / suite.native[name].ms]),
    );
  return ratios;
}

export function summaryOf(ratios) {
  const entries = Object.entries(ratios);
  const [worst, ratio] = entries.reduce((a, b) => (b[1] > a[1] ? b : a));
  return { geomean: geomean(entries.map(([, r]) => r)), worst, worstRatio: ratio };
}

function printSuite(suite, baseline) {
  const ratios = ratiosOf(suite);
  const engines = Object.keys(ratios);
  console.log("Suite: time as a multiple of hand-written JavaScript, every limit on\n");
  console.log(
    `${"".padEnd(16)}${pad("native ms", 11)}${engines.map((e) => pad(e, 10)).join("")}${pad("baseline", 10)}`,
  );
  for (const name of Object.keys(suite.native)) {
    const cells = engines.map((e) => pad(times(ratios[e][name]), 10)).join("");
    const before = pad(times(baseline?.ratios?.[name]), 10);
    console.log(`${name.padEnd(16)}${pad(suite.native[name].ms.toFixed(3), 11)}${cells}${before}`);
  }
  const sums = engines.map((e) => [e, summaryOf(ratios[e])]);
  const mean = baseline?.ratios === undefined ? undefined : geomean(Object.values(baseline.ratios));
  console.log(
    `${"geomean".padEnd(27)}${sums.map(([, s]) => pad(times(s.geomean), 10)).join("")}${pad(times(mean), 10)}`,
  );
  for (const [engine, s] of sums) console.log(`worst of ${engine}: ${s.worst} ${times(s.worstRatio)}`);
  console.log();
}

function was(now, unit, before) {
  return `${now}${unit}${before === undefined ? "" : ` (baseline ${before}${unit})`}`;
}

export function print(figures, baseline) {
  if (figures.suite !== undefined) printSuite(figures.suite, baseline);
  if (figures.startup !== undefined) {
    const { node, ...others } = figures.startup;
    const over = (ms) => (ms === undefined || node === undefined ? undefined : ms);
    console.log(`startup of node -e 0: ${node.toFixed(1)} ms`);
    for (const [name, ms] of Object.entries(others)) {
      const before = over(baseline?.startup?.[name]);
      const ratio = before === undefined ? undefined : (before / baseline.startup.node).toFixed(2);
      console.log(`startup of ${name}: +${(ms - node).toFixed(1)} ms, ${was((ms / node).toFixed(2), "x node", ratio)}`);
    }
  }
  if (figures.small !== undefined)
    console.log(
      `small new program, read to result: ${was(figures.small.microseconds.toFixed(1), " µs", baseline?.small?.microseconds.toFixed(1))}`,
    );
  if (figures.reader !== undefined) {
    const before = baseline?.reader?.megabytesPerSecond.toFixed(1);
    console.log(`reader: ${was(figures.reader.megabytesPerSecond.toFixed(1), " MB/s", before)}`);
    console.log(`JSON.parse beside it: ${figures.reader.json.toFixed(1)} MB/s`);
  }
}
