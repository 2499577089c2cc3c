// What a program prints, within a byte budget: the first lines and the last ones are kept, and a line between them says
// how many were dropped.

/** Three quarters of the budget go to the head: what a program says first usually explains the rest. */
const HEAD_SHARE = 0.75;

export class PrintLog {
  private readonly head: string[] = [];
  private tail: string[] = [];
  private tailStart = 0;
  private headLeft: number;
  private tailLeft: number;
  private dropped = 0;

  constructor(private readonly budget: number) {
    this.headLeft = Math.floor(budget * HEAD_SHARE);
    this.tailLeft = budget - this.headLeft;
  }

  add(line: string): void {
    const size = line.length + 1;
    if (this.tail.length === 0 && this.dropped === 0 && size <= this.headLeft) {
      this.headLeft -= size;
      this.head.push(line);
      return;
    }
    this.tail.push(line);
    this.tailLeft -= size;
    while (this.tailLeft < 0 && this.tailStart < this.tail.length) {
      this.tailLeft += this.tail[this.tailStart]!.length + 1;
      this.tail[this.tailStart++] = "";
      this.dropped++;
    }
    if (this.tailStart > 1024) {
      this.tail = this.tail.slice(this.tailStart);
      this.tailStart = 0;
    }
  }

  /** A log for one branch of a parallel call; `join` brings it back in input order. */
  fork(): PrintLog {
    return new PrintLog(this.budget);
  }

  join(branch: PrintLog): void {
    for (const line of branch.head) this.add(line);
    this.dropped += branch.dropped;
    for (let i = branch.tailStart; i < branch.tail.length; i++) this.add(branch.tail[i]!);
  }

  lines(): string[] {
    const tail = this.tail.slice(this.tailStart);
    if (this.dropped === 0) return [...this.head, ...tail];
    return [
      ...this.head,
      `… ${this.dropped} ${this.dropped === 1 ? "line was" : "lines were"} dropped here (limits.printBytes is ${this.budget}) …`,
      ...tail,
    ];
  }
}
