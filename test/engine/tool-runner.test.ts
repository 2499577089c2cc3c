// How the engine runs tools for the gates: with the clock and the dice that images give them, and with what their cases stub.

import { expect, it } from "vitest";
import { openEngine } from "../../src/engine/engine.ts";
import { lisp } from "../support/registry.ts";

it.each([
  ["the dice", "(+ n (rand))", "(fn [x in] (and (<= (:n in) x) (< x (inc (:n in)))))"],
  ["the clock", "(+ n 0.0 (.getTime (java.util.Date.)))", "(fn [x in] (> x 1.7E12))"],
])("a tool that uses %s passes its cases and is green", async (_what, body, code) => {
  const engine = await openEngine({ registry: ":memory:" });
  const draft = lisp(`(defn varied "V." {:signature "(n :int) -> :float"} [n] ${body})`);
  const cases = [{ input: { n: 1 }, expected: { kind: "predicate", code } as const }];
  expect(await engine.registry.registerTool(draft, { cases })).toMatchObject({ ok: true, health: "green" });
  await engine.close();
});
