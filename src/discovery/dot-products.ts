// Dot products of one query with many rows of bytes: the inner loop of search by meaning. Where the engine has
// WebAssembly with vector instructions, eight products are added at a time, which is some ten times faster than a
// JavaScript loop; elsewhere the loop does the same sums.

export interface Rows {
  /** Numbers of a row; the width asked for, rounded up so that rows align. */
  readonly stride: number;
  /** The bytes of all rows. Ask again after `reserve`: it may move them. */
  bytes(): Int8Array;
  reserve(rows: number): void;
  /** The products with the first `count` rows. Valid until the next call. */
  products(query: Int8Array, count: number): Int32Array;
}

export function rowsOf(width: number): Rows {
  const stride = Math.ceil(width / 16) * 16;
  return vectorRows(stride) ?? plainRows(stride);
}

export function plainRows(stride: number): Rows {
  let bytes = new Int8Array(0);
  let sums = new Int32Array(0);
  return {
    stride,
    bytes: () => bytes,
    reserve(rows) {
      const larger = new Int8Array(rows * stride);
      larger.set(bytes);
      bytes = larger;
      sums = new Int32Array(rows);
    },
    products(query, count) {
      const all = bytes;
      const into = sums;
      const width = query.length;
      for (let row = 0, at = 0; row < count; row++, at += stride) {
        let sum = 0;
        for (let i = 0; i < width; i++) sum += all[at + i]! * query[i]!;
        into[row] = sum;
      }
      return into;
    },
  };
}

interface Engine {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (
    module: object,
  ) => {
    readonly exports: {
      readonly m: { readonly buffer: ArrayBuffer; grow(pages: number): number };
      readonly d: (rows: number, query: number, out: number, count: number, width: number) => void;
    };
  };
  validate(bytes: Uint8Array): boolean;
}

const pageBytes = 65536;

/** Null where there are no vector instructions. */
export function vectorRows(stride: number): Rows | null {
  const engine = (globalThis as unknown as { readonly WebAssembly?: Engine }).WebAssembly;
  const program = programBytes();
  if (engine === undefined || !engine.validate(program)) return null;
  const { m: memory, d: dot } = new engine.Instance(new engine.Module(program)).exports;
  const start = stride * 2; // the query comes first, two bytes for each number
  let capacity = 0;
  return {
    stride,
    bytes: () => new Int8Array(memory.buffer, start, capacity * stride),
    reserve(rows) {
      const missing = start + rows * (stride + 4) - memory.buffer.byteLength;
      if (missing > 0) memory.grow(Math.ceil(missing / pageBytes));
      new Int8Array(memory.buffer, start + capacity * stride).fill(0); // where sums stood, rows begin
      capacity = rows;
    },
    products(query, count) {
      const asked = new Int16Array(memory.buffer, 0, stride);
      asked.fill(0);
      asked.set(query);
      const sums = start + capacity * stride;
      if (count > 0) dot(start, 0, sums, count, stride);
      return new Int32Array(memory.buffer, sums, count);
    },
  };
}

/**
 * One function: for each row, load 16 bytes at a time, widen both halves, multiply and add pairs with the query, and
 * store the sum of the four lanes.
 */
function programBytes(): Uint8Array {
  const get = (local: number): number[] => [0x20, local];
  const set = (local: number): number[] => [0x21, local];
  const [rows, query, out, count, width, i, sum, bytes] = [0, 1, 2, 3, 4, 5, 6, 7] as const;
  const add = [0x6a];
  const constant = (value: number): number[] => [0x41, value];
  const load = (offset: number): number[] => [0xfd, 0x00, 0, offset];
  const queryAt = [...get(query), ...get(i), ...constant(1), 0x74, ...add];
  const addHalf = (widen: number, offset: number): number[] => [
    ...get(sum),
    ...get(bytes),
    ...[0xfd, widen, 0x01],
    ...queryAt,
    ...load(offset),
    ...[0xfd, 0xba, 0x01], // multiply, add pairs
    ...[0xfd, 0xae, 0x01], // add to the four sums
    ...set(sum),
  ];
  const step = (local: number, by: number): number[] => [...get(local), ...constant(by), ...add, ...set(local)];
  const lane = (n: number): number[] => [...get(sum), 0xfd, 0x1b, n];
  const body = [
    ...[0x03, 0x40], // each row
    ...[0xfd, 0x0c, ...new Array<number>(16).fill(0)],
    ...set(sum),
    ...constant(0),
    ...set(i),
    ...[0x03, 0x40], // each 16 bytes
    ...get(rows),
    ...load(0),
    ...set(bytes),
    ...addHalf(0x87, 0),
    ...addHalf(0x88, 16),
    ...step(rows, 16),
    ...step(i, 16),
    ...get(i),
    ...get(width),
    ...[0x49, 0x0d, 0, 0x0b], // again while i < width
    ...get(out),
    ...lane(0),
    ...lane(1),
    ...add,
    ...lane(2),
    ...add,
    ...lane(3),
    ...add,
    ...[0x36, 2, 0],
    ...step(out, 4),
    ...step(count, 0x7f), // one less
    ...get(count),
    ...[0x0d, 0, 0x0b, 0x0b], // again while rows are left
  ];
  const section = (id: number, content: readonly number[]): number[] => [id, ...size(content.length), ...content];
  const locals = [2, 1, 0x7f, 2, 0x7b];
  const code = [...locals, ...body];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, 5, 0x7f, 0x7f, 0x7f, 0x7f, 0x7f, 0]),
    ...section(3, [1, 0]),
    ...section(5, [1, 0, 1]),
    ...section(7, [2, 1, 0x6d, 2, 0, 1, 0x64, 0, 0]),
    ...section(10, [1, ...size(code.length), ...code]),
  ]);
}

/** A number in the format's own spelling. */
function size(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, value >> 7];
}
