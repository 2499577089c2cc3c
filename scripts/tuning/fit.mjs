// Two logistic regressions: when the parts of a mission are needs, and what a score says of being wanted.

/**
 * Coefficients of the gate by Newton's method. `rows`: for each catalogue a list of { signs, gain }; what a query counts
 * is what splitting it wins or loses, and every catalogue counts the same.
 */
export function fitGate(rows) {
  const seen = rows.flatMap((list) =>
    list
      .filter(({ signs, gain }) => signs !== null && gain !== 0)
      .map(({ signs, gain }) => ({ signs, wins: gain > 0 ? 1 : 0, weight: Math.abs(gain) / list.length })),
  );
  const size = 5;
  const gate = new Array(size).fill(0);
  for (let round = 0; round < 60; round++) {
    const slope = gate.map((x) => 1e-4 * x);
    const bend = gate.map((_, i) => gate.map((__, j) => (i === j ? 1e-4 : 0)));
    for (const { signs, wins, weight } of seen) {
      const p = 1 / (1 + Math.exp(-signs.reduce((sum, sign, i) => sum + sign * gate[i], 0)));
      for (let i = 0; i < size; i++) {
        slope[i] += weight * (p - wins) * signs[i];
        for (let j = 0; j < size; j++) bend[i][j] += weight * p * (1 - p) * signs[i] * signs[j];
      }
    }
    solve(bend, slope).forEach((change, i) => {
      gate[i] -= change;
    });
  }
  return gate.map(rounded);
}

/** Merit of each catalogue when the gate decides. */
export function gated(rows, gate) {
  const opens = (signs) => signs !== null && signs.reduce((sum, sign, i) => sum + sign * gate[i], 0) > 0;
  return rows.map(
    (list) => list.reduce((sum, { whole, gain, signs }) => sum + whole + (opens(signs) ? gain : 0), 0) / list.length,
  );
}

/** Base and slope of the probability of being wanted, by score; every catalogue counts the same. */
export function calibrate(scores) {
  let [base, slope] = [0, 0];
  for (let round = 0; round < 60; round++) {
    const [down, bend] = [
      [0, 0],
      [
        [1e-9, 0],
        [0, 1e-9],
      ],
    ];
    for (const list of scores)
      for (const [score, wanted] of list) {
        const p = 1 / (1 + Math.exp(-(base + slope * score)));
        const [miss, weight] = [(p - wanted) / list.length, (p * (1 - p)) / list.length];
        down[0] += miss;
        down[1] += miss * score;
        bend[0][0] += weight;
        bend[0][1] += weight * score;
        bend[1][0] += weight * score;
        bend[1][1] += weight * score * score;
      }
    const [a, b] = solve(bend, down);
    base -= a;
    slope -= b;
  }
  return { base: rounded(base), slope: rounded(slope) };
}

/** Log likelihood of what was wanted in each catalogue, by the calibration that serves them all. */
export function likelihoods(scores) {
  const { base, slope } = calibrate(scores);
  return scores.map(
    (list) =>
      list.reduce((sum, [score, wanted]) => {
        const lean = base + slope * score;
        return sum - Math.log1p(Math.exp(wanted === 1 ? -lean : lean));
      }, 0) / list.length,
  );
}

const rounded = (x) => Math.round(x * 1000) / 1000;

/** Gauss with pivots. */
function solve(matrix, right) {
  const rows = matrix.map((row, i) => [...row, right[i]]);
  const size = rows.length;
  for (let i = 0; i < size; i++) {
    let pivot = i;
    for (let j = i + 1; j < size; j++) if (Math.abs(rows[j][i]) > Math.abs(rows[pivot][i])) pivot = j;
    [rows[i], rows[pivot]] = [rows[pivot], rows[i]];
    for (let j = 0; j < size; j++) {
      if (j === i) continue;
      const factor = rows[j][i] / rows[i][i];
      for (let k = i; k <= size; k++) rows[j][k] -= factor * rows[i][k];
    }
  }
  return rows.map((row, i) => row[size] / row[i]);
}
