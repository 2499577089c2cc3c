// Learns the query adapter: a matrix that brings the vector of a question nearer to the capability that answers it than
// to the others of its catalogue (softmax over sampled others), held near the identity; then its best part of low rank.

export function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** `catalogues`: for each { vectors, pool: tool numbers, asked: [{ query, gold: tool numbers }] }, taking turns. */
export function trainMatrix(
  catalogues,
  { steps = 24000, rate = 0.25, sharpness = 24, others = 160, pull = 6e-4 } = {},
) {
  const size = catalogues[0].vectors[0].length;
  const random = randomFrom(7);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const matrix = new Float32Array(size * size);
  for (let i = 0; i < size; i++) matrix[i * size + i] = 1;
  const made = new Float32Array(size);
  const gradient = new Float32Array(size);
  for (let step = 0; step < steps; step++) {
    const now = rate * (1 - step / steps);
    const { vectors, pool, asked } = catalogues[step % catalogues.length];
    const { query, gold } = pick(asked);
    let square = 0;
    for (let i = 0; i < size; i++) {
      let sum = 0;
      for (let j = 0, at = i * size; j < size; j++) sum += matrix[at + j] * query[j];
      made[i] = sum;
      square += sum * sum;
    }
    const length = Math.sqrt(square);
    const shown = [pick(gold)];
    while (shown.length <= others) {
      const other = pick(pool);
      if (!gold.includes(other)) shown.push(other);
    }
    const logits = shown.map((tool) => (sharpness * dot(vectors[tool], made)) / length);
    const most = Math.max(...logits);
    const powers = logits.map((x) => Math.exp(x - most));
    const total = powers.reduce((a, b) => a + b, 0);
    gradient.fill(0);
    shown.forEach((tool, k) => {
      const share = powers[k] / total - (k === 0 ? 1 : 0);
      if (Math.abs(share) < 1e-4) return;
      for (let j = 0; j < size; j++) gradient[j] += share * vectors[tool][j];
    });
    const along = dot(gradient, made) / square;
    for (let i = 0; i < size; i++) {
      const change = ((gradient[i] - made[i] * along) / length) * now;
      for (let j = 0, at = i * size; j < size; j++) matrix[at + j] -= change * query[j];
    }
    if (step % 200 === 199) {
      const back = pull * 200 * (now / rate);
      for (let i = 0; i < matrix.length; i++) matrix[i] *= 1 - back;
      for (let i = 0; i < size; i++) matrix[i * size + i] += back;
    }
  }
  return matrix;
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
  for (let round = 0; round < 10; round++) writes = orthogonal(writes.map((row) => forward(transposed(row))));
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
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
