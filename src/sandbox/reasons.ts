// One page per reason a base tool can fail with, as ptc explain shows them: what it means, why it happens and how to mend
// it, code that shows it and code that does not. Code without `export` is the body of a tool's default function.

export interface SandboxReasonPage {
  /** Ends "the call failed because …". */
  readonly summary: string;
  readonly text: string;
  readonly wrong: string;
  readonly right: string;
  /** The code alone does not cause it: limits, grants or the caller do. */
  readonly fromHost?: true;
}

export const sandboxReasons = {
  syntax_error: {
    summary: "the tool's source does not parse or bundle",
    text: "esbuild reads the module and what it imports. The place is in the file that does not parse, or at the import that cannot be found. Node's own modules do not exist in the sandbox; ask the host instead.",
    wrong: 'import { readFileSync } from "node:fs"; export default () => readFileSync("a.txt");',
    right:
      'export const meta = { name: "a", description: "Reads a file.", signature: "() -> :string", permissions: ["filesystem:read:a.txt"] }; export default (args, host) => host.filesystem.read("a.txt");',
  },
  bad_module: {
    summary: "the module lacks its default function or its meta",
    text: "A base tool exports two things: meta, an object that says what it is, and a default function that does it. ptc tool new writes a module that has both.",
    wrong: "export const run = () => 1;",
    right:
      'export const meta = { name: "one", description: "Gives 1.", signature: "() -> :int" }; export default () => 1;',
  },
  bad_meta: {
    summary: "what the module says of itself does not hold together",
    text: "A field is missing, misspelt or of the wrong type, the signature or a schema does not compile, a permission does not exist, or two fields exclude each other, such as deterministic and a clock. The message names the field.",
    wrong:
      'export const meta = { name: "now", description: "Tells the time.", signature: "() -> :int", deterministic: true, permissions: ["clock:now"] }; export default () => Date.now();',
    right:
      'export const meta = { name: "now", description: "Tells the time.", signature: "() -> :int", permissions: ["clock:now"] }; export default () => Date.now();',
  },
  bundle_too_large: {
    summary: "the bundled script is larger than allowed",
    text: "The tool and everything it imports become one script, which may have limits.bundleBytes. Import the part of a package that is needed, keep data in files the tool may read, or raise the limit.",
    wrong: 'import everything from "large-package"; …',
    right: 'import { part } from "large-package/part"; …',
    fromHost: true,
  },
  damaged_tool: {
    summary: "what was stored of the tool is damaged",
    text: "A stored tool has its code, the hash of that code and what it says of itself. The code does not fit the hash, or a field is missing or not what a module could have said. Load the tool from its source and store it again.",
    wrong: "a stored tool whose code was edited",
    right: "the tool, loaded from its source again",
    fromHost: true,
  },
  bad_arguments: {
    summary: "the arguments do not fit",
    text: "A tool is called with an object that fits its signature or inputSchema, and a host function with what its own documentation says. The message names the argument and what was expected.",
    wrong: "return await host.filesystem.read(5);",
    right: 'return await host.filesystem.read("data/a.txt");',
  },
  bad_result: {
    summary: "the answer is not JSON, is too large, or does not fit the signature",
    text: "A tool answers with plain JSON: no NaN, functions, symbols, big integers, Map or Set, no undefined inside a list. The message says where the value stands. Convert it, or answer with less.",
    wrong: 'return new Map([["a", 1]]);',
    right: 'return Object.fromEntries(new Map([["a", 1]]));',
  },
  tool_threw: {
    summary: "the tool threw an error",
    text: "The message and the stack are the tool's own, in terms of its source. If the arguments are right, the tool has a bug: ptc tool run shows the place.",
    wrong: 'throw new Error("no such column");',
    right: 'return { problem: "no such column" };',
  },
  no_answer: {
    summary: "the tool's promise never settles",
    text: "Nothing is left that could settle the promise the tool returned. There are no timers in the sandbox; the only things worth waiting for are calls of the host.",
    wrong: "return new Promise(() => {});",
    right: "return new Promise((done) => done(1));",
  },
  timeout: {
    summary: "the tool took longer than it may",
    text: "limits.timeoutMs bounds a call, waiting for the host included; timeoutMs in meta can only shorten it. The engine is stopped wherever it is. Give the tool less to do at a time, or raise the limit.",
    wrong: "for (;;) {}",
    right: "for (let i = 0; i < 1000; i++) {}",
  },
  memory_exceeded: {
    summary: "the tool used more memory than it may",
    text: "An engine has limits.memoryBytes, 64 MB unless the host says otherwise, with everything the tool holds at once. Work on a part at a time and keep only what the answer needs.",
    wrong: "const rows = []; for (;;) rows.push(new Array(1000).fill(0));",
    right: "let sum = 0; for (let i = 0; i < 1000; i++) sum += i; return sum;",
  },
  stack_overflow: {
    summary: "the tool recursed too deeply",
    text: "The stack of the engine is small on purpose: some thousand calls deep. Use a loop with a list of what is left to do, or bound the depth.",
    wrong: "const depth = (n) => 1 + depth(n + 1); return depth(0);",
    right: "let n = 0; while (n < 100000) n++; return n;",
  },
  too_many_jobs: {
    summary: "the tool started more promise jobs than it may",
    text: "Every await and every then is a job, and limits.jobs bounds them. Compute without promises where nothing is waited for.",
    wrong: "for (;;) await null;",
    right: "for (let i = 0; i < 1000; i++) await null;",
  },
  permission_denied: {
    summary: "the tool asked for something that it may not have",
    text: "What a tool reaches must be declared in meta.permissions and granted by whoever runs it, on every call. The message says which of the two is missing; on the command line grants are --grant 'filesystem:read:data/**' and the like.",
    wrong: 'return await host.filesystem.read("/etc/passwd");',
    right: 'return await host.filesystem.read("data/a.txt");',
  },
  approval_required: {
    summary: "a person must approve what the tool asks for",
    text: "The host has a rule that asks. Nothing is wrong with the tool: have the permission approved, then call again, on the command line with --approve or ptc resume.",
    wrong: 'return await host.filesystem.read("contracts/a.txt");',
    right: 'return await host.filesystem.read("data/a.txt");',
  },
  host_error: {
    summary: "something the tool asked of its host failed",
    text: "A file is not there, a server does not answer, a tool that was called failed. Inside the tool it is an error like others: catch it where the tool can go on without.",
    wrong: 'return await host.filesystem.read("data/missing.txt");',
    right: 'return await host.filesystem.read("data/missing.txt").catch(() => null);',
  },
  limit_exceeded: {
    summary: "the tool asked its host for more than it may",
    text: "Calls of the host, bytes to and from it, the size of a file or an answer and the depth of tools that call tools are bounded. Ask for more at once and for less in all.",
    wrong: 'for (let i = 0; ; i++) await host.filesystem.stat("data/" + i);',
    right: 'return await host.filesystem.list("data/*");',
  },
  cancelled: {
    summary: "the host cancelled the call",
    text: "The caller gave up, or the program that called the tool ended. Nothing is wrong with the tool; call it again.",
    wrong: "any call whose caller goes away",
    right: "the same call, made again",
    fromHost: true,
  },
  engine_failed: {
    summary: "the engine under the tool ended unexpectedly",
    text: "The thread or process was lost in a way that is none of the others. It was replaced, and other calls are not affected. Call again; if it happens twice, please report the tool.",
    wrong: "no known tool",
    right: "any other",
    fromHost: true,
  },
} as const satisfies Record<string, SandboxReasonPage>;

export type SandboxReason = keyof typeof sandboxReasons;
