// The limits a caller can set from the command line.

import type { Limits } from "../../lisp/limits.ts";
import { defaultLimits } from "../../lisp/limits.ts";
import { type Arguments, type Flag, UsageError } from "./command.ts";

const grouped = (n: number): string => String(n).replace(/\B(?=(?:\d{3})+$)/g, ",");

export const limitFlags: readonly Flag[] = [
  { name: "fuel", value: "N", summary: "evaluation steps a program may take" },
  { name: "memory", value: "BYTES", summary: "bytes it may allocate in all; 64k, 512m and 2g work too" },
  { name: "depth", value: "N", summary: "how deep its calls may nest" },
];

export const limitNote = `Without flags a program has ${grouped(defaultLimits.fuel)} fuel, ${defaultLimits.memoryBytes / 1024 ** 3}g of memory and depth ${grouped(defaultLimits.depth)}.`;

const units: Readonly<Record<string, number>> = { "": 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3 };

export function limitsFrom(args: Arguments): Partial<Limits> {
  const fuel = count(args, "fuel");
  const memoryBytes = size(args, "memory");
  const depth = count(args, "depth");
  return {
    ...(fuel === undefined ? {} : { fuel }),
    ...(memoryBytes === undefined ? {} : { memoryBytes }),
    ...(depth === undefined ? {} : { depth }),
  };
}

/** Of a base tool: what its engine may grow to. */
export const memoryFlag: Flag = { name: "memory", value: "BYTES", summary: "memory its engine may grow to (64m)" };

export function memoryFrom(args: Arguments): { readonly memoryBytes?: number } {
  const memoryBytes = size(args, "memory");
  return memoryBytes === undefined ? {} : { memoryBytes };
}

function count(args: Arguments, name: string): number | undefined {
  const text = args.text(name);
  if (text === undefined) return undefined;
  const n = /^\d[\d_]*$/.test(text) ? Number(text.replaceAll("_", "")) : Number.NaN;
  if (!Number.isSafeInteger(n) || n < 1)
    throw new UsageError(`--${name} takes a whole number above zero, such as 1_000_000; got ${text}.`);
  return n;
}

function size(args: Arguments, name: string): number | undefined {
  const text = args.text(name);
  if (text === undefined) return undefined;
  const [, digits, unit] = /^(\d[\d_]*)([kmg]?)b?$/i.exec(text) ?? [];
  const n = Number((digits ?? "x").replaceAll("_", "")) * (units[(unit ?? "").toLowerCase()] ?? 1);
  if (!Number.isSafeInteger(n) || n < 1)
    throw new UsageError(`--${name} takes bytes, such as 500_000, 64k, 512m or 2g; got ${text}.`);
  return n;
}
