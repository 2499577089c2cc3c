// Warm runners for isolated runs. One run at a time in each; a run that outlives its time is killed with its runner, and a
// runner that ended in any doubtful way (out of memory, too deep, out of time, an internal error) is thrown away.

import type { Result } from "../run/result.ts";
import { type IsolateKind, type Member, startMember } from "./member.ts";
import type { FromRunner, RunRequest, ToRunner } from "./messages.ts";

export interface Job {
  readonly request: Omit<RunRequest, "kind" | "id">;
  /** Milliseconds after which the runner is killed. */
  readonly killAfterMs: number;
  onCall(message: Extract<FromRunner, { kind: "call" }>, answer: (message: ToRunner) => void): void;
  onAbort(call: number): void;
  onEvent(message: Extract<FromRunner, { kind: "event" }>): void;
}

export type Ending =
  | { readonly kind: "done"; readonly result: Result }
  | { readonly kind: "refused"; readonly message: string }
  | { readonly kind: "killed" | "out-of-memory" | "died" };

/** A run under way, which its host may cancel. */
export interface Running {
  readonly ended: Promise<Ending>;
  cancel(): void;
}

interface Slot {
  member: Member | null;
  ready: boolean;
  task: Task | null;
}

interface Task {
  readonly id: number;
  readonly job: Job;
  readonly end: (ending: Ending) => void;
  timer: ReturnType<typeof setTimeout> | undefined;
  cancelled: boolean;
}

const doubtful: ReadonlySet<string> = new Set([
  "memory_exceeded",
  "depth_exceeded",
  "timeout",
  "internal_error",
  "cancelled",
]);
const CANCEL_GRACE_MS = 200;

export class Pool {
  private readonly slots: Slot[] = [];
  private readonly queue: Task[] = [];
  private ids = 0;
  private closed = false;

  constructor(
    private readonly kind: IsolateKind,
    private readonly script: string,
    private readonly size: number,
  ) {}

  run(job: Job): Running {
    let end: (ending: Ending) => void = () => {};
    const ended = new Promise<Ending>((resolve) => {
      end = resolve;
    });
    const task: Task = { id: ++this.ids, job, end, timer: undefined, cancelled: false };
    if (this.closed) end({ kind: "died" });
    else {
      this.queue.push(task);
      this.dispatch();
    }
    return { ended, cancel: () => this.cancel(task) };
  }

  /** Runners there are, for those who watch over the pool. */
  get members(): number {
    return this.slots.filter((s) => s.member !== null).length;
  }

  async close(): Promise<void> {
    this.closed = true;
    for (const task of this.queue.splice(0)) task.end({ kind: "died" });
    await Promise.all(this.slots.map((slot) => this.discard(slot, "died")));
    this.slots.length = 0;
  }

  private dispatch(): void {
    while (this.queue.length > 0) {
      const idle = this.slots.find((s) => s.ready && s.task === null);
      if (idle !== undefined) this.give(idle, this.queue.shift()!);
      else if (this.slots.length < this.size) this.start();
      else return;
      if (idle === undefined && this.slots.filter((s) => !s.ready).length >= this.queue.length) return;
    }
  }

  private start(): void {
    const slot: Slot = { member: null, ready: false, task: null };
    this.slots.push(slot);
    slot.member = startMember(this.kind, this.script, {
      message: (message) => this.receive(slot, message),
      ended: (outOfMemory) => {
        if (slot.member !== null) void this.discard(slot, outOfMemory ? "out-of-memory" : "died");
      },
    });
    slot.member.hold(true);
  }

  private give(slot: Slot, task: Task): void {
    slot.task = task;
    slot.member?.hold(true);
    task.timer = setTimeout(() => void this.discard(slot, "killed"), task.job.killAfterMs);
    slot.member?.post({ kind: "run", id: task.id, ...task.job.request });
    if (task.cancelled) this.cancel(task);
  }

  private receive(slot: Slot, message: FromRunner): void {
    if (message.kind === "ready") {
      slot.ready = true;
      slot.member?.hold(false);
      this.dispatch();
      return;
    }
    const { task } = slot;
    if (task === null || message.id !== task.id) return;
    switch (message.kind) {
      case "call":
        task.job.onCall(message, (answer) => slot.task === task && slot.member?.post(answer));
        return;
      case "abort":
        task.job.onAbort(message.call);
        return;
      case "event":
        task.job.onEvent(message);
        return;
      case "refused":
        this.release(slot, { kind: "refused", message: message.message });
        return;
      case "done": {
        const { result } = message;
        const doubt = !result.ok && doubtful.has(result.error.reason);
        const ending: Ending = { kind: "done", result };
        if (doubt) void this.discard(slot, ending);
        else this.release(slot, ending);
      }
    }
  }

  private release(slot: Slot, ending: Ending): void {
    this.finish(slot, ending);
    slot.member?.hold(false);
    this.dispatch();
  }

  private finish(slot: Slot, ending: Ending): void {
    const { task } = slot;
    slot.task = null;
    if (task === null) return;
    if (task.timer !== undefined) clearTimeout(task.timer);
    task.end(ending);
  }

  /** Throws the runner away; another is started when there is work for it. */
  private async discard(slot: Slot, why: Ending | "killed" | "out-of-memory" | "died"): Promise<void> {
    const { member } = slot;
    slot.member = null;
    const at = this.slots.indexOf(slot);
    if (at !== -1) this.slots.splice(at, 1);
    const ending = typeof why === "string" ? ({ kind: why } as const) : why;
    // An idle runner does not keep the process alive; one that is being ended must.
    member?.hold(true);
    await member?.kill();
    this.finish(slot, ending);
    if (!this.closed) this.dispatch();
  }

  private cancel(task: Task): void {
    task.cancelled = true;
    const slot = this.slots.find((s) => s.task === task);
    if (slot === undefined) return;
    slot.member?.post({ kind: "cancel", id: task.id });
    if (task.timer !== undefined) clearTimeout(task.timer);
    task.timer = setTimeout(() => void this.discard(slot, "killed"), CANCEL_GRACE_MS);
  }
}
