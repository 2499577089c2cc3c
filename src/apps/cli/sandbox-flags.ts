// The flags that say what base tools may reach, and the sandbox they describe.

import { statSync } from "node:fs";
import { printable } from "../../base/width.ts";
import type { BrokerEvent, Sandbox, SandboxOptions } from "../../node.ts";
import { type Arguments, type Flag, UsageError } from "./command.ts";
import type { Library } from "./hosted.ts";
import { flagOf } from "./output.ts";

export const grantFlags: readonly Flag[] = [
  {
    name: "grant",
    value: "PERM",
    repeatable: true,
    summary: "what base tools may reach, such as 'filesystem:read:data/**'; may be repeated",
  },
  { name: "ask", value: "PERM", repeatable: true, summary: "what needs a person's approval each time; beats --grant" },
  { name: "deny", value: "PERM", repeatable: true, summary: "what they may never reach; beats --ask and --grant" },
  { name: "root", value: "DIR", summary: "the folder that relative paths of permissions and tools start from" },
  {
    name: "secret",
    value: "NAME=ENVVAR",
    repeatable: true,
    summary: "a secret, and the environment variable that has its value",
  },
];

export const grantNote =
  "A base tool reaches what it declares in meta.permissions and --grant covers, and nothing else.";

export function grantOptions(args: Arguments): SandboxOptions {
  const root = args.text("root");
  if (root !== undefined && statSync(root, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new UsageError(`--root takes a folder; there is none at ${root}.`);
  return {
    grants: { allow: args.all("grant"), ask: args.all("ask"), deny: args.all("deny") },
    secrets: secretsFrom(args.all("secret")),
    ...(root === undefined ? {} : { root }),
  };
}

function secretsFrom(given: readonly string[]): Readonly<Record<string, string>> {
  const secrets: [string, string][] = given.map((text) => {
    const [, name, variable] = /^([^=]+)=(.+)$/.exec(text) ?? [];
    if (name === undefined || variable === undefined)
      throw new UsageError(`--secret takes a name and an environment variable, such as api-key=API_KEY; got ${text}.`);
    const value = process.env[variable];
    if (value === undefined || value === "")
      throw new UsageError(`--secret ${text}: the environment variable ${variable} is not set.`);
    return [name, value];
  });
  return Object.fromEntries(secrets);
}

const flagOfList: Readonly<Record<string, string>> = { allow: "--grant", ask: "--ask", deny: "--deny" };

/** Runs `work`; options that the library refuses are spoken of as flags. */
export async function inFlagWords<T>(library: Library, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (e) {
    if (!(e instanceof library.OptionsError)) throw e;
    const text = e.message
      .replace(/^grants\.(allow|ask|deny)\[\d+\]: /gm, (_, list: string) => `${flagOfList[list]} `)
      .replace(/\blimits\.(\w+) of createSandbox/g, (_, name: string) => flagOf.get(name) ?? name);
    throw new UsageError(text);
  }
}

export function openSandbox(library: Library, options: SandboxOptions): Promise<Sandbox> {
  return inFlagWords(library, () => library.createSandbox(options));
}

/** What a tool logs, for people: it must not steer their terminal. */
export function logLine({ level, message, data }: Extract<BrokerEvent, { type: "log" }>): string {
  const text = `${message}${data === null ? "" : ` ${JSON.stringify(data)}`}`;
  return `${level}: ${text.split("\n").map(printable).join("\n")}`;
}
