// host.kv: small JSON values under a namespace, for tools that are declared stateful.

import type { Request } from "../request.ts";
import { type HostContext, type HostFunction, Refusal } from "./host-function.ts";

const name = { type: "string", pattern: "^[A-Za-z0-9_.@/-]{1,200}$" };
const key = { type: "string", minLength: 1 };
const asked = (args: readonly unknown[]): Request => ({ kind: "kv", name: String(args[0]) });

function keyOf(value: unknown, { limits }: HostContext): string {
  const text = String(value);
  if (text.length > limits.kvKeyLength)
    throw new Refusal(
      "limit_exceeded",
      `A key may have at most ${limits.kvKeyLength} characters; this has ${text.length}.`,
      "Use a shorter key.",
    );
  return text;
}

const common = { permission: "kv:<namespace>", deterministic: false, stateful: true, request: asked } as const;

export const kvFunctions: readonly HostFunction[] = [
  {
    ...common,
    name: "kv.get",
    params: ["namespace", "key"],
    doc: "Looks the key up.",
    returns: "the value last set, or null",
    example: 'await host.kv.get("cache", "rates")',
    args: [name, key],
    required: 2,
    run: async (args, context) => {
      const json = await context.kv.get(String(args[0]), keyOf(args[1], context));
      if (json === null) return null;
      context.spend(json.length);
      return JSON.parse(json) as unknown;
    },
  },
  {
    ...common,
    name: "kv.set",
    params: ["namespace", "key", "value"],
    doc: "Keeps a JSON value under the key, in place of an earlier one.",
    returns: "null",
    example: 'await host.kv.set("cache", "rates", { eur: 1.1 })',
    args: [name, key, {}],
    required: 3,
    run: async (args, context) => {
      const json = JSON.stringify(args[2]);
      const bytes = Buffer.byteLength(json);
      if (bytes > context.limits.kvValueBytes)
        throw new Refusal(
          "limit_exceeded",
          `A value may have at most ${context.limits.kvValueBytes} bytes as JSON; this has ${bytes}.`,
          "Split it over several keys, or keep less.",
        );
      if (!(await context.kv.set(String(args[0]), keyOf(args[1], context), json)))
        throw new Refusal("limit_exceeded", `The namespace ${String(args[0])} is full.`, "Delete keys first.");
      return null;
    },
  },
  {
    ...common,
    name: "kv.delete",
    params: ["namespace", "key"],
    doc: "Forgets the value under the key.",
    returns: "whether there was one",
    example: 'await host.kv.delete("cache", "rates")',
    args: [name, key],
    required: 2,
    run: (args, context) => context.kv.delete(String(args[0]), keyOf(args[1], context)),
  },
  {
    ...common,
    name: "kv.keys",
    params: ["namespace"],
    doc: "Lists the keys of the namespace, sorted.",
    returns: "a list of texts",
    example: 'await host.kv.keys("cache")',
    args: [name],
    required: 1,
    run: (args, context) => context.kv.keys(String(args[0])),
  },
];
