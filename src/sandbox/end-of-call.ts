// That a call is over, for whoever works for it: host functions, and tools that it called.

/** Most calls have nobody working for them, and make no signal. */
export class EndOfCall {
  private controller: AbortController | null = null;
  private isOver = false;

  get signal(): AbortSignal {
    this.controller ??= new AbortController();
    if (this.isOver) this.controller.abort("over");
    return this.controller.signal;
  }

  tell(): void {
    this.isOver = true;
    // Without a reason each would make an error with a stack.
    this.controller?.abort("over");
  }
}
