// Ways in which a registration could break what works without being a repair of it: by an older version that
// somebody holds to, and by a tool that is required and not called.

import { expect, it } from "vitest";
import type { ToolDraft } from "../../src/registry/draft.ts";
import type { Registration } from "../../src/registry/register.ts";
import { gives, host, lisp, testRegistry } from "../support/registry.ts";
import { openStore } from "./opened.ts";

const sum = (name: string, body: string, options = ""): ToolDraft =>
  lisp(`(defn ${name} "Sums." {:signature "(items [:int]) -> :int" ${options}} [items] ${body})`);
const right = "(reduce + 0 items)";
/** Wrong for negative items, which only those who call it look at. */
const careless = "(reduce (fn [a b] (if (neg? b) a (+ a b))) 0 items)";
const negative = { cases: [gives({ items: [-1] }, -2)] };

function accepted(done: Registration): Extract<Registration, { ok: true }> {
  if (!done.ok) throw new Error(`${done.problem.reason}: ${done.problem.message}`);
  return done;
}

const brokenIs = (reason: string, message: string) => ({
  ok: false,
  problem: { reason, message: expect.stringContaining(message) },
});

const rates = { capability: "fetch_rates", body: { kind: "host", reference: "fetch_rates" } } as const;

it("an older version that somebody holds to keeps what it calls", async () => {
  const { registry } = await testRegistry();
  const users = [
    sum("by-range", "(* 2 (total items))", ':requires {:total "^1"}'),
    sum("by-helper", "(* 2 (call-total items))", ':requires {:total "^1"}'),
  ];
  accepted(await registry.registerTool(sum("add-up", right)));
  accepted(await registry.registerTool(sum("total", "(add-up items)")));
  accepted(await registry.registerTool(sum("call-total", "(total items)")));
  for (const user of users) accepted(await registry.registerTool(user, negative));
  const anew = '(defn total "Sums." {:signature "(rows [:any]) -> :any"} [rows] (count rows))';
  expect(accepted(await registry.registerTool(lisp(anew))).version).toBe("2.0.0");
  expect(await registry.registerRepair(sum("add-up", careless))).toMatchObject(
    brokenIs("dependent_broken", "add_up would break by_helper, by_range"),
  );
  accepted(await registry.registerRepair(sum("add-up", "(apply + items)")));
});

it("a tool that is required and not called is needed as well", async () => {
  const at = await testRegistry({ functions: { fetch_rates: () => 1, show: () => 2 } });
  const { registry } = at;
  accepted(await registry.registerTool(host("fetch_rates", "() -> :int"), { cases: [gives({}, 1)] }));
  accepted(await registry.registerTool(host("fetch_other", "() -> :int", rates), { cases: [gives({}, 1)] }));
  accepted(await registry.registerTool(host("show", "() -> :int", { requiredTools: ["fetch_rates@^1"] })));
  const all = await at.store.exportAll();
  const other = await openStore();
  await other.importAll(all);
  expect(await other.exportAll()).toEqual(all);
  expect(await registry.archive({ kind: "tool", id: "fetch_rates", reason: "tidy" })).toMatchObject(
    brokenIs("has_dependents", "is used by show"),
  );
  expect(await registry.unregister("fetch_rates")).toMatchObject({ ok: false, problem: { reason: "has_dependents" } });
});
