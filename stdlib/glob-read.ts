// Reads the files that fit a pattern. What may be read is the host's to say: a pattern must lie within what it grants, and
// files it denies are not even listed.
// Files that cannot be given (too large, no text, no JSON) are named with the reason, and the others are read all the same.

import type { BaseToolMeta, HostError, ToolHost } from "./host.d.ts";
import { globMatcher } from "./parts/glob-match.ts";

export const meta = {
  name: "glob-read",
  description:
    "Reads the files that fit a glob (* within a folder, ** across folders, ?, {a,b}) as text, lines, JSON or base64. Answers with the files in order of their paths, and names those that were skipped, with the reason.",
  inputSchema: {
    type: "object",
    properties: {
      pattern: {
        type: ["string", "array"],
        minLength: 1,
        items: { type: "string", minLength: 1 },
        description: 'Such as "data/**/*.csv", or a list of patterns.',
      },
      exclude: {
        type: ["string", "array", "null"],
        items: { type: "string", minLength: 1 },
        description: "Files that fit this too are left out.",
      },
      as: {
        enum: ["text", "lines", "json", "base64", "none", null],
        description: 'What their content becomes; "text" when missing, "none" to list them only.',
      },
      max_files: { type: ["integer", "null"], minimum: 1, maximum: 400, description: "100 when missing." },
      max_file_bytes: {
        type: ["integer", "null"],
        minimum: 0,
        description: "Larger files are skipped; 1000000 when missing.",
      },
      max_bytes: { type: ["integer", "null"], minimum: 0, description: "Of all files together; 4000000 when missing." },
    },
    required: ["pattern"],
    additionalProperties: false,
  },
  outputSchema: {
    type: "object",
    properties: {
      files: {
        type: "array",
        items: {
          type: "object",
          properties: { path: { type: "string" }, bytes: { type: "integer" }, content: {} },
          required: ["path", "bytes"],
          additionalProperties: false,
        },
      },
      skipped: {
        type: "array",
        items: {
          type: "object",
          properties: { path: { type: "string" }, reason: { type: "string" } },
          required: ["path", "reason"],
          additionalProperties: false,
        },
      },
      matched: { type: "integer", description: "How many files fit, read or not." },
    },
    required: ["files", "skipped", "matched"],
    additionalProperties: false,
  },
  permissions: ["filesystem:read:**"],
  // The same pattern finds other files tomorrow.
  deterministic: false,
  tags: ["files", "glob", "read"],
  examples: [
    {
      args: { pattern: "samples/**/*.md" },
      result: {
        files: [
          { path: "samples/notes/ideas.md", bytes: 23, content: "# Ideas\n\nBuy a kettle.\n" },
          { path: "samples/notes/today.md", bytes: 20, content: "# Today\n\nDrink tea.\n" },
        ],
        skipped: [],
        matched: 2,
      },
    },
    {
      args: { pattern: ["samples/*.json", "samples/*.csv"], as: "json" },
      result: {
        files: [{ path: "samples/settings.json", bytes: 40, content: { currency: "CHF", open: true } }],
        skipped: [{ path: "samples/orders.csv", reason: "It is not JSON." }],
        matched: 2,
      },
    },
    {
      args: { pattern: "samples/**", exclude: ["**/*.md", "**/*.json"], as: "lines" },
      result: {
        files: [{ path: "samples/orders.csv", bytes: 34, content: ["id,item,amount", "1,tea,4.5", "2,milk,2"] }],
        skipped: [],
        matched: 1,
      },
    },
  ],
} satisfies BaseToolMeta;

type Form = "text" | "lines" | "json" | "base64" | "none";

interface Args {
  readonly pattern: string | readonly string[];
  readonly exclude?: string | readonly string[] | null;
  readonly as?: Form | null;
  readonly max_files?: number | null;
  readonly max_file_bytes?: number | null;
  readonly max_bytes?: number | null;
}

interface ReadFile {
  readonly path: string;
  readonly bytes: number;
  readonly content?: unknown;
}

interface Skipped {
  readonly path: string;
  readonly reason: string;
}

export default async function readGlob(args: Args, host: ToolHost) {
  const paths = await matching(args, host);
  const form = args.as ?? "text";
  const most = {
    files: args.max_files ?? 100,
    fileBytes: args.max_file_bytes ?? 1_000_000,
    bytes: args.max_bytes ?? 4_000_000,
  };
  const files: ReadFile[] = [];
  const skipped: Skipped[] = [];
  let left = most.bytes;
  for (const path of paths) {
    const skip = (reason: string) => void skipped.push({ path, reason });
    if (files.length >= most.files) {
      skip(`There are more than ${most.files} files; raise max_files, or name fewer.`);
      continue;
    }
    const read = await attempt(() => host.filesystem.stat(path));
    if (!read.ok) skip(read.reason);
    else if (read.value === null) skip("It is gone.");
    else if (form === "none") files.push({ path, bytes: read.value.bytes });
    else if (read.value.bytes > most.fileBytes) skip(`It has ${read.value.bytes} bytes, more than max_file_bytes.`);
    else if (read.value.bytes > left) skip(`It has ${read.value.bytes} bytes, and max_bytes is used up.`);
    else {
      const { bytes } = read.value;
      const content = await contentOf(path, form, host);
      if (content.ok) {
        files.push({ path, bytes, content: content.value });
        left -= bytes;
      } else skip(content.reason);
    }
  }
  return { files, skipped, matched: paths.length };
}

async function matching({ pattern, exclude }: Args, host: ToolHost): Promise<readonly string[]> {
  const list = async (patterns: string | readonly string[]): Promise<ReadonlySet<string>> =>
    new Set((await Promise.all([patterns].flat().map((glob) => host.filesystem.list(glob)))).flat());
  // Excluding is not reading: it needs no permission, so the host is not asked.
  const excluded = [exclude ?? []].flat().map(globMatcher);
  return [...(await list(pattern))].filter((path) => !excluded.some((matches) => matches(path))).sort();
}

type Attempt<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string };

/**
 * One file that cannot be read stops nothing, and neither does a limit that is used up: what was read by then is worth having.
 * What a person must decide or has refused does.
 */
async function attempt<T>(work: () => Promise<T>): Promise<Attempt<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (e) {
    if (isHostError(e) && (e.name === "host_error" || e.name === "limit_exceeded"))
      return { ok: false, reason: e.message };
    throw e;
  }
}

function isHostError(e: unknown): e is HostError {
  return e instanceof Error;
}

async function contentOf(path: string, form: Exclude<Form, "none">, host: ToolHost): Promise<Attempt<unknown>> {
  const read = await attempt(() => host.filesystem.read(path, { as: form === "base64" ? "base64" : "text" }));
  if (!read.ok || form === "base64" || form === "text") return read;
  const text = read.value.replace(/^\ufeff/, "");
  if (form === "lines") return { ok: true, value: text === "" ? [] : text.replace(/\r?\n$/, "").split(/\r?\n/) };
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false, reason: "It is not JSON." };
  }
}
