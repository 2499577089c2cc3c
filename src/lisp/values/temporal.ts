// The four Java time classes PTC-Lisp admits, as immutable values that know their class.

export type TemporalClass = "LocalDate" | "Instant" | "Duration" | "Date";

export class Temporal {
  /**
   * LocalDate: days since 1970-01-01. Instant and Duration: whole seconds plus nanos (0–999,999,999). Date: milliseconds.
   */
  constructor(
    readonly class_: TemporalClass,
    readonly amount: bigint,
    readonly nanos: number,
    /** Canonical text as Java prints it. */
    private readonly render: () => string,
  ) {}

  text(): string {
    return this.render();
  }

  equals(other: Temporal): boolean {
    return this.class_ === other.class_ && this.amount === other.amount && this.nanos === other.nanos;
  }

  /** Order within one class. */
  compare(other: Temporal): number {
    if (this.amount !== other.amount) return this.amount < other.amount ? -1 : 1;
    return Math.sign(this.nanos - other.nanos);
  }
}
