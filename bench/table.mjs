// The suite as a table: every engine as a multiple of native, and beside it what the committed baseline has.

const pad = (text, width) => String(text).padStart(width);
const times = (x) => (x === undefined ? "-" : `${x.toFixed(2)}x`);
const change = (now, before) => (before === undefined ? "-" : (now / before).toFixed(2));

export function geomean(numbers) {
  return Math.exp(numbers.reduce((total, x) => total + Math.log(x), 0) / numbers.length);
}

/** Ratios to native per engine. */
export function ratiosOf(suite) {
  const ratios = {};
  for (const engine of Object.keys(suite).filter((e) => e !== "native"))
    ratios[engine] = Object.fromEntries(
      Object.keys(suite.native).map((name) => [name, suite[engine][name].ms / suite.native[name].ms]),
    );
  return ratios;
}

export function printSuite(suite, baseline) {
  const ratios = ratiosOf(suite);
  const engines = Object.keys(ratios);
  const names = Object.keys(suite.native);
  const before = baseline?.ratios ?? {};
  const row = (name, native, cells, was, now) =>
    `${name.padEnd(16)}${pad(native, 11)}${cells.map((cell) => pad(cell, 10)).join("")}${pad(was, 11)}${pad(now, 8)}`;

  console.log("Suite: time as a multiple of hand-written JavaScript, every limit on\n");
  console.log(row("", "native ms", engines, "baseline", "ratio"));
  for (const name of names) {
    const cells = engines.map((e) => times(ratios[e][name]));
    const moved = change(ratios.ptc[name], before[name]);
    console.log(row(name, suite.native[name].ms.toFixed(3), cells, times(before[name]), moved));
  }
  const means = engines.map((e) => geomean(names.map((name) => ratios[e][name])));
  const known = names.filter((name) => before[name] !== undefined);
  const mean = known.length === names.length ? geomean(names.map((name) => before[name])) : undefined;
  console.log(row("geomean", "", means.map(times), times(mean), change(means[engines.indexOf("ptc")], mean)));
  const worst = engines.map((e) => names.reduce((a, b) => (ratios[e][b] > ratios[e][a] ? b : a)));
  console.log(`worst: ${engines.map((e, i) => `${e} ${times(ratios[e][worst[i]])} (${worst[i]})`).join(", ")}\n`);
}
