// Registering tools: identity, versions, capabilities, and what the registry refuses without writing anything.

import { describe, expect, it } from "vitest";
import type { ToolDraft } from "../../src/registry/draft.ts";
import type { Registration } from "../../src/registry/register.ts";
import type { Store } from "../../src/registry/store.ts";
import { gives, host, lisp, testRegistry } from "../support/registry.ts";

const functions = { read_text: ({ path }: Readonly<Record<string, unknown>>) => `text of ${String(path)}` };
const total = '(defn total "Sums." {:signature "(items [:int]) -> :int"} [items] (reduce + 0 items))';
const totalByLoop =
  '(defn total "Sums." {:signature "(items [:int]) -> :int"} [items] (loop [s 0 xs items] (if (empty? xs) s (recur (+ s (first xs)) (rest xs)))))';
const sums = [gives({ items: [1, 2, 3] }, 6), gives({ items: [] }, 0)];

function accepted(done: Registration): Extract<Registration, { ok: true }> {
  if (!done.ok) throw new Error(`${done.problem.reason}: ${done.problem.message}`);
  return done;
}

function refused(done: Registration): Extract<Registration, { ok: false }> {
  if (done.ok) throw new Error(`${done.id}@${done.version} should have been refused.`);
  return done;
}

/** Everything but the audit log, as text. */
async function contents(store: Store): Promise<string> {
  const { audit: _audit, ...all } = await store.exportAll();
  return JSON.stringify(all);
}

describe("a new registry", () => {
  it("[1, 27, 124] is empty, and counts what comes in", async () => {
    const { registry, store } = await testRegistry({ functions });
    const counts = () => store.read((reader) => reader.counts());
    expect(await counts()).toEqual({ tools: 0, skills: 0, archived: 0, capabilities: 0 });
    accepted(await registry.registerTool(lisp(total)));
    expect(await counts()).toEqual({ tools: 1, skills: 0, archived: 0, capabilities: 1 });
  });

  it("[2, 3, 125] keeps a base tool with its layer, tags, function and health pending", async () => {
    const { registry, store } = await testRegistry({ functions });
    const draft = host("read-text", "(path :string) -> :string", { tags: ["files", "text"] });
    const done = accepted(await registry.registerTool({ ...draft, body: { kind: "host", reference: "read_text" } }));
    expect(done).toMatchObject({ id: "read_text", version: "1.0.0", health: "pending" });
    const tool = await store.read((reader) => reader.toolVersion("read_text", "1.0.0"));
    expect(tool).toMatchObject({
      layer: "base",
      tags: ["files", "text"],
      body: { kind: "host", reference: "read_text" },
      signature: "(path :string) -> :string",
    });
    expect((await store.read((reader) => reader.toolHead("read_text")))?.health).toBe("pending");
  });

  it("[4, 5] makes the capability, with implementations in order and the first as default", async () => {
    const { registry, store } = await testRegistry();
    for (const id of ["sum_b", "sum_a", "sum_c"])
      accepted(await registry.registerTool(lisp(total.replace("total", id.replace("_", "-")), { capability: "sums" })));
    const capability = await store.read((reader) => reader.capability("sums"));
    expect(capability?.implementations).toEqual(["sum_b", "sum_a", "sum_c"]);
    expect(capability?.defaultImplementation).toBe("sum_b");
    expect(capability?.canonicalSignature).toBe("(items [:int]) -> :int");
  });

  it("[6, 126] keeps a composed tool with its code and the dependencies found in it", async () => {
    const { registry, store } = await testRegistry({ functions });
    accepted(await registry.registerTool(host("read_text", "(path :string) -> :string")));
    accepted(await registry.registerTool(lisp(total)));
    const code =
      '(defn report "Reads." {:signature "(path :string) -> :map"} [path]\n  ; (tool/nothing {}) is a comment\n  {:text (tool/read-text {:path path}) :hint "(tool/other)" :n (apply total [[1 2]])})';
    accepted(await registry.registerTool(lisp(code)));
    const tool = await store.read((reader) => reader.toolVersion("report", "1.0.0"));
    expect(tool?.layer).toBe("composed");
    expect(tool?.body).toMatchObject({ kind: "lisp", code, main: "report" });
    expect(tool?.dependencies).toEqual([
      { id: "read_text", by: "tool" },
      { id: "total", by: "call" },
    ]);
  });

  it("[R8] finds what the code names though dependencies are declared", async () => {
    const { registry } = await testRegistry();
    accepted(await registry.registerTool(lisp(total)));
    const code = '(defn twice "Two." {:signature "(items [:int]) -> :int"} [items] (* 2 (totl items)))';
    const { problem } = refused(await registry.registerTool(lisp(code, { dependencies: ["total"] })));
    expect(problem.reason).toBe("unknown_dependency");
    expect(problem.message).toContain("totl");
    expect(problem.hint).toBe("Did you mean `total`?");
  });
});

describe("cases", () => {
  it("are judged as they are stored: a tool that hangs on the order of keys fails now, not when it is repaired", async () => {
    const { registry } = await testRegistry();
    const columns =
      '(defn columns "The columns." {:signature "(rows [:map]) -> [:string]"} [rows] (mapv name (keys (first rows))))';
    const rows = [{ total: 1, name: "a" }];
    const inSomeOrder = gives({ rows }, ["total", "name"]);
    const { problem } = refused(await registry.registerTool(lisp(columns), { cases: [inSomeOrder] }));
    expect(problem.reason).toBe("suite_failed");
    const examples = [{ args: { rows }, result: ["total", "name"] }];
    refused(await registry.registerTool(lisp(columns, { examples })));
    accepted(await registry.registerTool(lisp(columns), { cases: [gives({ rows }, ["name", "total"])] }));
  });
});

describe("versions", () => {
  it("[R15] registering the same again changes nothing, other content becomes a new version", async () => {
    const { registry, store } = await testRegistry();
    accepted(await registry.registerTool(lisp(total), { cases: sums }));
    await store.write((writer) => writer.recordLink({ tools: ["total"], skills: [], at: "2026-02-01T00:00:00.000Z" }));
    const before = await contents(store);
    const again = accepted(await registry.registerTool(lisp(total), { cases: sums }));
    expect(again).toMatchObject({ unchanged: true, version: "1.0.0", health: "green" });
    expect(await contents(store)).toBe(before);

    const next = accepted(await registry.registerTool(lisp(totalByLoop)));
    expect(next).toMatchObject({ unchanged: false, version: "1.0.1", supersedes: "total@1.0.0" });
    const head = await store.read((reader) => reader.toolHead("total"));
    expect(head).toMatchObject({ current: "1.0.1", linkCount: 1 });
    expect(await store.read((reader) => reader.toolVersion("total", "1.0.0"))).not.toBeNull();
  });

  it("registering the same again changes nothing either where examples are no cases, for want of a grant", async () => {
    const { registry } = await testRegistry();
    const draft = lisp(total, { permissions: ["filesystem:read:**"], examples: [{ args: { items: [1] }, result: 1 }] });
    expect(accepted(await registry.registerTool(draft))).toMatchObject({ unchanged: false, health: "pending" });
    expect(accepted(await registry.registerTool(draft))).toMatchObject({ unchanged: true, version: "1.0.0" });
  });

  it("follow from the interface: patch, minor, major", async () => {
    const { registry } = await testRegistry();
    const draft = (signature: string, body: string): ToolDraft =>
      lisp(`(defn pick "P." {:signature "${signature}"} ${body})`);
    const version = async (d: ToolDraft) => accepted(await registry.registerTool(d)).version;
    expect(await version(draft("(a :int) -> :int", "[a] a"))).toBe("1.0.0");
    expect(await version(draft("(a :int) -> :int", "[a] (+ a 0)"))).toBe("1.0.1");
    expect(await version(draft("(a :int, b :int?) -> :int", "[a b] (+ a (or b 0))"))).toBe("1.1.0");
    expect(await version(draft("(a :float, b :int?) -> :int", "[a b] (+ (int a) (or b 0))"))).toBe("1.2.0");
    expect(await version(draft("(a :float, b :int) -> :int", "[a b] (+ (int a) b)"))).toBe("2.0.0");
    expect(await version(draft("(a :float, b :int) -> :any", "[a b] (str a b)"))).toBe("3.0.0");
  });

  it("follow from the highest version too: after a rollback no caller of it is promised less", async () => {
    const { registry } = await testRegistry();
    const pick = (signature: string, body: string) => lisp(`(defn pick "P." {:signature "${signature}"} ${body})`);
    accepted(await registry.registerTool(pick("(a :int) -> :int", "[a] a")));
    accepted(await registry.registerTool(pick("(a :int, b :int?) -> :int", "[a b] (+ a (or b 0))")));
    accepted(await registry.rollback("pick", "1.0.0"));
    expect(accepted(await registry.registerTool(pick("(a :int) -> :int", "[a] (+ a 0)")))).toMatchObject({
      version: "2.0.0",
    });
  });

  it("are never changed and never claim too little", async () => {
    const { registry, store } = await testRegistry();
    accepted(await registry.registerTool(lisp(total, { version: "1.2.0" })));
    const before = await contents(store);
    const reuse = refused(await registry.registerTool(lisp(totalByLoop, { version: "1.2.0" })));
    expect(reuse.problem).toMatchObject({
      reason: "version_immutable",
      hint: "Leave the version out, and this becomes 1.2.1.",
    });
    const wider = lisp('(defn total "S." {:signature "(items [:int], from :int) -> :int"} [items from] from)');
    const low = refused(await registry.registerTool({ ...wider, version: "1.2.1" }));
    expect(low.problem).toMatchObject({ reason: "version_too_low" });
    expect(low.problem.message).toContain("2.0.0");
    expect(await contents(store)).toBe(before);
    expect(accepted(await registry.registerTool(lisp(total, { version: "1.2.0" }))).unchanged).toBe(true);
  });

  it("can be gone back to, through the gates", async () => {
    const { registry, store } = await testRegistry();
    accepted(await registry.registerTool(lisp(total), { cases: sums }));
    accepted(await registry.registerTool(lisp(totalByLoop)));
    expect(accepted(await registry.rollback("total", "1.0.0"))).toMatchObject({ version: "1.0.0", health: "green" });
    expect((await store.read((reader) => reader.toolHead("total")))?.current).toBe("1.0.0");
    expect((await store.read((reader) => reader.versionsOf("total"))).map((r) => r.version)).toEqual([
      "1.0.0",
      "1.0.1",
    ]);
    const unknown = refused(await registry.rollback("total", "7.0.0"));
    expect(unknown.problem).toMatchObject({ reason: "unknown_version", hint: "It has 1.0.0, 1.0.1." });
  });

  it("that fail a case added since are not gone back to", async () => {
    const { registry, store } = await testRegistry();
    const first = '(defn size "N." {:signature "(items [:any]?) -> :int"} [items] (count (seq items)))';
    const naive = '(defn size "N." {:signature "(items [:any]?) -> :int"} [items] (.length items))';
    expect(
      refused(await registry.registerTool(lisp(naive), { cases: [gives({ items: [1] }, 1)] })).problem.reason,
    ).toBe("suite_failed");
    const careless =
      '(defn size "N." {:signature "(items [:any]?) -> :int"} [items] (reduce (fn [n _] (inc n)) 0 (rseq items)))';
    accepted(await registry.registerTool(lisp(careless), { cases: [gives({ items: [1] }, 1)] }));
    accepted(await registry.registerTool(lisp(first), { cases: [gives({ items: null }, 0)] }));
    const back = refused(await registry.rollback("size", "1.0.0"));
    expect(back.problem.reason).toBe("regression");
    expect((await store.read((reader) => reader.toolHead("size")))?.current).toBe("1.0.1");
  });
});

describe("unregistering", () => {
  it("[8, 9, 10] takes the tool and its health away, and the default goes to the next", async () => {
    const { registry, store } = await testRegistry();
    accepted(await registry.registerTool(lisp(total.replace("total", "sum-a"), { capability: "sums" })));
    accepted(await registry.registerTool(lisp(total.replace("total", "sum-b"), { capability: "sums" })));
    expect(await registry.unregister("sum_a")).toMatchObject({ ok: true });
    const capability = await store.read((reader) => reader.capability("sums"));
    expect(capability).toMatchObject({ implementations: ["sum_b"], defaultImplementation: "sum_b" });
    expect(await registry.runSuite("sum_a")).toMatchObject({ ok: false, problem: { reason: "unknown_tool" } });
    expect((await store.read((reader) => reader.toolHeads())).map((h) => h.id)).toEqual(["sum_b"]);
    const again = refused(await registry.registerTool(lisp(total.replace("total", "sum-a"), { capability: "sums" })));
    expect(again.problem).toMatchObject({
      reason: "duplicate_id",
      message: "sum_a was unregistered; ids are never reused.",
    });
  });

  it("is refused while others depend on it", async () => {
    const { registry, store } = await testRegistry();
    accepted(await registry.registerTool(lisp(total)));
    accepted(
      await registry.registerTool(
        lisp('(defn twice "T." {:signature "(items [:int]) -> :int"} [items] (* 2 (total items)))'),
      ),
    );
    const before = await contents(store);
    expect(await registry.unregister("total")).toMatchObject({
      ok: false,
      problem: { reason: "has_dependents", message: "twice depends on total." },
    });
    expect(await contents(store)).toBe(before);
    expect(await registry.unregister("total", { force: true })).toMatchObject({
      ok: true,
      value: { dependents: ["twice"] },
    });
  });
});

describe("bad input is refused with its own reason, and nothing is written", () => {
  const long = "x".repeat(300_000);
  const rows: readonly (readonly [string, ToolDraft, string, string])[] = [
    ["an id that is none", lisp(total, { id: "a b!" }), "bad_id", "An id has lower-case words"],
    ["an unknown field", { ...lisp(total), tag: ["a"] } as unknown as ToolDraft, "bad_draft", 'Did you mean "tags"?'],
    ["tags that are no list", lisp(total, { tags: "a" as unknown as readonly string[] }), "bad_draft", "Write [ … ]."],
    ["a version that is none", lisp(total, { version: "one" }), "bad_draft", "Write it like"],
    [
      "code beyond the bound",
      lisp(total, { body: { kind: "lisp", code: `;${long}\n${total}`, main: "total", file: "t.clj" } }),
      "too_large",
      "Make it smaller, or split it.",
    ],
    ["a description beyond the bound", lisp(total, { description: long }), "too_large", "Make it smaller"],
    ["a signature that is none", lisp(total, { signature: "(items list) -> int" }), "bad_signature", ""],
    ["no signature at all", { id: "total", body: lisp(total).body }, "bad_signature", "Give a signature"],
    [
      "a signature of other arguments",
      lisp(total, { signature: "(rows [:int]) -> :int" }),
      "bad_signature",
      "Give both the same names",
    ],
    [
      "code that does not parse",
      lisp(total, { body: { kind: "lisp", code: "(defn total [items]", main: "total", file: "t.clj" } }),
      "parse_failed",
      "Add",
    ],
    [
      "code without the definition",
      lisp(total, { body: { kind: "lisp", code: "(defn totals [items] 1)", main: "total", file: "t.clj" } }),
      "parse_failed",
      "Did you mean `totals`?",
    ],
    [
      "a host function nobody supplies",
      host("red_text", "(path :string) -> :string"),
      "unknown_host_function",
      "Did you mean `read_text`?",
    ],
    [
      "a permission that does not exist",
      lisp(total, { permissions: ["net:example.com"] }),
      "bad_permission",
      "http:fetch:",
    ],
    [
      "a permission that is denied",
      lisp(total, { permissions: ["secret:api_key"] }),
      "permission_denied_by_policy",
      "Do without it",
    ],
    ["a required tool nobody registered", lisp(total, { requiredTools: ["sum_old"] }), "missing_required_tool", ""],
    [
      "a declared dependency nobody registered",
      lisp(total, { dependencies: ["base_oen"] }),
      "unknown_dependency",
      "Did you mean `base_one`?",
    ],
    [
      "an unknown tool to supersede",
      lisp(total, { supersedes: "base_oen" }),
      "unknown_superseded",
      "Did you mean `base_one`?",
    ],
    ["an unknown version to supersede", lisp(total, { supersedes: "base_one@3.0.0" }), "unknown_superseded", ""],
    [
      "another capability than what it supersedes",
      lisp(total, { supersedes: "base_one", capability: "mail" }),
      "other_capability",
      "Leave the capability out",
    ],
    [
      "an example that lies",
      lisp(total, { examples: [{ args: { items: [1, 1] }, result: 3 }] }),
      "example_failed",
      "Correct the example",
    ],
    [
      "an example that does not fit",
      lisp(total, { examples: [{ args: { rows: [1, 1] }, result: 3 }] }),
      "bad_signature",
      "It takes",
    ],
    [
      "a body whose hash is another's",
      {
        id: "m",
        signature: "() -> :int",
        body: { kind: "module", file: "m.js", source: null, script: "1", map: null, hash: "sha256:0" },
      },
      "parse_failed",
      "Bundle it again",
    ],
  ];
  it.each(rows)("%s", async (_name, draft, reason, hint) => {
    const { registry, store } = await testRegistry({ functions, policy: { deny: ["secret:*"] } });
    accepted(await registry.registerTool(lisp('(defn base-one "One." {:signature "() -> :int"} [] 1)')));
    const before = await contents(store);
    const done = refused(await registry.registerTool(draft));
    expect(done.problem.reason).toBe(reason);
    expect(done.problem.hint).toContain(hint);
    expect(done.problem.message).toMatch(/[.]$/);
    expect(await contents(store)).toBe(before);
    const [entry] = await store.read((reader) => reader.audit(undefined, 1));
    expect(entry).toMatchObject({ action: "register", accepted: false, details: { problem: { reason } } });
  });

  it("cases too large, too many, of no shape, or that do not fit", async () => {
    const { registry, store } = await testRegistry();
    const before = await contents(store);
    const reason = async (cases: unknown): Promise<string> =>
      refused(await registry.registerTool(lisp(total), { cases: cases as [] })).problem.reason;
    expect(await reason([gives({ items: [1] }, "y".repeat(300_000))])).toBe("too_large");
    expect(await reason(Array.from({ length: 1_001 }, (_, i) => gives({ items: [i] }, i)))).toBe("too_large");
    expect(await reason([{ input: { items: [1] }, expect: 1 }])).toBe("bad_draft");
    expect(await reason([gives({ items: [1] }, Number.NaN)])).toBe("bad_draft");
    expect(await reason([gives({ itms: [1] }, 1)])).toBe("bad_case");
    expect(await contents(store)).toBe(before);
  });

  it("what replaces what must not go in a circle", async () => {
    const { registry, store } = await testRegistry();
    accepted(await registry.registerTool(lisp(total), { cases: sums }));
    const second = total.replace("total", "total-v2");
    accepted(await registry.registerRepair(lisp(second, { supersedes: "total" })));
    const before = await contents(store);
    const circle = refused(await registry.registerRepair(lisp(totalByLoop, { supersedes: "total_v2" })));
    expect(circle.problem).toMatchObject({
      reason: "cyclic_supersedes",
      hint: "Register a new id that supersedes total_v2.",
    });
    const third = total.replace("total", "total-v3");
    expect(refused(await registry.registerRepair(lisp(third, { supersedes: "total" }))).problem).toMatchObject({
      reason: "already_superseded",
      hint: "Supersede total_v2 instead.",
    });
    expect(refused(await registry.registerTool(lisp(totalByLoop))).problem.reason).toBe("already_superseded");
    expect(await contents(store)).toBe(before);
  });

  it("an id of another capability, and one that was to be new", async () => {
    const { registry, store } = await testRegistry();
    accepted(await registry.registerTool(lisp(total)));
    const before = await contents(store);
    const other = refused(await registry.registerTool(lisp(totalByLoop, { capability: "mail" })));
    expect(other.problem).toMatchObject({
      reason: "duplicate_id",
      message: "total is registered as a tool of total, not of mail.",
    });
    const fresh = refused(await registry.registerTool(lisp(totalByLoop), { mustBeNew: true }));
    expect(fresh.problem).toMatchObject({ reason: "duplicate_id", message: "total is registered already." });
    expect(await contents(store)).toBe(before);
  });
});
