// Counting tokens is a port: budgets are kept in whatever tokens a host's model reads. The counter that comes with the
// library is exact for the o200k encoding; its table is large, so it is loaded when first asked for.

export type { CountTokens as TokenCounter } from "../base/o200k.ts";
/** The exact count of the o200k encoding. */
export { loadO200k as o200kCounter } from "../base/o200k.ts";
