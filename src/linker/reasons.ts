// One page per reason a link can fail with, as ptc explain shows them: what it means, why it happens and how to mend it. The
// type makes sure that no reason is without a page.

import type { LinkFaultCode } from "./faults.ts";

export interface LinkReasonPage {
  /** Ends "the link failed because …". */
  readonly summary: string;
  readonly text: string;
  readonly wrong: string;
  readonly right: string;
}

/** What is wrong with a text itself has the language's own reasons and pages. */
type Reason = Exclude<LinkFaultCode, "invalid_source" | "arity_error"> | "tampered_bundle" | "invalid_bundle";

export const linkReasons = {
  missing_definition: {
    summary: "a tool's text does not define it",
    text: "A composed tool is one definition of its text. It was renamed or removed, or the tool was registered under another name.",
    wrong: '(defn parse [text] …) registered as parse_csv with the definition "parse-csv"',
    right: '(defn parse-csv {:signature "(text :string) -> :any"} [text] …)',
  },
  nested_definition: {
    summary: "a tool defines names inside another form",
    text: "Such a name would belong to everyone in the image. Define helpers at the top level of the file, where they are private to it, and bind what is computed on the way with let.",
    wrong: "(defn report [x] (def cache x) cache)",
    right: "(defn report [x] (let [cache x] cache))",
  },
  stray_expression: {
    summary: "a tool's text has an expression beside its definitions",
    text: "Only definitions are linked, so it would never run. Trial calls belong into (comment …); calls with a known result are examples.",
    wrong: '(defn double-it {:signature "(x :int) -> :int"} [x] (* 2 x)) (double-it 2)',
    right: '(defn double-it {:signature "(x :int) -> :int" :examples [{:args {:x 2} :result 4}]} [x] (* 2 x))',
  },
  invalid_reference: {
    summary: "something asked for cannot be a tool's name or version",
    text: "Ids are lower-case words joined by _ or -, with : or . between namespaces; after @ comes a version or a range.",
    wrong: "ptc link 'Parse CSV!' parse_csv@soon",
    right: "ptc link parse_csv@^1.2",
  },
  unresolved_symbol: {
    summary: "a name is neither defined, nor a tool or capability that is known",
    text: "The name is misspelt, the tool is not registered, or it is meant to be a local and is not bound where it is used. The problem says who needs it. A capability that is really missing has to be made first: the link decision calls that smith.",
    wrong: "(defn report [rows] (sumarize rows))",
    right: "(defn report [rows] (summarize rows))",
  },
  archived_tool: {
    summary: "a tool was set aside",
    text: "It is kept with its suite and its record, but nothing links it until it is brought back. It does not have to be made again.",
    wrong: "ptc archive parse-csv --reason unused && ptc link parse-csv",
    right: "ptc restore parse-csv && ptc link parse-csv",
  },
  version_not_found: {
    summary: "no version fits what is asked for",
    text: "The range after @, or in :requires, leaves nothing over. The hint lists the versions there are.",
    wrong: "ptc link parse_csv@^9",
    right: "ptc link parse_csv@^1",
  },
  version_conflict: {
    summary: "two tools need versions of a third that exclude each other",
    text: "An image has one version of each tool, so that its parts agree on what they pass to each other. Both ways to it are shown: widen one of the ranges, or move one of the tools to a newer version.",
    wrong: '{:requires {:parse-csv "^1.0"}} beside {:requires {:parse-csv "^2.0"}}',
    right: '{:requires {:parse-csv ">=1.0"}}',
  },
  quarantined: {
    summary: "a tool is red or degraded",
    text: "Its own cases fail, or it failed several times in a row in use, so nothing may rely on it. Repair it, ask for a version that is healthy, or take another implementation of the capability. --force links it all the same, for looking into it.",
    wrong: "ptc link format_report",
    right: "ptc link format_report@1.0.0",
  },
  dependency_cycle: {
    summary: "values need each other while they are loaded",
    text: "Functions may call each other in a circle, because that happens later. A value is computed at once, and everything it runs has to be there before. Turn one of the values on the way into a function.",
    wrong: "(def limits (read-limits)) (defn read-limits [] {:most (:least limits)})",
    right: "(defn limits [] (read-limits)) (defn read-limits [] {:most 10})",
  },
  duplicate_symbol: {
    summary: "one name is defined twice",
    text: "In a file the second definition would replace the first without a word; in an image two tools were given one name. Private helpers of different files never meet.",
    wrong: "(defn step [x] x) (defn step [x] (inc x))",
    right: "(defn step [x] x) (defn next-step [x] (inc x))",
  },
  conflicting_names: {
    summary: "one tool is asked for under two other names",
    text: "A tool has one name in an image, in its text and in the prompt. Whoever asks for it under another name decides for all.",
    wrong: "ptc link rows=parse-csv table=parse-csv",
    right: "ptc link rows=parse-csv",
  },
  reserved_name: {
    summary: "a tool is called like something of the language",
    text: "In an image it would replace the builtin for everyone. Rename it, or give it another name where it is asked for.",
    wrong: '(defn filter {:signature "(rows :any) -> :any"} [rows] …)',
    right: '(defn filter-rows {:signature "(rows :any) -> :any"} [rows] …)',
  },
  missing_argument: {
    summary: "a tool is called without an argument it requires",
    text: "The map of arguments is written out, so what is missing can be seen before anything runs.",
    wrong: '(tool/write-file {:path "out.txt"})',
    right: '(tool/write-file {:path "out.txt" :text "hello"})',
  },
  unknown_argument: {
    summary: "a tool is called with an argument it does not have",
    text: "The key is misspelt, or belongs to another version of the tool. Hyphens and underscores are the same here.",
    wrong: '(tool/write-file {:path "out.txt" :txt "hello"})',
    right: '(tool/write-file {:path "out.txt" :text "hello"})',
  },
  permission_denied: {
    summary: "a tool asks for more than the policy allows",
    text: "What an image may ask of its host is decided when it is linked. Denials win over permissions. The problem shows the way to the tool: leave out what needs it, or allow it.",
    wrong: "ptc link report --allow 'filesystem:read:*'",
    right: "ptc link report --allow 'filesystem:read:*' --allow clock:now",
  },
  not_deterministic: {
    summary: "a tool promises to be deterministic and reaches what is not",
    text: "A base tool without the promise is not, nor is what asks the host for the time or for chance, such as rand-int and LocalDate/now. Results of deterministic tools may be cached and their runs repeated, so the promise has to hold all the way down. Hand the changing thing (the time, a random number, a page) in as an argument.",
    wrong: '(defn stamp {:signature "() -> :any" :deterministic true} [] (tool/now))',
    right: '(defn stamp {:signature "(now :any) -> :any" :deterministic true} [now] now)',
  },
  wrong_model: {
    summary: "a tool is made for other models than this one",
    text: "Its :models do not have the model of this link.",
    wrong: "ptc link ask_large --model small-1",
    right: "ptc link ask_large --model large-1",
  },
  budget_exceeded: {
    summary: "what is asked for does not fit the token budget",
    text: "Skills are left out to fit a budget; tools that were asked for are not. Ask for fewer, shorten their descriptions, or raise the budget.",
    wrong: "ptc link report chart table --budget 10",
    right: "ptc link report --budget 200",
  },
  lock_drift: {
    summary: "the link is no longer the one that was locked",
    text: "With --locked every version, hash and health has to be as written down. The problem lists what changed since; without --locked a new lock is written.",
    wrong: "ptc link report --locked",
    right: "ptc link report",
  },
  invalid_plan: {
    summary: "a plan does not have the shape of one",
    text: "A plan has agents by name, each with a list of tools, and tasks that name their agent. Its schema is docs/schema/plan-1.json.",
    wrong: '{"agents": {"reader": {"tools": "parse_csv"}}}',
    right: '{"agents": {"reader": {"tools": ["parse_csv"]}}}',
  },
  nothing_to_link: {
    summary: "nothing was asked for",
    text: "A link starts from names of tools or capabilities, from a program, or from a plan.",
    wrong: "ptc link",
    right: "ptc link parse_csv",
  },
  tampered_bundle: {
    summary: "a bundle was changed after it was linked",
    text: "Its digest no longer fits its content, so it is not run. Link it again rather than editing it.",
    wrong: "a bundle.json whose prelude was edited",
    right: "ptc link report -o bundle.json",
  },
  invalid_bundle: {
    summary: "a file is no bundle",
    text: "It is no JSON, or not of the format ptc-bundle 1. Its schema is docs/schema/bundle-1.json.",
    wrong: "ptc run notes.json --call report",
    right: "ptc run bundle.json --call report",
  },
} satisfies Record<Reason, LinkReasonPage>;
