// The index of a registry on a server: it follows what others change there, and lies in the project's folder.

import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { openEngine } from "../../src/engine/engine.ts";
import { addSkill, addTool, addTrials } from "../registry/opened.ts";
import { type Postgres, startPostgres } from "../support/postgres.ts";
import { tableEmbedder } from "./support.ts";

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
}, 60_000);
afterAll(() => postgres.stop());

it("costs one update for one change, wherever it was made, and none after a restart", async () => {
  const root = mkdtempSync(join(tmpdir(), "ptc-index-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const registry = postgres.newUrl();
  const embedder = tableEmbedder([["mail"]]);
  const open = async () => {
    const engine = await openEngine({ registry, root, discovery: { embedder } });
    onTestFinished(() => engine.close());
    return engine;
  };
  const [ours, theirs] = [await open(), await openEngine({ registry, discovery: { indexFile: null } })];
  onTestFinished(() => theirs.close());
  await addTool(theirs.store, "send_mail", { description: "Sends a mail." });
  await addTool(theirs.store, "plan_day", { description: "Plans a day." });
  await addSkill(theirs.store, "polite_mail", { description: "How to write a polite mail.", appliesTo: ["send_mail"] });
  expect(await ours.discovery.refresh()).toEqual({ updated: 3, removed: 0 });
  expect(await ours.discovery.refresh()).toEqual({ updated: 0, removed: 0 });
  await theirs.store.write((w) => w.setHealth("send_mail", "1.0.0", "red", "1 of 2 cases fails"));
  expect(await ours.discovery.status()).toMatchObject({ tools: 2, skills: 1, behind: 1 });
  expect(await ours.discovery.refresh()).toEqual({ updated: 1, removed: 0 });
  await theirs.store.write((w) => w.setArchived({ kind: "tool", id: "plan_day", reason: "old", at: "2026-01-01" }));
  expect(await ours.discovery.refresh()).toEqual({ updated: 0, removed: 1 });
  await addTrials(theirs.store, "send_mail", [0, 9]);
  const { results } = await ours.discovery.search("send a mail");
  expect(results.find(({ id }) => id === "tool:send_mail")).toMatchObject({ warning: "red: 1 of 2 cases fails" });
  expect(results.find(({ id }) => id === "tool:send_mail")!.reasons.terms.success).toBeLessThan(0);
  await ours.close();
  expect(readdirSync(join(root, ".ptc"))).toEqual([expect.stringMatching(/^server-\w{12}\.capability_index$/)]);
  const asked = embedder.calls.length;
  const again = await open();
  expect(await again.discovery.refresh()).toEqual({ updated: 0, removed: 0 });
  expect(embedder.calls.length).toBe(asked);
  expect((await again.discovery.discover("write a polite mail")).tier2.text).toContain("Look twice.");
});
