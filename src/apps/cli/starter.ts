// The module that ptc tool new writes: small, working, and saying what each part is for.

export function starterModule(name: string, language: "ts" | "js"): string {
  const file = `${name}.${language}`;
  const typed = language === "ts";
  const argsType = typed ? "\ninterface Args {\n  readonly text: string;\n  readonly top?: number | null;\n}\n" : "";
  const counts = typed ? "new Map<string, number>()" : "new Map()";
  return `// ${name}: a base tool. It runs in a sandbox and reaches nothing outside: no files, no network, no clock, no Node,
// except what permissions declares below and whoever runs it grants. Try it:
//
//   ptc tool run ${file} --args '{"text": "to be or not to be"}'
//   ptc tool check ${file}

/** What the tool says of itself. Programs, models and the sandbox read it. */
export const meta = {
  // Programs call it by this name: (tool/${name} {:text "…"}).
  name: "${name}",

  // One sentence; models choose tools by it.
  description: "Counts the words of a text, most frequent first.",

  // What it takes and gives; both are checked on every call. A type with ? may be left out.
  signature: "(text :string, top :int?) -> [{word :string, count :int}]",

  // What it may ask its host for, such as "filesystem:read:data/**" or "http:fetch:api.example.com".
  permissions: [],

  // Equal arguments always get equal answers; ptc tool check runs every example twice to see.
  deterministic: true,

  // Each is run by ptc tool check, and its answer compared.
  examples: [
    { args: { text: "to be or not to be", top: 1 }, result: [{ word: "to", count: 2 }] },
    { args: { text: "" }, result: [] },
  ],
};
${argsType}
// It may be async. The second argument is the host: await host.filesystem.read("data/words.txt"), and so on.
export default function (args${typed ? ": Args" : ""}) {
  const counts = ${counts};
  for (const word of args.text.toLowerCase().match(/[\\p{L}\\p{N}']+/gu) ?? []) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts]
    .map(([word, count]) => ({ word, count }))
    .sort((a, b) => b.count - a.count)
    .slice(0, args.top ?? counts.size);
}
`;
}
