// Learns the query adapter: a matrix that brings the vector of a question nearer to the capability that answers it than
// to all others of its catalogue. Words have their say while it learns (their scores are added before the softmax), so it
// learns what words alone leave open; and it is held near the identity, so that it stays harmless where nothing was learnt.
// What is kept is its best part of low rank.

export function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Queries of one catalogue in a round, so that a large set does not outweigh the others. */
const mostInRound = 300;
const batches = 4;

/**
 * `catalogues`: for each { vectors, pool: tool numbers, asked: [{ query, gold: tool numbers, words: score by tool }] };
 * `rowsOf` makes the table whose products are summed fast.
 */
export function trainMatrix(catalogues, rowsOf, { pull, sharpness = 2, scale = 10, rounds = 8, rate = 1.5e-3 }) {
  const size = catalogues[0].vectors[0].length;
  const random = randomFrom(7);
  const matrix = identity(size);
  const gradient = new Float32Array(size * size);
  const [mean, spread] = [new Float32Array(size * size), new Float32Array(size * size)];
  const tables = catalogues.map((catalogue) => tableOf(catalogue, rowsOf, size));
  let step = 0;
  const steps = rounds * batches * catalogues.length;
  for (let round = 0; round < rounds; round++) {
    const dealt = catalogues.map(({ asked }) => shuffled(asked, random).slice(0, mostInRound));
    for (let batch = 0; batch < batches; batch++)
      for (const [c, asked] of dealt.entries()) {
        const own = asked.filter((_, i) => i % batches === batch);
        if (own.length === 0) continue;
        gradient.fill(0);
        for (const query of own) addGradient(matrix, gradient, query, tables[c], { sharpness, scale });
        step++;
        const now = rate * (1 - step / (steps + 1));
        const [early, late] = [1 - 0.9 ** step, 1 - 0.99 ** step];
        for (let i = 0; i < matrix.length; i++) {
          const still = i % (size + 1) === 0 ? 1 : 0;
          const slope = gradient[i] / own.length + pull * (matrix[i] - still);
          mean[i] = 0.9 * mean[i] + 0.1 * slope;
          spread[i] = 0.99 * spread[i] + 0.01 * slope * slope;
          matrix[i] -= (now * (mean[i] / early)) / (Math.sqrt(spread[i] / late) + 1e-8);
        }
      }
  }
  return matrix;
}

function identity(size) {
  const matrix = new Float32Array(size * size);
  for (let i = 0; i < size; i++) matrix[i * size + i] = 1;
  return matrix;
}

function shuffled(list, random) {
  const mixed = [...list];
  for (let i = mixed.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [mixed[i], mixed[j]] = [mixed[j], mixed[i]];
  }
  return mixed;
}

function tableOf({ vectors, pool }, rowsOf, size) {
  const rows = rowsOf(size);
  rows.reserve(pool.length);
  const scales = pool.map((tool, place) => {
    const most = vectors[tool].reduce((peak, x) => Math.max(peak, Math.abs(x)), 1e-9);
    rows.bytes().set(
      Int8Array.from(vectors[tool], (x) => Math.round((x / most) * 127)),
      place * rows.stride,
    );
    return most / 127;
  });
  return { rows, scales, pool, vectors };
}

/** Four sums at a time: each has to wait for its last addition only every fourth time. */
function dotAt(matrix, start, vector) {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  for (let j = 0, at = start; j < vector.length; j += 4, at += 4) {
    a += matrix[at] * vector[j];
    b += matrix[at + 1] * vector[j + 1];
    c += matrix[at + 2] * vector[j + 2];
    d += matrix[at + 3] * vector[j + 3];
  }
  return a + b + c + d;
}

function addScaled(into, start, vector, factor) {
  for (let j = 0, at = start; j < vector.length; j++, at++) into[at] += factor * vector[j];
}

/** Adds what one query would have the matrix change. */
function addGradient(matrix, gradient, { query, gold, words }, { rows, scales, pool, vectors }, { sharpness, scale }) {
  const size = query.length;
  const made = new Float32Array(size);
  let square = 0;
  let peak = 1e-9;
  for (let i = 0; i < size; i++) {
    const sum = dotAt(matrix, i * size, query);
    made[i] = sum;
    square += sum * sum;
    if (Math.abs(sum) > peak) peak = Math.abs(sum);
  }
  const length = Math.sqrt(square);
  const products = rows.products(
    Int8Array.from(made, (x) => Math.round((x / peak) * 127)),
    pool.length,
  );
  const unit = (scale * peak) / (127 * length);
  const logits = new Float32Array(pool.length);
  let most = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < pool.length; k++) {
    logits[k] = sharpness * (products[k] * scales[k] * unit + words[pool[k]]);
    if (logits[k] > most) most = logits[k];
  }
  let total = 0;
  for (let k = 0; k < pool.length; k++) {
    logits[k] = Math.exp(logits[k] - most);
    total += logits[k];
  }
  const back = new Float32Array(size);
  for (let k = 0; k < pool.length; k++) {
    const share = logits[k] / total - (gold.includes(pool[k]) ? 1 / gold.length : 0);
    if (Math.abs(share) < 1e-3) continue;
    addScaled(back, 0, vectors[pool[k]], share);
  }
  const along = dot(back, made) / square;
  const factor = (sharpness * scale) / length;
  for (let i = 0; i < size; i++) {
    addScaled(gradient, i * size, query, (back[i] - made[i] * along) * factor);
  }
}

/** The matrix less the identity as two thin ones of bytes, by subspace iteration. */
export function adapterWeightsOf(matrix, rank, embedderId) {
  const size = Math.sqrt(matrix.length);
  const delta = matrix.slice();
  for (let i = 0; i < size; i++) delta[i * size + i] -= 1;
  const random = randomFrom(11);
  let writes = orthogonal(
    Array.from({ length: rank }, () => Float32Array.from({ length: size }, () => random() - 0.5)),
  );
  const transposed = (vector) => {
    const out = new Float32Array(size);
    for (let i = 0; i < size; i++) for (let j = 0; j < size; j++) out[j] += delta[i * size + j] * vector[i];
    return out;
  };
  const forward = (vector) =>
    Float32Array.from({ length: size }, (_, i) => dot(delta.subarray(i * size, (i + 1) * size), vector));
  for (let round = 0; round < 4; round++) writes = orthogonal(writes.map((row) => forward(transposed(row))));
  const reads = writes.map(transposed);
  const stepOf = (rows) =>
    Math.max(...rows.map((row) => row.reduce((most, x) => Math.max(most, Math.abs(x)), 0))) / 127;
  const [inStep, outStep] = [stepOf(reads), stepOf(writes)];
  const bytes = [...reads.map((row) => [row, inStep]), ...writes.map((row) => [row, outStep])].flatMap(([row, step]) =>
    [...row].map((x) => Math.round(x / step)),
  );
  return {
    embedderId,
    dimensions: size,
    rank,
    inStep,
    outStep,
    bytes: Buffer.from(Int8Array.from(bytes)).toString("base64"),
  };
}

function orthogonal(rows) {
  const done = [];
  for (const row of rows) {
    const own = row.slice();
    for (const other of done) {
      const along = dot(own, other);
      for (let i = 0; i < own.length; i++) own[i] -= along * other[i];
    }
    const length = Math.sqrt(dot(own, own)) || 1;
    done.push(own.map((x) => x / length));
  }
  return done;
}

function dot(a, b) {
  return dotAt(a, 0, b);
}
