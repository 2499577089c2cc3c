// The small program an agent has just written, and its data: seven lines over ten records, once in Lisp and once in
// JavaScript. The number in the text is new each time, so that nothing can be remembered from the one before.

const statuses = ["paid", "open", "paid", "late", "paid"];
export const orders = Array.from({ length: 10 }, (_, i) => ({
  id: 100 + i,
  customer: `c${i % 3}`,
  status: statuses[i % 5],
  total: 20 + 7 * i,
}));

export function lispProgram(turn) {
  return `(let [paid (filter #(= (:status %) "paid") data/orders)
      total (reduce + 0 (map :total paid))
      by-customer (group-by :customer paid)]
  {:count (count paid)
   :turn ${turn}
   :total total
   :best (first (sort-by :total > (map (fn [[c os]] {:customer c :total (reduce + (map :total os))}) by-customer)))})`;
}

export function nativeProgram(turn) {
  return `const paid = orders.filter((o) => o.status === "paid");
const total = paid.map((o) => o.total).reduce((a, b) => a + b, 0);
const byCustomer = new Map();
for (const o of paid) byCustomer.set(o.customer, [...(byCustomer.get(o.customer) ?? []), o]);
const sums = [...byCustomer].map(([customer, os]) => ({ customer, total: os.reduce((a, o) => a + o.total, 0) }));
const best = sums.sort((a, b) => b.total - a.total)[0];
return { count: paid.length, turn: ${turn}, total, best };`;
}
