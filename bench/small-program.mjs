// Times a small program an agent has just written: read, analysed, compiled and run once over ten records, in a process
// that is warm. Every run gets a text of its own, so that nothing can be remembered from the one before.

import { runSync } from "../dist/index.js";
import { report, sample } from "./sampling.mjs";

const statuses = ["paid", "open", "paid", "late", "paid"];
const orders = Array.from({ length: 10 }, (_, i) => ({
  id: 100 + i,
  customer: `c${i % 3}`,
  status: statuses[i % 5],
  total: 20 + 7 * i,
}));

let turn = 0;

/** Seven lines; the number in them is new each time. */
function program() {
  turn++;
  return `(let [paid (filter #(= (:status %) "paid") data/orders)
      total (reduce + 0 (map :total paid))
      by-customer (group-by :customer paid)]
  {:count (count paid)
   :turn ${turn}
   :total total
   :best (first (sort-by :total > (map (fn [[c os]] {:customer c :total (reduce + (map :total os))}) by-customer)))})`;
}

const { ms, result } = sample(() => {
  const r = runSync(program(), { data: { orders } });
  if (!r.ok) throw new Error(r.error.message);
  return r.value.total;
}, 20);
report({ microseconds: ms * 1000, result });
