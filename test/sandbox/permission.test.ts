// The grammar of permissions: one canonical spelling, and a reason with a next step for everything else.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parsePermission, parsePermissions, permissionForms } from "../../src/sandbox/permission.ts";
import { covers, permissionFor, type Request, touches } from "../../src/sandbox/request.ts";

function read(text: string) {
  const parsed = parsePermission(text);
  if (!parsed.ok) throw new Error(parsed.problem.message);
  return parsed.permission;
}

const problemOf = (text: unknown) => {
  const parsed = parsePermission(text, "meta.permissions[0]");
  return parsed.ok ? null : parsed.problem;
};

describe("canonical spelling", () => {
  it.each([
    ["filesystem:read:data/**", "filesystem:read:data/**"],
    ["filesystem:read:./data/./x", "filesystem:read:data/x"],
    ["filesystem:write:/var/out/*.csv", "filesystem:write:/var/out/*.csv"],
    ["http:fetch:API.Example.com", "http:fetch:api.example.com"],
    ["http:fetch:example.com.", "http:fetch:example.com"],
    ["http:fetch:*.Example.com:8443", "http:fetch:*.example.com:8443"],
    ["http:fetch:bücher.example", "http:fetch:xn--bcher-kva.example"],
    ["http:fetch:*", "http:fetch:*"],
    ["http:fetch:10.0.0.7:8080", "http:fetch:10.0.0.7:8080"],
    ["http:fetch:[::1]:8080", "http:fetch:[::1]:8080"],
    ["http:fetch:[0:0:0:0:0:0:0:1]", "http:fetch:[::1]"],
    ["http:fetch:a.b?methods=post,GET,post&maxBytes=10", "http:fetch:a.b?methods=GET,POST&maxBytes=10"],
    ["http:fetch:a.b?private=yes&methods=GET", "http:fetch:a.b?methods=GET&private=yes"],
    ["clock:now", "clock:now"],
    ["random", "random"],
    ["log", "log"],
    ["secret:api-key", "secret:api-key"],
    ["secret:api-key?host=*.Example.com", "secret:api-key?host=*.example.com"],
    ["kv:cache", "kv:cache"],
    ["tool:text/diff", "tool:text/diff"],
    ["tool:csv-*", "tool:csv-*"],
  ])("%s is %s", (text, canonical) => {
    const permission = read(text);
    expect(permission.text).toBe(canonical);
    expect(read(permission.text)).toEqual(permission);
  });

  it("covers every form that is documented", () => {
    const kinds = permissionForms.map(({ form }) => read(form.replace(/\[.*/, "").replace(/<\w+>/, "x")).kind);
    expect(new Set(kinds)).toEqual(new Set(["filesystem", "http", "clock", "random", "log", "secret", "kv", "tool"]));
  });
});

describe("problems name the place, the reason and a next step", () => {
  it.each([
    ["filesystm:read:x", "no such permission", "`filesystem:read:`"],
    ["filesystem:raed:x", "no such permission", "`filesystem:read:`"],
    ["filesystem:delete:x", "no such permission", "`filesystem:write:`"],
    ["fs:read:x", "no such permission", "`filesystem:read:`"],
    ["network:a.com", "no such permission", "`http:fetch:`"],
    ["http:a.com", "no such permission", "`http:fetch:`"],
    ["env:HOME", "no such permission", "`secret:`"],
    ["clock", "no such permission", "`clock:now`"],
    ["clock:later", "no such permission", "`clock:now`"],
    ["random:seed", "no such permission", "`random`"],
    ["zzz", "no such permission", "Permissions start with"],
    ["", "no such permission", "Permissions start with"],
    ["*", "no such permission", "Permissions start with"],
    ["filesystem:read:", "Nothing stands after", "<glob>"],
    ["filesystem:read:../x", "..", "folder itself"],
    ["filesystem:read:a/../../x", "..", "folder itself"],
    ["filesystem:read:~/x", "home folder", "absolute"],
    ["filesystem:read:{/etc,a}/x", "absolute", "one permission for each"],
    ["filesystem:read:a\u0000b", "control characters", "Remove"],
    ["http:fetch:https://a.com/x", "not a URL", "http:fetch:a.com"],
    ["http:fetch:a.com/x", "not a URL", "http:fetch:a.com"],
    ["http:fetch:a.*.com", "* may only stand first", "*.example.com"],
    ["http:fetch:*a.com", "* may only stand first", "*.example.com"],
    ["http:fetch:a.com:99999", "The port", "65535"],
    ["http:fetch:a.com:0", "The port", "65535"],
    ["http:fetch:a.com:", "The port", "65535"],
    ["http:fetch:::1", "cannot be read", "[::1]"],
    ["http:fetch:0x7f.1", "unusual spelling", "127.0.0.1"],
    ["http:fetch:2130706433", "unusual spelling", "127.0.0.1"],
    ["http:fetch:*.0.0.1", "no subdomains", "http:fetch:"],
    ["http:fetch:a..b", "is no host", "api.example.com"],
    ["http:fetch:u@a.com", "is no host", "api.example.com"],
    ["http:fetch:a.com?method=GET", 'no option "method"', "`methods`"],
    ["http:fetch:a.com?methods=CONNECT", "CONNECT", "GET"],
    ["http:fetch:a.com?methods=", "no value", "methods="],
    ["http:fetch:a.com?private=no", "private", "private=yes"],
    ["http:fetch:a.com?maxBytes=-1", "maxBytes", "whole number"],
    ["http:fetch:a.com?maxBytes=1&maxBytes=2", "twice", "Leave"],
    ["secret:a b", "other characters", "plain name"],
    ["kv:", "Nothing stands after", "<namespace>"],
    [7, "must be a string", "quotes"],
    [null, "must be a string", "quotes"],
  ])("%j", (text, message, hint) => {
    const problem = problemOf(text);
    expect(problem).not.toBeNull();
    expect(problem!.at).toBe("meta.permissions[0]");
    expect(problem!.message).toContain(message);
    expect(problem!.hint).toContain(hint);
    expect(problem!.hint).not.toBe("");
  });

  it("all problems of a list are found at once", () => {
    const { permissions, problems } = parsePermissions(["log", "nope", "random", 1], "meta.permissions");
    expect(permissions.map((p) => p.text)).toEqual(["log", "random"]);
    expect(problems.map((p) => p.at)).toEqual(["meta.permissions[1]", "meta.permissions[3]"]);
  });

  it("any text is answered, and what is accepted prints to itself", () => {
    const starts = fc.constantFrom("filesystem:read:", "http:fetch:", "secret:", "kv:", "tool:", "");
    fc.assert(
      fc.property(starts, fc.string({ unit: "binary", maxLength: 30 }), (start, rest) => {
        const parsed = parsePermission(start + rest);
        if (parsed.ok) expect(read(parsed.permission.text)).toEqual(parsed.permission);
        else expect(parsed.problem.hint).not.toBe("");
      }),
      { numRuns: 3000 },
    );
  });
});

const file = (relative: string | null, path = `/srv/app/${relative}`, action: "read" | "write" = "read"): Request => ({
  kind: "filesystem",
  action,
  path,
  relative,
});
const web = (host: string, method = "GET", port = 443, address: string | null = null): Request => ({
  kind: "http",
  host,
  method,
  port,
  address,
});

describe("what a permission covers", () => {
  it.each<[string, Request, boolean]>([
    ["filesystem:read:data/**", file("data/a"), true],
    ["filesystem:read:data/**", file("data/a", "/srv/app/data/a", "write"), false],
    ["filesystem:read:**", file(null, "/etc/passwd"), false],
    ["filesystem:read:/etc/**", file(null, "/etc/passwd"), true],
    ["filesystem:read:/srv/app/data/*", file("data/a"), true],
    ["http:fetch:a.com", web("a.com"), true],
    ["http:fetch:a.com", web("a.com", "GET", 80), true],
    ["http:fetch:a.com", web("a.com", "HEAD"), true],
    ["http:fetch:a.com", web("a.com", "POST"), false],
    ["http:fetch:a.com", web("a.com", "GET", 8080), false],
    ["http:fetch:a.com:8080", web("a.com", "GET", 8080), true],
    ["http:fetch:a.com:8080", web("a.com", "GET", 443), false],
    ["http:fetch:a.com?methods=POST", web("a.com", "POST"), true],
    ["http:fetch:a.com?methods=POST", web("a.com", "GET"), false],
    ["http:fetch:a.com", web("b.a.com"), false],
    ["http:fetch:*.a.com", web("b.a.com"), true],
    ["http:fetch:*.a.com", web("c.b.a.com"), true],
    ["http:fetch:*.a.com", web("a.com"), false],
    ["http:fetch:*.a.com", web("evila.com"), false],
    ["http:fetch:a.com", web("a.com.evil.com"), false],
    ["http:fetch:a.com", web("a.com", "GET", 443, "93.184.216.34"), true],
    ["http:fetch:a.com", web("a.com", "GET", 443, "10.0.0.1"), false],
    ["http:fetch:a.com?private=yes", web("a.com", "GET", 443, "10.0.0.1"), true],
    ["http:fetch:*", web("a.com", "GET", 443, "127.0.0.1"), false],
    ["http:fetch:localhost", web("localhost", "GET", 80, "127.0.0.1"), true],
    ["http:fetch:localhost", web("localhost", "GET", 80, "::1"), true],
    ["http:fetch:localhost", web("localhost", "GET", 80, "10.0.0.1"), false],
    ["http:fetch:10.0.0.1", web("10.0.0.1", "GET", 80, "10.0.0.1"), true],
    ["http:fetch:[::1]", web("[::1]", "GET", 80, "::1"), true],
    ["secret:k", { kind: "secret", name: "k", host: "a.com" }, true],
    ["secret:k?host=a.com", { kind: "secret", name: "k", host: "a.com" }, true],
    ["secret:k?host=a.com", { kind: "secret", name: "k", host: "b.com" }, false],
    ["secret:k", { kind: "secret", name: "kk", host: "a.com" }, false],
    ["kv:c", { kind: "kv", name: "c" }, true],
    ["kv:c", { kind: "tool", name: "c" }, false],
    ["tool:csv-*", { kind: "tool", name: "csv-parse" }, true],
    ["random", { kind: "clock" }, false],
    ["clock:now", { kind: "clock" }, true],
  ])("%s, %j: %s", (text, request, expected) => {
    expect(covers(read(text), request)).toBe(expected);
  });

  it("a denial leaves nothing out that it does not mention", () => {
    const denial = read("http:fetch:a.com");
    expect(touches(denial, web("a.com", "POST", 9999, "10.0.0.1"))).toBe(true);
    expect(touches(denial, web("b.com"))).toBe(false);
    expect(touches(read("http:fetch:10.0.0.1"), web("b.com", "GET", 443, "10.0.0.1"))).toBe(true);
    expect(touches(read("http:fetch:10.0.0.1"), web("b.com", "GET", 443, "::ffff:10.0.0.1"))).toBe(true);
    expect(touches(read("http:fetch:a.com?methods=POST"), web("a.com", "GET"))).toBe(false);
  });

  it("the narrowest permission for a request covers it", () => {
    const requests: Request[] = [
      file("data/a*b{.csv"),
      file(null, "/etc/x y"),
      web("a.com"),
      web("a.com", "DELETE", 8080),
      web("a.com", "GET", 443, "10.1.1.1"),
      web("localhost", "GET", 80, "127.0.0.1"),
      web("[::1]", "GET", 81, "::1"),
      { kind: "clock" },
      { kind: "random" },
      { kind: "log" },
      { kind: "secret", name: "k", host: "a.com" },
      { kind: "kv", name: "n" },
      { kind: "tool", name: "t" },
    ];
    for (const request of requests) expect(covers(read(permissionFor(request)), request)).toBe(true);
  });
});
