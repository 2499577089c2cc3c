// Counting tokens. The linker itself only needs a function; the real tokenizer is a megabyte of tables and is loaded by
// whoever wants its numbers. Without one, four bytes are taken for a token, which the bundle then says.

import type { TokenCounter } from "../input.ts";

export const estimate: TokenCounter = {
  name: "estimate",
  count: (text) => Math.ceil(new TextEncoder().encode(text).length / 4),
};

/** OpenAI's o200k_base, by gpt-tokenizer. */
export async function loadTokenizer(): Promise<TokenCounter> {
  const { countTokens } = await import("gpt-tokenizer/encoding/o200k_base");
  // What looks like a control token is text here: it stands in descriptions, skills and programs, not in a model's answer.
  const plain = { disallowedSpecial: new Set<string>() };
  return { name: "o200k_base", count: (text) => countTokens(text, plain) };
}
