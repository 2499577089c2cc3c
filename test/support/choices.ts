// Decisions for generators as a list of numbers: the same numbers give the same text, and a list that ends gives the
// simplest choice from there on, so shorter and smaller lists make simpler programs. fast-check and the fuzzer shrink lists.

export class Choices {
  private place = 0;
  constructor(private readonly numbers: readonly number[]) {}

  /** A number from 0 up to but excluding n; 0 is the simplest. */
  below(n: number): number {
    const next = this.place < this.numbers.length ? this.numbers[this.place++]! : 0;
    return Math.abs(next) % n;
  }

  pick<T>(options: readonly T[]): T {
    return options[this.below(options.length)]!;
  }

  /** True about `percent` times in a hundred, never once the numbers have run out. */
  rarely(percent: number): boolean {
    return this.below(100) >= 100 - percent;
  }

  get spent(): boolean {
    return this.place >= this.numbers.length;
  }
}

/** A small deterministic source of numbers below 2^32 (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (t ^ (t >>> 14)) >>> 0;
  };
}

export function randomList(next: () => number, length: number): number[] {
  return Array.from({ length }, next);
}
