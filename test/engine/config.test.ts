// ptc.json: the published schema is the one that is enforced, and what is wrong is said with its place.

import { readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { configSchema, defaultConfig, parseConfig } from "../../src/engine/project/config.ts";

const published = new URL("../../docs/schema/ptc.json", import.meta.url);

it("docs/schema/ptc.json is the schema", () => {
  const text = `${JSON.stringify(configSchema, null, 2)}\n`;
  if (process.env.UPDATE === "1") writeFileSync(published, text);
  expect(readFileSync(published, "utf8")).toBe(text);
});

it("an empty object is a project", () => {
  expect(parseConfig("{}")).toEqual({ ok: true, config: defaultConfig });
});

it("an unknown field is refused with the one that was meant", () => {
  expect(parseConfig('{"toolz": []}')).toMatchObject({ ok: false, hint: 'Did you mean "tools"?', offset: 1 });
});

it("what is no JSON is refused at its place", () => {
  expect(parseConfig('{"tools": [}')).toMatchObject({ ok: false, offset: 11 });
});
