// Ways in which a registration could break what works without being a repair of it: by a name that others ask for, by an
// older version that somebody holds to, by a tool that is required and not called.

import { expect, it } from "vitest";
import { linkFromRegistry } from "../../src/engine/link.ts";
import type { ToolDraft } from "../../src/registry/draft.ts";
import type { Registration } from "../../src/registry/register.ts";
import { gives, host, lisp, testRegistry } from "../support/registry.ts";
import { must, openStore } from "./opened.ts";

const sum = (name: string, body: string, options = ""): ToolDraft =>
  lisp(`(defn ${name} "Sums." {:signature "(items [:int]) -> :int" ${options}} [items] ${body})`);
const right = "(reduce + 0 items)";
/** Wrong for negative items, which only those who call it look at. */
const careless = "(reduce (fn [a b] (if (neg? b) a (+ a b))) 0 items)";
const ofSums = ':capability "sums"';
const positive = { cases: [gives({ items: [1, 2] }, 3)] };
const negative = { cases: [gives({ items: [-1] }, -2)] };

function accepted(done: Registration): Extract<Registration, { ok: true }> {
  if (!done.ok) throw new Error(`${done.problem.reason}: ${done.problem.message}`);
  return done;
}

const brokenIs = (reason: string, message: string) => ({
  ok: false,
  problem: { reason, message: expect.stringContaining(message) },
});

async function health(at: Awaited<ReturnType<typeof testRegistry>>, id: string) {
  return (await at.store.read((reader) => reader.toolHead(id)))?.health;
}

const rates = { capability: "fetch_rates", body: { kind: "host", reference: "fetch_rates" } } as const;

it("a new tool that takes the name of a capability must serve those who named the capability", async () => {
  const { registry } = await testRegistry();
  accepted(await registry.registerTool(sum("sum-a", right, ofSums), positive));
  accepted(await registry.registerTool(sum("twice", "(* 2 (sums items))"), negative));
  for (const draft of [sum("sums", careless), sum("sums", careless, ':capability "adding"')])
    expect(await registry.registerTool(draft, positive)).toMatchObject(
      brokenIs("dependent_broken", "sums would break twice"),
    );
  expect(accepted(await registry.registerTool(sum("sums", `(+ 0 ${right})`), positive)).health).toBe("green");
  expect(must(await registry.runSuite("twice")).health).toBe("green");
});

it("what serves under the name of a tool that is unwell must go on serving", async () => {
  const at = await testRegistry();
  const { registry } = at;
  accepted(await registry.registerTool(sum("total", right), positive));
  accepted(await registry.registerTool(sum("total-b", "(apply + items)", ':capability "total"'), positive));
  accepted(await registry.registerTool(sum("twice", "(* 2 (total items))"), negative));
  const failed = { kind: "tool" as const, id: "total", success: false };
  must(await registry.recordTrials([failed, failed, failed]));
  expect(await health(at, "total")).toBe("degraded");
  expect((await linkFromRegistry(at, { roots: ["twice"] })).bundle?.lock.tools).toHaveProperty("total_b");
  expect(await registry.registerRepair(sum("total-b", careless, ':capability "total"'))).toMatchObject(
    brokenIs("dependent_broken", "total_b would break twice"),
  );
});

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
