// Times the reader on about 1 MB of program text, beside JSON.parse on about 1 MB of the same shape of data. Argument:
// the interpreter's bundle, because the library does not export the reader by itself.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { report, sample } from "./sampling.mjs";

const { readProgram, defaultLimits } = await import(pathToFileURL(process.argv[2]).href);

const unit = readFileSync(new URL("workloads.clj", import.meta.url), "utf8");
const source = unit.repeat(Math.ceil(1_000_000 / unit.length));
const { ms, result } = sample(() => {
  const read = readProgram(source, defaultLimits);
  if (read.problems.length > 0) throw new Error(read.problems[0].message);
  return read.forms.length;
});

const record = { id: 17, name: "user-17", tags: ["a", "b"], active: true, size: 12.5, inner: { x: 1, y: null } };
const json = JSON.stringify(Array.from({ length: Math.ceil(1_000_000 / JSON.stringify(record).length) }, () => record));
const parsed = sample(() => JSON.parse(json).length);

report({
  megabytesPerSecond: source.length / 1e6 / (ms / 1e3),
  json: json.length / 1e6 / (parsed.ms / 1e3),
  forms: result,
});
