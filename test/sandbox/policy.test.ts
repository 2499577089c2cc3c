// Who wins when rules disagree: deny, then ask, then allow, then nobody; and a tool must have declared what it does.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parsePermissions } from "../../src/sandbox/permission.ts";
import { decide, type Policy, type PolicyTexts, parsePolicy } from "../../src/sandbox/policy.ts";
import type { Request } from "../../src/sandbox/request.ts";

function policy(texts: PolicyTexts): Policy {
  const parsed = parsePolicy(texts);
  if (!parsed.ok) throw new Error(parsed.problems[0]!.message);
  return parsed.policy;
}

const asker = (declared: readonly string[], approved: readonly string[] = []) => ({
  declared: parsePermissions(declared, "declared").permissions,
  approved: new Set(approved),
});

const reading = (relative: string): Request => ({
  kind: "filesystem",
  action: "read",
  path: `/r/${relative}`,
  relative,
});
const X = "filesystem:read:x/**";

describe("the table of decisions for x/a", () => {
  // declared, allow, ask, deny, approved -> outcome, reason
  it.each<[boolean, boolean, boolean, boolean, boolean, string, string]>([
    [true, false, false, false, false, "deny", "ungranted"],
    [true, true, false, false, false, "allow", "allowed"],
    [true, false, true, false, false, "ask", "needs_approval"],
    [true, true, true, false, false, "ask", "needs_approval"],
    [true, false, true, false, true, "allow", "approved"],
    [true, true, true, false, true, "allow", "approved"],
    [true, false, false, false, true, "deny", "ungranted"],
    [true, false, false, true, false, "deny", "denied"],
    [true, true, false, true, false, "deny", "denied"],
    [true, false, true, true, false, "deny", "denied"],
    [true, true, true, true, true, "deny", "denied"],
    [false, false, false, false, false, "deny", "undeclared"],
    [false, true, false, false, false, "deny", "undeclared"],
    [false, true, true, false, true, "deny", "undeclared"],
    [false, false, true, false, true, "deny", "undeclared"],
    [false, true, true, true, true, "deny", "denied"],
  ])(
    "declared %s, allow %s, ask %s, deny %s, approved %s: %s, %s",
    (declared, allow, ask, deny, approved, outcome, reason) => {
      const rules = policy({ allow: allow ? [X] : [], ask: ask ? [X] : [], deny: deny ? [X] : [] });
      const decision = decide(
        rules,
        reading("x/a"),
        asker(declared ? [X] : [], approved ? ["filesystem:read:x/a"] : []),
      );
      expect([decision.outcome, decision.reason]).toEqual([outcome, reason]);
    },
  );
});

it("says which rule decided", () => {
  const rules = policy({ allow: ["filesystem:read:**"], deny: ["filesystem:read:**/.env"] });
  const who = asker(["filesystem:read:**"]);
  expect(decide(rules, reading("a/.env"), who).rule?.text).toBe("filesystem:read:**/.env");
  const allowed = decide(rules, reading("a/b"), who);
  expect([allowed.rule?.text, allowed.declarations[0]?.text]).toEqual(["filesystem:read:**", "filesystem:read:**"]);
});

it("an approval counts for what it covers and no more", () => {
  const rules = policy({ ask: [X] });
  const outcome = (approved: string) => decide(rules, reading("x/a"), asker([X], [approved])).outcome;
  expect(outcome("filesystem:read:x/a")).toBe("allow");
  expect(outcome(X)).toBe("allow");
  expect(outcome("filesystem:read:x/b")).toBe("ask");
  expect(outcome("filesystem:write:x/a")).toBe("ask");
  expect(outcome("not a permission")).toBe("ask");
});

describe("rules about hosts", () => {
  const web = (method: string, address: string | null = null): Request => ({
    kind: "http",
    host: "a.com",
    port: 443,
    method,
    address,
  });
  const who = asker(["http:fetch:*?methods=GET,POST&private=yes"]);

  it("a rule that asks stands before a wider grant, whatever the method", () => {
    const rules = policy({ allow: ["http:fetch:*?methods=GET,POST"], ask: ["http:fetch:a.com"] });
    expect(decide(rules, web("POST"), who).outcome).toBe("ask");
  });
  it("a rule that asks grants no more than it says", () => {
    const rules = policy({ ask: ["http:fetch:a.com"] });
    expect(decide(rules, web("GET"), who).outcome).toBe("ask");
    expect(decide(rules, web("POST"), who).outcome).toBe("deny");
    expect(decide(rules, web("GET", "10.0.0.1"), who).outcome).toBe("deny");
  });
  it.each(["localhost", "127.0.0.1", "[::1]", "0.0.0.0"])(
    "a denial of %s holds for all that lead to this machine",
    (host) => {
      const anything = ["http:fetch:*?private=yes"];
      const rules = policy({ allow: anything, deny: [`http:fetch:${host}`] });
      const reason = (address: string) => decide(rules, web("GET", address), asker(anything)).reason;
      for (const here of ["127.0.0.1", "127.0.0.2", "0.0.0.0", "::1", "::", "::ffff:127.0.0.1", "::ffff:0.0.0.0"])
        expect([here, reason(here)]).toEqual([here, "denied"]);
      for (const elsewhere of ["10.0.0.1", "93.184.216.34", "::2", "169.254.169.254"])
        expect([elsewhere, reason(elsewhere)]).toEqual([elsewhere, "allowed"]);
    },
  );
  it("a denial holds for methods, ports and private addresses it does not mention", () => {
    const rules = policy({ allow: ["http:fetch:*?methods=GET,POST&private=yes"], deny: ["http:fetch:a.com"] });
    expect(decide(rules, web("POST", "10.0.0.1"), who).reason).toBe("denied");
  });
});

it("every problem in every list is told with its place", () => {
  const parsed = parsePolicy({ allow: ["log", "lög"], deny: ["nothing"] }, "grants");
  expect(parsed.ok ? [] : parsed.problems.map((p) => p.at)).toEqual(["grants.allow[1]", "grants.deny[0]"]);
});

describe("properties", () => {
  const folder = fc.constantFrom("a", "b", "**", "*", "{a,b}");
  const rule = fc.oneof(
    fc.tuple(folder, folder).map(([x, y]) => `filesystem:read:${x}/${y}`),
    folder.map((x) => `filesystem:write:${x}`),
    fc.constantFrom(
      "http:fetch:*",
      "http:fetch:a.com",
      "http:fetch:*.a.com?methods=POST",
      "http:fetch:a.com?private=yes",
    ),
    fc.constantFrom("log", "random", "clock:now", "kv:*", "kv:a", "secret:a", "tool:a"),
  );
  const rules = fc.array(rule, { maxLength: 5 });
  const request: fc.Arbitrary<Request> = fc.oneof(
    fc.constantFrom("a/a", "a/b", "b/a/b", "a").map(reading),
    fc.record({
      kind: fc.constant("http" as const),
      host: fc.constantFrom("a.com", "b.a.com"),
      port: fc.constantFrom(80, 8080),
      method: fc.constantFrom("GET", "POST"),
      address: fc.constantFrom(null, "10.0.0.1", "93.184.216.34"),
    }),
    fc.constantFrom("kv" as const, "tool" as const).map((kind) => ({ kind, name: "a" })),
    fc.constantFrom("log" as const, "random" as const, "clock" as const).map((kind) => ({ kind })),
  );

  it("deny always wins: adding a denial of what is asked leaves nothing allowed", () => {
    let wereAllowed = 0;
    fc.assert(
      fc.property(rules, rules, rules, rules, request, rule, (allow, ask, deny, declared, asked, more) => {
        const who = asker(declared, [...allow, ...ask]);
        const before = decide(policy({ allow, ask, deny }), asked, who);
        const after = decide(policy({ allow, ask, deny: [...deny, more] }), asked, who);
        if (before.outcome === "allow") wereAllowed++;
        // More denials never open anything, and one that covers the request closes it.
        if (before.outcome === "deny") expect(after.outcome).toBe("deny");
        const alone = decide(policy({ allow: [more] }), asked, asker([more]));
        if (alone.outcome === "allow") expect(after.outcome).toBe("deny");
      }),
      { numRuns: 4000 },
    );
    expect(wereAllowed).toBeGreaterThan(50);
  });

  it("the order of rules does not matter, and undeclared is never allowed", () => {
    fc.assert(
      fc.property(rules, rules, rules, rules, request, (allow, ask, deny, declared, asked) => {
        const one = decide(policy({ allow, ask, deny }), asked, asker(declared));
        const other = decide(
          policy({ allow: allow.toReversed(), ask: ask.toReversed(), deny: deny.toReversed() }),
          asked,
          asker(declared.toReversed()),
        );
        expect(other.outcome).toBe(one.outcome);
        expect(decide(policy({ allow, ask, deny }), asked, asker([])).outcome).toBe("deny");
      }),
      { numRuns: 2000 },
    );
  });
});
