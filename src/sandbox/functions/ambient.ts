// host.clock, host.random, host.log and host.tool: what needs neither disk nor network.

import { type HostFunction, type LogLevel, Refusal } from "./host-function.ts";

const MOST_RANDOM_BYTES = 4096;

const nondeterministic = { deterministic: false, stateful: false } as const;
const random = { ...nondeterministic, permission: "random", request: () => ({ kind: "random" }) as const };

export const ambientFunctions: readonly HostFunction[] = [
  {
    ...nondeterministic,
    name: "clock.now",
    params: [],
    permission: "clock:now",
    doc: "Tells the time.",
    returns: "milliseconds since 1970 in UTC",
    example: "await host.clock.now()",
    args: [],
    required: 0,
    request: () => ({ kind: "clock" }),
    run: (_, { now }) => now(),
  },
  {
    ...random,
    name: "random.number",
    params: [],
    doc: "Draws a random number.",
    returns: "a number from 0 up to, not including, 1",
    example: "await host.random.number()",
    args: [],
    required: 0,
    run: (_, { randomBytes }) => {
      const bytes = randomBytes(7);
      // 53 bits: as many as a number holds exactly.
      return bytes.reduce((sum, byte, i) => sum + (i === 6 ? byte & 31 : byte) * 2 ** (8 * i), 0) / 2 ** 53;
    },
  },
  {
    ...random,
    name: "random.uuid",
    params: [],
    doc: "Makes a random UUID (version 4).",
    returns: "36 characters",
    example: "await host.random.uuid()",
    args: [],
    required: 0,
    run: (_, { randomBytes }) => {
      const bytes = [...randomBytes(16)];
      bytes[6] = (bytes[6]! & 15) | 64;
      bytes[8] = (bytes[8]! & 63) | 128;
      const hex = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
      return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
    },
  },
  {
    ...random,
    name: "random.bytes",
    params: ["count"],
    doc: `Draws random bytes, at most ${MOST_RANDOM_BYTES}.`,
    returns: "a list of numbers from 0 to 255",
    example: "await host.random.bytes(16)",
    args: [{ type: "integer", minimum: 0, maximum: MOST_RANDOM_BYTES }],
    required: 1,
    run: (args, { randomBytes }) => [...randomBytes(Number(args[0]))],
  },
  {
    name: "log",
    params: ["level", "message", "data?"],
    permission: "log",
    deterministic: true,
    stateful: false,
    doc: "Writes a line to the host's log. The level is debug, info, warn or error.",
    returns: "null",
    example: 'await host.log("info", "rows read", { rows: 12 })',
    args: [{ enum: ["debug", "info", "warn", "error"] }, { type: "string" }, {}],
    required: 2,
    request: () => ({ kind: "log" }),
    run: (args, { log, limits }) => {
      const [level, message, data] = args;
      const size = String(message).length + (data === undefined ? 0 : JSON.stringify(data).length);
      if (size > limits.logBytes)
        throw new Refusal(
          "limit_exceeded",
          `A line of the log may have at most ${limits.logBytes} characters; this has ${size}.`,
          "Log less, or a summary.",
        );
      log(level as LogLevel, String(message), data ?? null);
      return null;
    },
  },
  {
    name: "tool",
    params: ["name", "args?"],
    permission: "tool:<name>",
    // What the other tool may do is checked when it is called: it must be deterministic itself then.
    deterministic: true,
    stateful: false,
    doc: "Calls another tool; it acts with its own permissions, not with those of the caller.",
    returns: "what the tool returns",
    example: 'await host.tool("csv-parse", { text })',
    args: [{ type: "string", pattern: "^[A-Za-z0-9_.@/-]{1,200}$" }, { type: "object" }],
    required: 1,
    request: (args) => ({ kind: "tool", name: String(args[0]) }),
    run: async (args, { callTool, caller, limits }) => {
      if (caller.depth + 1 >= limits.toolDepth)
        throw new Refusal(
          "limit_exceeded",
          `Tools call each other ${limits.toolDepth} deep.`,
          "Look for tools that call each other in a circle.",
        );
      const answer = await callTool(String(args[0]), args[1] ?? {}, caller);
      if (!answer.ok) throw new Refusal(answer.reason, answer.message, answer.hint, answer.permission);
      return answer.value;
    },
  },
];
