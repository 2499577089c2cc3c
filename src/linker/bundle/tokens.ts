// Counting tokens. The linker itself only needs a function; the real tokenizer is a megabyte of tables and is loaded by
// whoever wants its numbers. Without one, four bytes are taken for a token, which the bundle then says.

import { loadO200k } from "../../base/o200k.ts";
import type { TokenCounter } from "../input.ts";

export const estimate: TokenCounter = {
  name: "estimate",
  count: (text) => Math.ceil(new TextEncoder().encode(text).length / 4),
};

/** OpenAI's o200k_base. */
export async function loadTokenizer(): Promise<TokenCounter> {
  return { name: "o200k_base", count: await loadO200k() };
}
