// The difference of two texts by lines, words or characters: what was removed, what was added, and for lines a patch.

import type { BaseToolMeta } from "./host.d.ts";
import { commonBlocks } from "./parts/sequence-diff.ts";
import { type Run, unifiedDiff } from "./parts/unified-diff.ts";

export const meta = {
  name: "text-diff",
  description:
    "Compares two texts by lines, words or characters. Answers with the changes in order (the parts that are same and removed make up the first text, same and added the second), how much they have in common, and for lines a unified diff.",
  inputSchema: {
    type: "object",
    properties: {
      before: { type: "string", description: "The first text." },
      after: { type: "string", description: "The second text." },
      unit: { enum: ["line", "word", "character", null], description: 'What is compared; "line" when missing.' },
      context: {
        type: ["integer", "null"],
        minimum: 0,
        description: "Lines around changes in the unified diff; 3 when missing.",
      },
      ignore_case: { type: ["boolean", "null"], description: "Capital and small letters are equal." },
      ignore_space: { type: ["boolean", "null"], description: "Any blanks are equal, and none at the ends." },
      before_name: {
        type: ["string", "null"],
        description: 'The name of the first text in the unified diff; "before" when missing.',
      },
      after_name: { type: ["string", "null"], description: 'The name of the second; "after" when missing.' },
    },
    required: ["before", "after"],
    additionalProperties: false,
  },
  outputSchema: {
    type: "object",
    properties: {
      equal: { type: "boolean" },
      added: { type: "integer" },
      removed: { type: "integer" },
      similarity: { type: "number", description: "0 for nothing in common to 1 for equal." },
      changes: {
        type: "array",
        items: {
          type: "object",
          properties: { kind: { enum: ["same", "removed", "added"] }, text: { type: "string" } },
          required: ["kind", "text"],
          additionalProperties: false,
        },
      },
      unified: { type: ["string", "null"] },
    },
    required: ["equal", "added", "removed", "similarity", "changes", "unified"],
    additionalProperties: false,
  },
  permissions: [],
  deterministic: true,
  tags: ["text", "diff", "compare", "patch"],
  examples: [
    {
      args: { before: "a\nb\nc\n", after: "a\nB\nc\nd\n", context: 1 },
      result: {
        equal: false,
        added: 2,
        removed: 1,
        similarity: 0.5714,
        changes: [
          { kind: "same", text: "a\n" },
          { kind: "removed", text: "b\n" },
          { kind: "added", text: "B\n" },
          { kind: "same", text: "c\n" },
          { kind: "added", text: "d\n" },
        ],
        unified: "--- before\n+++ after\n@@ -1,3 +1,4 @@\n a\n-b\n+B\n c\n+d\n",
      },
    },
    {
      args: { before: "the quick fox", after: "the slow fox", unit: "word" },
      result: {
        equal: false,
        added: 1,
        removed: 1,
        similarity: 0.8,
        changes: [
          { kind: "same", text: "the " },
          { kind: "removed", text: "quick" },
          { kind: "added", text: "slow" },
          { kind: "same", text: " fox" },
        ],
        unified: null,
      },
    },
    {
      args: { before: "Hello  World\n", after: "hello world", ignore_case: true, ignore_space: true },
      result: {
        equal: true,
        added: 0,
        removed: 0,
        similarity: 1,
        changes: [{ kind: "same", text: "hello world" }],
        unified: "",
      },
    },
  ],
} satisfies BaseToolMeta;

interface Args {
  readonly before: string;
  readonly after: string;
  readonly unit?: "line" | "word" | "character" | null;
  readonly context?: number | null;
  readonly ignore_case?: boolean | null;
  readonly ignore_space?: boolean | null;
  readonly before_name?: string | null;
  readonly after_name?: string | null;
}

const units = {
  line: /[^\n]*\n|[^\n]+/g,
  word: /[\p{L}\p{N}\p{M}_]+(?:['’][\p{L}\p{M}]+)*|\s+|[^\p{L}\p{N}\p{M}_\s]/gu,
  // A letter with its marks is one; so is an emoji joined from several.
  character: /\r\n|\P{M}(?:\p{M}|\u200d\P{M}|[\u{1f3fb}-\u{1f3ff}])*|\p{M}/gsu,
} as const;

export default function diffTexts(args: Args) {
  const unit = args.unit ?? "line";
  const before = args.before.match(units[unit]) ?? [];
  const after = args.after.match(units[unit]) ?? [];
  const number = numbering(args);
  const runs = runsOf(before, after, before.map(number), after.map(number));
  const count = (kind: Run["kind"]) => runs.reduce((sum, run) => sum + (run.kind === kind ? run.items.length : 0), 0);
  const same = count("same");
  const total = before.length + after.length;
  return {
    equal: runs.every((run) => run.kind === "same"),
    added: count("added"),
    removed: count("removed"),
    similarity: total === 0 ? 1 : Math.round((20_000 * same) / total) / 10_000,
    changes: runs.map(({ kind, items }) => ({ kind, text: items.join("") })),
    unified:
      unit === "line"
        ? unifiedDiff(runs, args.context ?? 3, [args.before_name ?? "before", args.after_name ?? "after"])
        : null,
  };
}

/** Equal items get equal numbers, which are cheap to compare. */
function numbering({ ignore_case, ignore_space }: Args): (item: string) => number {
  const numbers = new Map<string, number>();
  return (item) => {
    const spaced = ignore_space === true ? (item.trim() === "" ? " " : item.trim().replace(/\s+/g, " ")) : item;
    const key = ignore_case === true ? spaced.toLowerCase() : spaced;
    const known = numbers.get(key) ?? numbers.size;
    numbers.set(key, known);
    return known;
  };
}

function runsOf(
  before: readonly string[],
  after: readonly string[],
  a: readonly number[],
  b: readonly number[],
): readonly Run[] {
  const runs: Run[] = [];
  const add = (kind: Run["kind"], items: readonly string[]) => void (items.length > 0 && runs.push({ kind, items }));
  let x = 0;
  let y = 0;
  const end = { before: before.length, after: after.length, length: 0 };
  for (const block of [...commonBlocks(a, b), end]) {
    add("removed", before.slice(x, block.before));
    add("added", after.slice(y, block.after));
    add("same", after.slice(block.after, block.after + block.length));
    x = block.before + block.length;
    y = block.after + block.length;
  }
  return runs;
}
