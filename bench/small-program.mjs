// Times a small new program, in a process that is warm: read, analysed, compiled and run once over ten records that come
// from the host. Beside it the same in JavaScript, where `new Function` does the compiling.

import { runSync } from "../dist/index.js";
import { report, sample } from "./sampling.mjs";
import { lispProgram, nativeProgram, orders } from "./small-source.mjs";

let turn = 0;

const ptc = sample(() => {
  const r = runSync(lispProgram(++turn), { data: { orders } });
  if (!r.ok) throw new Error(r.error.message);
  return r.value.total;
}, 10);
const native = sample(() => new Function("orders", nativeProgram(++turn))(orders).total, 10);
if (ptc.result !== native.result) throw new Error(`ptc gives ${ptc.result}, native gives ${native.result}`);
report({ microseconds: ptc.ms * 1000, native: native.ms * 1000, result: ptc.result });
