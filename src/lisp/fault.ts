// Inside an evaluation a failure unwinds as a thrown Fault; `run` catches it at the one door and returns it as data.
// Nothing else in the interpreter throws on purpose: any other exception is our bug and is reported as internal_error.

import type { Span } from "../base/span.ts";

export type Reason =
  | "parse_error"
  | "invalid_form"
  | "invalid_arity"
  | "type_error"
  | "arithmetic_error"
  | "arity_error"
  | "unbound_var"
  | "not_callable"
  | "runtime_error"
  | "loop_limit_exceeded"
  | "unknown_tool"
  | "tool_error"
  | "destructure_error"
  | "unsupported_pattern"
  | "unsupported_method"
  | "invalid_placeholder"
  | "java_type_error"
  | "java_domain_error"
  | "java_arity_error"
  | "unsupported_java_class"
  | "unsupported_java_member"
  | "invalid_java_string"
  | "duplicate_key"
  | "contract_error"
  | "timeout"
  | "memory_exceeded"
  | "fuel_exceeded"
  | "depth_exceeded"
  | "parallel_capacity_exceeded"
  | "tool_call_limit_exceeded"
  | "cancelled"
  | "approval_required"
  | "failed"
  | "internal_error";

/** The reason an argument does not fit: Java-named functions (Math/max, .substring) have a reason of their own. */
export function typeReason(who: string): Reason {
  return /^\.\w|^[A-Z]/.test(who) ? "java_type_error" : "type_error";
}

/** Deliberately not an Error: no stack trace is captured, so none can leak and throwing stays cheap. */
export class Fault {
  span: Span | null = null;
  /** Which argument of the failing call is to blame, from 0, where the function knows. */
  argument: number | null = null;
  constructor(
    readonly reason: Reason,
    readonly message: string,
    readonly hint: string | null = null,
  ) {}
}

export function fault(reason: Reason, message: string, hint: string | null = null): never {
  throw new Fault(reason, message, hint);
}
