// What the tests of discovery share: small capabilities, and an embedder that needs no model.

import type { CapabilityInput } from "../../src/discovery/descriptor.ts";
import type { Embedder } from "../../src/discovery/semantic.ts";

export const tool = (name: string, more: Partial<CapabilityInput> = {}): CapabilityInput => ({
  name,
  description: `Does ${name}.`,
  ...more,
});

/** Meaning by table: a text has the directions of the words it holds. */
export function tableEmbedder(words: readonly (readonly string[])[]): Embedder & { calls: string[] } {
  const calls: string[] = [];
  return {
    id: "table",
    dimensions: words.length + 1,
    calls,
    embed: async (texts) =>
      texts.map((text) => {
        calls.push(text);
        const found = words.map((group) => (group.some((word) => text.toLowerCase().includes(word)) ? 1 : 0));
        return Float32Array.from([...found, 0.1]);
      }),
  };
}
