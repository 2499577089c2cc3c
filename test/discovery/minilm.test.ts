// The real model, on both back ends, and the file its vectors are kept in.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { Discovery } from "../../src/discovery/discovery.ts";
import { toBytes } from "../../src/discovery/semantic.ts";
import { wordPieces } from "../../src/discovery/wordpiece.ts";
import { loadEmbedder } from "../../src/host/embedding/minilm.ts";
import { openVectorFile } from "../../src/host/embedding/vector-file.ts";

const folder = mkdtempSync(join(tmpdir(), "ptc-vectors-"));
afterAll(() => rmSync(folder, { recursive: true }));

const cosine = (a: Float32Array, b: Float32Array): number => {
  const dot = (x: Float32Array, y: Float32Array): number => x.reduce((sum, v, i) => sum + v * y[i]!, 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
};

it.each(["native", "wasm"] as const)("%s: near texts are near", async (backend) => {
  const { embedder, message } = await loadEmbedder({ backend });
  expect(message).toBe(`all-MiniLM-L6-v2, ${backend}`);
  const [cat, feline, market] = await embedder!.embed([
    "The cat sat on the mat.",
    "A feline rested on a rug.",
    "Stock markets fell sharply.",
  ]);
  expect(cosine(cat!, feline!)).toBeGreaterThan(0.45);
  expect(cosine(cat!, market!)).toBeLessThan(0.2);
});

it("both back ends agree, and a text's vector depends on the text alone", async () => {
  const [native, wasm] = [await loadEmbedder({ backend: "native" }), await loadEmbedder({ backend: "wasm" })];
  const [alone] = await native.embedder!.embed(["book a flight"]);
  const [, among] = await native.embedder!.embed(["something much longer than the other text", "book a flight"]);
  const [other] = await wasm.embedder!.embed(["book a flight"]);
  expect(among).toEqual(alone);
  expect(cosine(alone!, other!)).toBeGreaterThan(0.999);
});

it("finds what shares no word with the query", async () => {
  const { embedder } = await loadEmbedder();
  const discovery = new Discovery({ embedder });
  await discovery.initialize({
    tools: [
      { name: "forecast", description: "Weather for the coming days in a city" },
      { name: "invoice", description: "Write a bill for a customer" },
      { name: "playlist", description: "Put songs in an order" },
    ],
  });
  const { results, notices } = await discovery.search("will it rain tomorrow?");
  expect(notices).toEqual([]);
  expect(results[0]?.id).toBe("tool:forecast");
});

it("word pieces are BERT's", () => {
  const pieces = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "play", "##ing", "##s", "cafe", "!", "天", "气"];
  const { encode } = wordPieces(new Map(pieces.map((piece, i) => [piece, i])));
  expect([...encode("Playing Café!", 16)]).toEqual([2, 4, 5, 7, 8, 3]);
  expect([...encode("天气 zzz", 16)]).toEqual([2, 9, 10, 1, 3]);
  expect([...encode("play play play play", 4)]).toEqual([2, 4, 4, 3]);
});

it("keeps vectors in a file, and makes a damaged one again", () => {
  const path = join(folder, "a/b.vectors");
  const vector = toBytes(Float32Array.from([1, -2, 0.5, 0]));
  const first = openVectorFile(path, 4);
  expect(first.get("x")).toBeUndefined();
  first.set("x", vector);
  expect(first.save()).toBe(true);
  const again = openVectorFile(path, 4).get("x")!;
  expect(again.bytes).toEqual(vector.bytes);
  expect(again.scale).toBeCloseTo(vector.scale, 6);
  expect(openVectorFile(path, 8).get("x")).toBeUndefined();
  writeFileSync(path, "nonsense");
  expect(openVectorFile(path, 4).get("x")).toBeUndefined();
});

it("says what is missing and how to get it", async () => {
  const status = await loadEmbedder({
    backend: "native",
    packages: { native: "not-installed", wasm: "not-installed" },
  });
  expect(status.embedder).toBeNull();
  expect(status.message).toMatch(/not-installed is not installed.*npm install/);
});
