// (return x) and (fail x) end a program from anywhere inside it; they unwind like a Fault but are not errors.

import type { Value } from "./values/value.ts";

export class Ending {
  constructor(
    readonly kind: "return" | "fail",
    readonly value: Value,
  ) {}
}
