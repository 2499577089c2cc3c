// At most `width` calls under way at once, over all branches of a run. Calls that find the gate full start in the order
// they came; those that find it open start at once and, when they answer at once, never cost a promise.

export class Gate {
  private underWay = 0;
  private readonly queue: (() => void)[] = [];
  private readonly waiters: (() => void)[] = [];

  constructor(private readonly width: number) {}

  enter<T>(work: () => T | Promise<T>): T | Promise<T> {
    if (this.underWay < this.width) return this.start(work);
    return new Promise<void>((open) => this.queue.push(open)).then(() => this.start(work));
  }

  quiet(): Promise<void> {
    if (this.underWay === 0) return Promise.resolve();
    return new Promise((resolve) => this.waiters.push(resolve));
  }

  private start<T>(work: () => T | Promise<T>): T | Promise<T> {
    this.underWay++;
    let begun: T | Promise<T>;
    try {
      begun = work();
    } catch (thrown) {
      this.leave();
      throw thrown;
    }
    if (!(begun instanceof Promise)) {
      this.leave();
      return begun;
    }
    return begun.finally(() => this.leave());
  }

  private leave(): void {
    this.underWay--;
    this.queue.shift()?.();
    if (this.underWay === 0) for (const done of this.waiters.splice(0)) done();
  }
}
