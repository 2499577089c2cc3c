// The parts of discovery that the library does not export, for scripts/tune-discovery.mjs and bench/discovery.mjs.
export { adapterOf } from "../src/discovery/adapter.ts";
export { CapabilityIndex, embeddingText } from "../src/discovery/capability-index.ts";
export { parseCatalogue } from "../src/discovery/catalogue.ts";
export { Discovery } from "../src/discovery/discovery.ts";
export { rowsOf } from "../src/discovery/dot-products.ts";
export { meritOf, ndcgAt } from "../src/discovery/evaluate.ts";
export { splitSigns } from "../src/discovery/fuse.ts";
export { coverageOf } from "../src/discovery/mission.ts";
export { needsOf } from "../src/discovery/needs.ts";
export { answer, findRelevant, searchAll } from "../src/discovery/relevance.ts";
export { toBytes } from "../src/discovery/semantic.ts";
export {
  hybridFusion,
  lexicalFusion,
  lexicalWeights,
  meaningScale,
  standingWeights,
} from "../src/discovery/weights.ts";
export { wordsOf } from "../src/discovery/words.ts";
export { loadEmbedder } from "../src/host/embedding/minilm.ts";
export { openVectorFile } from "../src/host/embedding/vector-file.ts";
