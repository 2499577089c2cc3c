// What one tool call costs, from the program through contract, events and back: in sequence and overlapped, with a tool
// that answers at once and one that answers with a promise already resolved.

import { defineTool, run } from "../dist/index.js";
import { report, sampleAsync } from "./sampling.mjs";

const CALLS = 1000;
const limits = { toolCalls: 10 * CALLS, toolCallsPerTool: 10 * CALLS, fuel: 100_000_000 };
const contract = { name: "echo", signature: "(v :int) -> :int" };
const now = defineTool({ ...contract, run: ({ v }) => v });
const later = defineTool({ ...contract, run: async ({ v }) => v });
const sequential = `(reduce (fn [total i] (+ total (tool/echo {:v i}))) 0 (range ${CALLS}))`;
const overlapped = `(reduce + (pmap (fn [i] (tool/echo {:v i})) (range ${CALLS})))`;

async function perCall(program, tool) {
  const { ms } = await sampleAsync(async () => {
    const r = await run(program, { tools: [tool], limits });
    if (!r.ok) throw new Error(r.error.message);
    if (r.value !== (CALLS * (CALLS - 1)) / 2) throw new Error(`got ${r.text}`);
  });
  return (ms * 1000) / CALLS;
}

report({
  "sync tool, in sequence": await perCall(sequential, now),
  "async tool, in sequence": await perCall(sequential, later),
  "async tool, pmap": await perCall(overlapped, later),
});
