// A broker with everything a test wants to look at: its events, its folder, and callers with declared permissions.

import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Answer,
  type Broker,
  type BrokerEvent,
  type BrokerOptions,
  type Caller,
  createBroker,
} from "../../src/sandbox/broker.ts";
import { parsePermissions } from "../../src/sandbox/permission.ts";

export interface CallerOptions extends Partial<Omit<Caller, "declared" | "approved">> {
  readonly approved?: readonly string[];
}

export function caller(declared: readonly string[], options: CallerOptions = {}): Caller {
  const { permissions, problems } = parsePermissions(declared, "meta.permissions");
  if (problems.length > 0) throw new Error(problems[0]!.message);
  return {
    tool: "probe",
    deterministic: false,
    stateful: true,
    callId: "call-1",
    depth: 0,
    signal: new AbortController().signal,
    ...options,
    declared: permissions,
    approved: new Set(options.approved ?? []),
  };
}

export interface Bench {
  readonly broker: Broker;
  readonly events: BrokerEvent[];
  /** Calls as a tool that declares exactly what is granted, or what is said. */
  call(name: string, args: readonly unknown[], who?: Caller): Promise<Answer>;
}

/** Grants the same that the tool declares, unless the options say otherwise. */
export function bench(permissions: readonly string[], options: Partial<BrokerOptions> = {}): Bench {
  const events: BrokerEvent[] = [];
  const broker = createBroker({
    policy: { allow: permissions },
    root: tmpdir(),
    onEvent: (event) => events.push(event),
    ...options,
  });
  const usual = caller(permissions);
  return { broker, events, call: (name, args, who = usual) => broker.call(name, args, who) };
}

export function resultOf(answer: Answer): unknown {
  if (!answer.ok) throw new Error(`${answer.reason}: ${answer.message}`);
  return answer.value;
}

export function reasonOf(answer: Answer): string {
  return answer.ok ? "ok" : answer.reason;
}

export function textOf(answer: Answer): string {
  return answer.ok ? "ok" : `${answer.message} ${answer.hint} ${answer.permission ?? ""}`;
}

const folders: string[] = [];

export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "ptc-broker-")));
  folders.push(folder);
  return folder;
}

export function removeTemporaryFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}
