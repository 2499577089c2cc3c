// Branches that overlap: what pmap and pcalls share. A branch starts at once and runs until it waits for a tool; while
// some wait, others run. All draw on the fuel and memory of the run, step by step: the total of branches that succeed does not
// depend on timing, and no number of them may use more than the run has. Print log, depth and call numbers are each branch's own.

import { type Activity, Cancellation, follow, within } from "../activity.ts";
import { type Branch, context, type RunContext } from "../context.ts";
import { Fault } from "../fault.ts";
import { activeMeter, branchMeter, charge, type Meter, notePeak } from "../meter.ts";
import { type Answer, Suspension } from "../suspension.ts";
import type { Value } from "../values/value.ts";

const BRANCH_BYTES = 512;

/** Results of `n` branches in order. `start(i)` begins branch i; `who` names the builtin in messages. */
export function* overlap(who: string, n: number, start: (i: number) => Value): Generator<Suspension, Value[], Value> {
  charge(n * BRANCH_BYTES);
  const group = new BranchGroup(who, n, start);
  const pending = group.begin();
  if (pending !== null) yield new Suspension(pending);
  group.join();
  return group.results;
}

class BranchGroup {
  readonly results: Value[];
  private readonly branches: Branch[] = [];
  private readonly cancellation: Cancellation;
  private readonly outer: RunContext = context();
  /** As it stands where the branches begin: those that begin later are nested as deeply. */
  private readonly meter: Meter = branchMeter(activeMeter());
  private readonly fork: number;
  private peakDepth = 0;
  private next = 0;
  private waiting = 0;
  private finished = 0;
  /** Whom to tell the end; null before anybody waits and after it is told. */
  private caller: { readonly ended: (v: Value) => void; readonly failed: (cause: unknown) => void } | null = null;
  private closed = false;

  constructor(
    private readonly who: string,
    private readonly n: number,
    private readonly start: (i: number) => Value,
  ) {
    this.results = new Array(n);
    this.fork = ++this.outer.branch.forks;
    this.cancellation = new Cancellation(this.outer.cancellation);
  }

  /** Starts branches; null when all ended without waiting, else what tells that all have ended. */
  begin(): Answer | null {
    this.startMore();
    if (this.finished === this.n) return null;
    return {
      then: (ended, failed) => {
        this.caller = { ended, failed };
      },
    };
  }

  /** Gives the caller what the branches printed, in input order. */
  join(): void {
    this.close();
    notePeak(this.peakDepth);
  }

  private close(): void {
    if (this.closed) return;
    this.closed = true;
    this.cancellation.detach();
    for (const branch of this.branches) this.outer.branch.prints.join(branch.prints);
  }

  /** Branches that never wait are a plain loop; of those that wait at most `parallelWidth` are under way. */
  private startMore(): void {
    while (this.next < this.n && this.waiting < this.meter.limits.parallelWidth) {
      // A tool that answers at once may have ended the run.
      if (this.cancellation.fault !== null) throw this.cancellation.fault;
      const i = this.next++;
      const activity = this.activity(i);
      let v: Value;
      try {
        v = within(activity, () => this.start(i));
      } catch (thrown) {
        throw this.stop(thrown, i, activity);
      }
      if (v instanceof Suspension) {
        this.waiting++;
        this.follow(i, activity, v);
      } else this.end(i, activity, v);
    }
  }

  private activity(i: number): Activity {
    const { branch } = this.outer;
    const path = `${branch.path}p${this.fork}[${i}].`;
    const mine: Branch = { path, calls: 0, forks: 0, prints: branch.prints.fork() };
    this.branches.push(mine);
    const { cancellation } = this;
    return { meter: branchMeter(this.meter), context: { ...this.outer, branch: mine, cancellation }, cancellation };
  }

  private follow(i: number, activity: Activity, suspension: Suspension): void {
    const ended = (v: Value): void => {
      this.waiting--;
      this.end(i, activity, v);
      try {
        this.startMore();
      } catch (thrown) {
        this.fail(thrown);
        return;
      }
      if (this.finished === this.n) this.tell()?.ended(null);
    };
    // Once one has failed the others end with its cancellation, which is news to nobody.
    const failed = (thrown: unknown): void =>
      this.fail(this.cancellation.fault === null ? this.stop(thrown, i, activity) : thrown);
    follow(activity, suspension, ended, failed);
  }

  private fail(cause: unknown): void {
    this.tell()?.failed(cause);
  }

  /** The caller, to be told once. */
  private tell(): BranchGroup["caller"] {
    const { caller } = this;
    this.caller = null;
    return caller;
  }

  private end(i: number, activity: Activity, v: Value): void {
    const { peakDepth } = activity.meter;
    this.results[i] = v;
    if (peakDepth > this.peakDepth) this.peakDepth = peakDepth;
    this.finished++;
  }

  /** Ends the group because branch i did: cancels the others and says what had completed. */
  private stop(thrown: unknown, i: number, activity: Activity): unknown {
    this.cancellation.cancel(new Fault("cancelled", `Another branch of ${this.who} failed.`));
    this.close();
    if (!(thrown instanceof Fault)) return thrown;
    const told = new Fault(
      thrown.reason,
      `${thrown.message} (Branch ${i + 1} of ${this.n} of ${this.who}; ${this.finished} had completed.)`,
      thrown.hint,
    );
    told.span = thrown.span ?? activity.meter.site;
    return told;
  }
}
