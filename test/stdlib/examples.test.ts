// Every tool of stdlib/ keeps the promises of its meta: its examples give their results (twice), it says what it needs, and
// the page in stdlib/README.md says the same.

import { readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import { run } from "../../src/run/run.ts";
import { hostFunctions } from "../../src/sandbox/functions/index.ts";
import type { BaseToolMeta } from "../../stdlib/host.d.ts";
import { expectGeneratedPart } from "../support/generated.ts";
import { stdlib, toolNames, withBaseTools } from "./base-tools.ts";
import { renderBaseTools } from "./base-tools-page.ts";

const tools = withBaseTools();
/** Only to know the cases before the sandbox runs; what is tested comes out of the sandbox. */
const metas = await Promise.all(
  toolNames.map(async (name) => ((await import(`${stdlib}${name}.ts`)) as { meta: BaseToolMeta }).meta),
);

describe.each(metas.map((meta) => [meta.name, meta] as const))("%s", (name, meta) => {
  test.each(meta.examples.map((example, i) => [i + 1, example] as const))("example %i", async (_, { args, result }) => {
    expect(await tools.call(name, args)).toEqual(result);
  });

  test("is called as its file is, has three examples with results, and refuses unknown options", async () => {
    expect(toolNames).toContain(name);
    expect(meta.examples.length).toBeGreaterThanOrEqual(3);
    expect(meta.examples.filter((example) => !("result" in example))).toEqual([]);
    const { args } = meta.examples[0];
    expect(await tools.problem(name, { ...args, optoin: 1 })).toMatch(/^bad_arguments: .*optoin/);
  });

  test("takes null for every option, as programs pass nil", async () => {
    const { args, result } = meta.examples[0];
    const { properties, required } = (await tools.load(name)).meta.inputSchema as {
      properties: Record<string, object>;
      required: readonly string[];
    };
    const missing = Object.keys(properties).filter((key) => !(key in args) && !required.includes(key));
    expect(await tools.call(name, { ...Object.fromEntries(missing.map((key) => [key, null])), ...args })).toEqual(
      result,
    );
  });
});

it("stdlib/README.md says what the tools say", async () => {
  const loaded = await Promise.all(toolNames.map((name) => tools.load(name)));
  expectGeneratedPart("stdlib/README.md", renderBaseTools(loaded.map((tool) => tool.meta)));
});

it("a program pipes one tool into another", async () => {
  const program = `(->> (tool/csv-parse {:text data/csv}) :rows (map :amount)
    (hash-map :locale "de" :text) tool/number-parse (hash-map :values) tool/stats-summary :mean)`;
  const ended = await run(program, {
    data: { csv: "item;amount\ntea;4,50\nmilk;1.002,50\n" },
    tools: await tools.forPrograms(["csv-parse", "number-parse", "stats-summary"]),
  });
  expect(ended).toMatchObject({ ok: true, value: 503.5 });
});

it("host.d.ts knows the host functions there are", () => {
  const text = readFileSync(`${stdlib}host.d.ts`, "utf8");
  const shape = text.slice(text.indexOf("interface ToolHost"), text.indexOf("interface HttpResponse"));
  const declared: string[] = [];
  let group = "";
  for (const line of shape.split("\n")) {
    const opened = /^ {2}readonly (\w+): \{/.exec(line)?.[1];
    if (opened !== undefined) group = `${opened}.`;
    if (/^ {2}\w+\(/.test(line)) group = "";
    const named = /^ +(?:readonly \w+: \{ )?(\w+)\(/.exec(line)?.[1];
    if (named !== undefined) declared.push(group + named);
  }
  expect(declared.sort()).toEqual([...hostFunctions.map((f) => f.name), "secret"].sort());
});
