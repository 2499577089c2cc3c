// Counting tokens is a port: budgets are kept in whatever tokens a host's model reads. The counter that comes with the
// library is exact for the o200k encoding; its table is large, so it is loaded when first asked for.

export type TokenCounter = (text: string) => number;

let loaded: Promise<TokenCounter> | null = null;

/** The exact count of the o200k encoding. */
export function o200kCounter(): Promise<TokenCounter> {
  loaded ??= import("gpt-tokenizer/encoding/o200k_base").then(
    ({ countTokens }) =>
      (text) =>
        // What looks like a control token is text here: it comes from descriptions, not from a model.
        countTokens(text, { disallowedSpecial: new Set() }),
  );
  return loaded;
}
