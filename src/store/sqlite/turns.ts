// So many at a time, first come first served.

export class Turns {
  #free: number;
  readonly #all: number;
  readonly #waiting: (() => void)[] = [];
  #whenEnded: (() => void) | null = null;

  constructor(atOnce: number) {
    this.#free = atOnce;
    this.#all = atOnce;
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next !== undefined) next();
      else if (++this.#free === this.#all) this.#whenEnded?.();
    }
  }

  /** When nobody has or awaits a turn. */
  async ended(): Promise<void> {
    if (this.#free === this.#all) return;
    await new Promise<void>((resolve) => {
      this.#whenEnded = resolve;
    });
  }
}
