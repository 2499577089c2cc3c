// Warm members (worker threads or child processes) that take one job at a time. A job that outlives its time is killed with
// its member, and a member whose job ended in doubt is thrown away. What jobs are about, only their owners know.

import { timerMs } from "../base/timer.ts";
import { type Member, type MemberKind, type MemberOptions, startMember } from "./member.ts";

/** Every message names the job it belongs to; `ready` is what a member says when it has started. */
export type FromMember<From> = { readonly kind: "ready" } | (From & { readonly id: number });

export interface Job<To, From, Done> {
  /** Milliseconds after which the member is killed. */
  readonly killAfterMs: number;
  /** What is sent to begin, and to ask for an early end. */
  begin(id: number): To;
  cancel(id: number): To;
  /** Takes a message of the job's member; what it returns ends the job. */
  receive(message: From, reply: (message: To) => void): Finished<Done> | undefined;
  /** May run beyond the size of the pool: for jobs that others of the pool wait for. */
  readonly beyond?: boolean;
}

export interface Finished<Done> {
  readonly value: Done;
  /** The member may be damaged. */
  readonly doubtful: boolean;
}

export type Ending<Done> =
  | { readonly kind: "done"; readonly value: Done }
  | { readonly kind: "killed" | "out-of-memory" | "died" };

/** A job under way, which its host may cancel. */
export interface Running<Done> {
  readonly ended: Promise<Ending<Done>>;
  cancel(): void;
}

interface Slot<To, From, Done> {
  member: Member<To> | null;
  ready: boolean;
  task: Task<To, From, Done> | null;
}

interface Task<To, From, Done> {
  readonly id: number;
  readonly job: Job<To, From, Done>;
  readonly end: (ending: Ending<Done>) => void;
  timer: ReturnType<typeof setTimeout> | undefined;
}

const CANCEL_GRACE_MS = 200;

export class Pool<To, From, Done> {
  private readonly slots: Slot<To, From, Done>[] = [];
  private readonly queue: Task<To, From, Done>[] = [];
  private ids = 0;
  private closed = false;

  constructor(
    private readonly kind: MemberKind,
    private readonly options: MemberOptions,
    private readonly size: number,
  ) {}

  run(job: Job<To, From, Done>): Running<Done> {
    let end: (ending: Ending<Done>) => void = () => {};
    const ended = new Promise<Ending<Done>>((resolve) => {
      end = resolve;
    });
    const task: Task<To, From, Done> = { id: ++this.ids, job, end, timer: undefined };
    if (this.closed) end({ kind: "died" });
    else {
      if (job.beyond === true) this.queue.unshift(task);
      else this.queue.push(task);
      this.dispatch();
    }
    return { ended, cancel: () => this.cancel(task) };
  }

  /** Members there are, for those who watch over the pool. */
  get members(): number {
    return this.slots.filter((s) => s.member !== null).length;
  }

  /** Starts a member before there is work for it, if there is none yet. */
  warm(): void {
    if (!this.closed && this.slots.length === 0) this.start();
  }

  async close(): Promise<void> {
    this.closed = true;
    for (const task of this.queue.splice(0)) task.end({ kind: "died" });
    await Promise.all(this.slots.map((slot) => this.discard(slot, { kind: "died" })));
    this.slots.length = 0;
  }

  private dispatch(): void {
    while (this.queue.length > 0) {
      const idle = this.slots.find((s) => s.ready && s.task === null);
      if (idle !== undefined) {
        this.give(idle, this.queue.shift()!);
        continue;
      }
      // Those that are starting take the first of the queue; start no more than the rest needs.
      const starting = this.slots.filter((s) => !s.ready).length;
      const next = this.queue[starting];
      if (next === undefined) return;
      if (this.slots.length >= this.size && next.job.beyond !== true) return;
      this.start();
    }
  }

  private start(): void {
    const slot: Slot<To, From, Done> = { member: null, ready: false, task: null };
    this.slots.push(slot);
    slot.member = startMember<To, FromMember<From>>(this.kind, this.options, {
      message: (message) => this.receive(slot, message),
      ended: (outOfMemory) => {
        if (slot.member === null) return;
        // Whoever waits is told: one that cannot even start would be followed by another for ever.
        if (!slot.ready) this.queue.shift()?.end({ kind: outOfMemory ? "out-of-memory" : "died" });
        void this.discard(slot, { kind: outOfMemory ? "out-of-memory" : "died" });
      },
    });
    slot.member.hold(true);
  }

  private give(slot: Slot<To, From, Done>, task: Task<To, From, Done>): void {
    slot.task = task;
    slot.member?.hold(true);
    task.timer = setTimeout(() => void this.discard(slot, { kind: "killed" }), timerMs(task.job.killAfterMs));
    slot.member?.post(task.job.begin(task.id));
  }

  private receive(slot: Slot<To, From, Done>, message: FromMember<From>): void {
    // A member that somebody has taken over may say anything.
    if (typeof message !== "object" || message === null) {
      void this.discard(slot, { kind: "died" });
      return;
    }
    if (!("id" in message)) {
      slot.ready = true;
      slot.member?.hold(false);
      this.dispatch();
      // What it was started for may be done by another.
      this.trim();
      return;
    }
    const { task } = slot;
    if (task === null || message.id !== task.id) return;
    const finished = task.job.receive(message, (answer) => slot.task === task && slot.member?.post(answer));
    if (finished === undefined) return;
    const ending = { kind: "done", value: finished.value } as const;
    if (finished.doubtful) void this.discard(slot, ending);
    else {
      this.finish(slot, ending);
      slot.member?.hold(false);
      this.dispatch();
      this.trim();
    }
  }

  /** Lets go of those beyond the size, but for one while others work: who called once from inside a job calls again. */
  private trim(): void {
    const busy = this.slots.filter((s) => s.task !== null).length;
    const wanted = busy < this.size ? this.size : busy + 1;
    const idle = this.slots.filter((s) => s.ready && s.task === null);
    for (const slot of idle.slice(0, Math.max(0, this.slots.length - wanted)))
      void this.discard(slot, { kind: "died" });
  }

  private finish(slot: Slot<To, From, Done>, ending: Ending<Done>): void {
    const { task } = slot;
    slot.task = null;
    if (task === null) return;
    if (task.timer !== undefined) clearTimeout(task.timer);
    task.end(ending);
  }

  /** Throws the member away; another is started when there is work for it. */
  private async discard(slot: Slot<To, From, Done>, ending: Ending<Done>): Promise<void> {
    const { member } = slot;
    slot.member = null;
    slot.ready = false;
    const at = this.slots.indexOf(slot);
    if (at !== -1) this.slots.splice(at, 1);
    // An idle member does not keep the process alive; one that is being ended must.
    member?.hold(true);
    await member?.kill();
    this.finish(slot, ending);
    if (this.closed) return;
    this.dispatch();
    this.trim();
  }

  private cancel(task: Task<To, From, Done>): void {
    const slot = this.slots.find((s) => s.task === task);
    if (slot === undefined) {
      const waits = this.queue.indexOf(task);
      if (waits === -1) return;
      this.queue.splice(waits, 1);
      task.end({ kind: "killed" });
      return;
    }
    slot.member?.post(task.job.cancel(task.id));
    if (task.timer !== undefined) clearTimeout(task.timer);
    task.timer = setTimeout(() => void this.discard(slot, { kind: "killed" }), CANCEL_GRACE_MS);
  }
}
