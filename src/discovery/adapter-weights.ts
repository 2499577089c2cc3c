// The trained query adapter, written by scripts/tune-discovery.mjs. Not made by hand.

import type { AdapterWeights } from "./adapter.ts";

export const adapterWeights: AdapterWeights = {
  embedderId: "all-MiniLM-L6-v2-int8",
  dimensions: 384,
  rank: 0,
  inStep: 0,
  outStep: 0,
  bytes: "",
};
