// The door to JSON and host data: text in, text out, host objects in and out.

export { type FromHostOptions, fromHost, type ToHostOptions, toHost } from "./host.ts";
export {
  type JsonParsed,
  type JsonParseOptions,
  type JsonProblem,
  parseJson,
  parseJsonLines,
} from "./json-parse.ts";
export { type JsonWriteOptions, toJsonText } from "./json-write.ts";
