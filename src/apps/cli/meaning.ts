// Search by meaning for commands: the model where it is installed and wanted, with the vectors of earlier runs.

import { join } from "node:path";
import type { DiscoveryOptions } from "../../node.ts";
import { type Arguments, type Flag, type Shell, UsageError } from "./command.ts";
import type { Library } from "./hosted.ts";
import { userFolder } from "./user-folders.ts";

export const semanticFlag: Flag = {
  name: "semantic",
  value: "on|off",
  summary: "search by meaning too; on where the model is installed",
};

export const adapterFlag: Flag = {
  name: "adapter",
  value: "on|off",
  summary: "search by meaning as it was trained on people's questions (on), or with the model's own vectors",
};

export interface Meaning {
  readonly options: Pick<DiscoveryOptions, "embedder" | "vectorCache" | "adapter">;
  /** What runs, or what is missing. */
  readonly message: string;
  /** Keeps vectors for the next run. */
  keep(shell: Shell): void;
}

export async function openMeaning(args: Arguments, library: Library): Promise<Meaning> {
  const wanted = args.text("semantic") ?? "auto";
  if (!["on", "off", "auto"].includes(wanted)) throw new UsageError(`--semantic is on or off; got ${wanted}.`);
  const { embedder, message } = wanted === "off" ? { embedder: null, message: "off" } : await library.loadEmbedder();
  if (wanted === "on" && embedder === null) throw new UsageError(`Search by meaning is off. ${message}`);
  const adapter = args.text("adapter") ?? "on";
  if (!["on", "off"].includes(adapter)) throw new UsageError(`--adapter is on or off; got ${adapter}.`);
  const trained = adapter === "off" ? { adapter: null } : {};
  const folder = userFolder("cache", process.env);
  if (embedder === null || folder === undefined) return { options: { embedder, ...trained }, message, keep: () => {} };
  const vectors = library.openVectorFile(join(folder, `${embedder.id}.vectors`), embedder.dimensions);
  return {
    options: { embedder, vectorCache: vectors, ...trained },
    message,
    keep: (shell) => {
      if (!vectors.save()) shell.err("The vectors could not be kept for the next run.");
    },
  };
}
