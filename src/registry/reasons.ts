// One page per reason the registry can refuse with, as ptc explain shows them: what it means, why it happens and how to mend
// it, something that is refused and something that is not. A refusal changes nothing but the audit log.

import type { RegistryProblem } from "./problem.ts";
import { useReasons } from "./reasons-use.ts";

export interface RegistryReasonPage {
  /** Ends "it was refused because …". */
  readonly summary: string;
  readonly text: string;
  readonly wrong: string;
  readonly right: string;
}

const gateReasons = {
  bad_id: {
    summary: "the id is not one",
    text: "An id is lower-case words of letters and digits joined by _ or -, starting with a letter, with : or . between namespaces. read_json, read-json and readJson are one id.",
    wrong: '{ "id": "read json!" }',
    right: '{ "id": "read-json" }',
  },
  bad_draft: {
    summary: "a field of the tool or case is missing, unknown or of the wrong type",
    text: "The message names the field and what belongs there. Everything must be plain JSON: no functions, no numbers that are not finite.",
    wrong: '{ "id": "total", "tags": "money" }',
    right: '{ "id": "total", "tags": ["money"] }',
  },
  too_large: {
    summary: "something is larger than the registry takes",
    text: "Code, scripts, prompts, cases, descriptions and lists are bounded, so that one entry cannot make the registry slow for all. The message says which bound and how large it is.",
    wrong: "a case with a million records",
    right: "a case with the ten records that matter",
  },
  parse_failed: {
    summary: "the code does not parse, or does not define the tool",
    text: "A composed tool is PTC-Lisp text with the definition that is the tool. The message has the first problem with its line; ptc check FILE shows all of them.",
    wrong: "(defn total [items] (reduce + items)",
    right: "(defn total [items] (reduce + items))",
  },
  bad_signature: {
    summary: "the signature or a schema is not valid",
    text: "A tool says what it takes and gives: a signature, or JSON Schemas for both. The parameters of the definition must be those of the signature, in its order, and examples must fit.",
    wrong: '{ "signature": "(items: list) -> int" }',
    right: '{ "signature": "(items [:int]) -> :int" }',
  },
  version_immutable: {
    summary: "this version is registered with other content",
    text: "id@version names one content for ever, so that what was linked yesterday is the same today. Leave the version out and the next one is computed from what changed, or name an unused one.",
    wrong: "registering total@1.0.0 again with other code",
    right: "registering it without a version: it becomes 1.0.1",
  },
  version_too_low: {
    summary: "the version promises less change than there is",
    text: "The next version follows from the interface: the same schemas are a patch, what old callers and readers can live with is a minor, everything else is a major. A higher one than that is fine, a lower one is not.",
    wrong: "1.0.1 for a tool that needs a new argument",
    right: "2.0.0, or no version at all",
  },
  duplicate_id: {
    summary: "the id belongs to something else",
    text: "A tool of this id exists in another capability, was unregistered, or is archived, or the registration was to be a new tool. Ids are never reused. Choose another one, or restore what is archived.",
    wrong: "registering parse_csv as a tool of capability mail when it is one of csv",
    right: "registering parse_csv_mail",
  },
  unknown_tool: {
    summary: "no tool of this id is registered",
    text: "Ids are folded, so hyphens and capitals do not matter; the spelling otherwise does. ptc list shows what there is.",
    wrong: "ptc test totl",
    right: "ptc test total",
  },
  unknown_version: {
    summary: "the tool has no such version",
    text: "ptc show ID lists the versions of a tool.",
    wrong: "ptc show total@9.9.9",
    right: "ptc show total",
  },
  unknown_superseded: {
    summary: "the tool that is to be replaced is not registered",
    text: "A repair needs something to repair: supersedes names a registered tool, or the id itself is registered. Without that there is no history to hold it against. Register it as a new tool instead.",
    wrong: '{ "id": "total_v2", "supersedes": "totl" }',
    right: '{ "id": "total_v2", "supersedes": "total" }',
  },
  already_superseded: {
    summary: "the tool that is to be replaced was replaced before",
    text: "References to a replaced tool link its replacement. To improve on that, supersede the replacement.",
    wrong: "total_v3 supersedes total, which total_v2 replaced",
    right: "total_v3 supersedes total_v2",
  },
  cyclic_supersedes: {
    summary: "a tool would replace its own replacement",
    text: "What replaces what must not go in a circle, else no reference would know where to end. Register a new id that supersedes the newest one.",
    wrong: "total supersedes total_v2, which supersedes total",
    right: "total_v3 supersedes total_v2",
  },
  other_capability: {
    summary: "the replacement belongs to another capability",
    text: "Who refers to a replaced tool gets the replacement, so both must be the same capability. Leave the capability out: it is taken from the tool that is replaced.",
    wrong: 'total_v2 of capability "mail" supersedes total of capability "sums"',
    right: "total_v2 without a capability",
  },
  link_failed: {
    summary: "the tool does not link",
    text: "Everything the code names must be a builtin, its own, or a registered tool or capability, in a version that will do, healthy, called with the right number of arguments. The details have each problem with its place; a name that is nearly right is suggested.",
    wrong: "(defn report [xs] (totl xs))",
    right: "(defn report [xs] (total xs))",
  },
  unknown_dependency: {
    summary: "the tool needs something that is not registered",
    text: "A name in the code, in dependencies or in requires is neither a tool nor a capability. Register it first, or mend the spelling.",
    wrong: "(tool/read-fiel {:path p})",
    right: "(tool/read-file {:path p})",
  },
  dependency_cycle: {
    summary: "tools would need each other",
    text: "A tool must not depend on itself through others. The message has the whole circle; take what both need into a tool of its own.",
    wrong: "a calls b, b calls a",
    right: "a calls c, b calls c",
  },
  unknown_host_function: {
    summary: "the host does not supply the function that the tool refers to",
    text: "Tools of kind host are functions of the program that opened the registry, by name. Supply it in hostFunctions when opening the registry.",
    wrong: 'createRegistry({ … }) and a tool with reference "mail"',
    right: 'createRegistry({ …, hostFunctions: new Set(["mail"]) })',
  },
  bad_permission: {
    summary: "a permission does not exist",
    text: "Permissions are written filesystem:read:<glob>, http:fetch:<host>, clock:now and so on; docs/guide/permissions.md has them all.",
    wrong: '"net:example.com"',
    right: '"http:fetch:example.com"',
  },
  permission_denied_by_policy: {
    summary: "the tool asks for what the policy denies",
    text: "A deny rule of the registry's policy covers a permission of the tool, or of a base tool it calls. Such a tool could never do its work here, so it is not registered.",
    wrong: 'permissions ["secret:*"] under the policy deny ["secret:*"]',
    right: "a tool that does without",
  },
  missing_required_tool: {
    summary: "a tool it requires is not registered",
    text: "requiredTools are tools that must be there though the code does not name them. Register them first.",
    wrong: '{ "requiredTools": ["mailr"] }',
    right: '{ "requiredTools": ["mailer"] }',
  },
  bad_case: {
    summary: "a case is not one",
    text: "A case has an input that fits what the tool takes, and an expectation: a value, a predicate or no_crash. Everything is plain JSON.",
    wrong: '{ "input": { "itms": [1] }, "expected": { "kind": "value", "value": 1 } }',
    right: '{ "input": { "items": [1] }, "expected": { "kind": "value", "value": 1 } }',
  },
  example_failed: {
    summary: "an example does not give what it says",
    text: "Models learn a tool by its examples, so each is run. Correct the result in the example, or the tool.",
    wrong: '{ "args": { "items": [1, 2] }, "result": 4 }',
    right: '{ "args": { "items": [1, 2] }, "result": 3 }',
  },
  suite_failed: {
    summary: "a case of its own suite fails",
    text: "Each failing case is shown with input, expectation and what came out. Mend the tool, or the case that came with it.",
    wrong: "a case that expects 4 of (+ 1 2)",
    right: "a case that expects 3",
  },
  regression: {
    summary: "it breaks a case that the tool or its ancestors must pass",
    text: "Every case that was ever added for a tool, or for one that it replaces, holds for its successors too. If the old behaviour is no longer wanted, register a new tool under another id that supersedes nothing.",
    wrong: "a faster total that forgets negative numbers",
    right: "a faster total that does not",
  },
  dependent_broken: {
    summary: "a tool that depends on it would no longer pass its suite",
    text: "The candidate was linked into every tool that reaches it, and their suites were run. Each case that passes today and would fail is shown. Keep the behaviour, or repair the dependents first.",
    wrong: "total answers with text, and report adds to it",
    right: "total still answers with a number",
  },
  not_deterministic: {
    summary: "it says that it is deterministic, but two runs differ",
    text: "The same input was run twice. Remove what changes between runs, or drop the promise.",
    wrong: "(defn pick [xs] (rand-nth xs)) with :deterministic true",
    right: "(defn pick [xs] (first xs))",
  },
  no_cases: {
    summary: "there is no case to run",
    text: "Green is earned: a tool without a case stays pending. Add one with ptc case add.",
    wrong: "marking a tool healthy that has no case",
    right: "adding a case, which runs it",
  },
  not_proven: {
    summary: "a mark by hand would make the health of a tool better",
    text: "Health is lifted by proof only: red and flaky end with a run of the whole suite that passes, degraded ends with a success in use. A mark only ever says that a tool is worse than it was taken for.",
    wrong: "marking a red tool flaky, so that it links again",
    right: "running its suite, or repairing it",
  },
  has_dependents: {
    summary: "other tools depend on it",
    text: "Taking it away would break them. Replace it with a repair, or take the dependents away first.",
    wrong: "unregistering total while report calls it",
    right: "registering total_v2, which supersedes total",
  },
  changed_meanwhile: {
    summary: "others kept changing what the gates looked at",
    text: "The gates run outside the transaction that writes; when something they looked at has moved they run again, a bounded number of times. Try again when it is quieter.",
    wrong: "registering while a loop registers the same tool",
    right: "registering again",
  },
} as const satisfies Record<string, RegistryReasonPage>;

export const registryReasons = { ...gateReasons, ...useReasons } as const satisfies Record<string, RegistryReasonPage>;

export type RegistryReason = keyof typeof registryReasons;

/** A problem whose reason has a page. */
export function problem(reason: RegistryReason, message: string, hint: string): RegistryProblem {
  return { reason, message, hint };
}

export interface Refused {
  readonly ok: false;
  readonly problem: RegistryProblem;
}

export function refusal(reason: RegistryReason, message: string, hint: string): Refused {
  return { ok: false, problem: problem(reason, message, hint) };
}
