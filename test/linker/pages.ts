// Reads a page of spec/link. A section is a case: ```clojure FILE blocks are texts of tools (or the entry program, when the
// link block names it), ```json tools changes or adds units, ```json skills adds skills, ```json link is the input. Then
// come the answers, each in a block of its name: order, prelude, program, problems, warnings, prompt, map, unused,
// decision, graph, `why NAME`, and `run`, whose lines are `(call) ; => value` over the image.

export interface Answer {
  /** "prelude", "why parse_csv" … */
  readonly name: string;
  readonly text: string;
  /** Lines of the block's content in the page: the first, and the one after the last. */
  readonly from: number;
  readonly to: number;
}

export interface LinkCase {
  readonly title: string;
  readonly files: Readonly<Record<string, string>>;
  readonly tools: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly skills: readonly Readonly<Record<string, unknown>>[];
  readonly link: Readonly<Record<string, unknown>>;
  readonly answers: readonly Answer[];
}

export function casesOf(page: string): readonly LinkCase[] {
  const cases: LinkCase[] = [];
  let title = "";
  let files: Record<string, string> = {};
  let tools = {};
  let skills: LinkCase["skills"] = [];
  let link: LinkCase["link"] | null = null;
  let answers: Answer[] = [];
  const close = (): void => {
    if (link !== null) cases.push({ title, files, tools, skills, link, answers });
    [files, tools, skills, link, answers] = [{}, {}, [], null, []];
  };
  const lines = page.split("\n");
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!;
    if (line.startsWith("## ")) {
      close();
      title = line.slice(3);
    }
    const opening = /^```(.+)$/.exec(line);
    if (opening === null) continue;
    const from = i + 1;
    while (lines[++i] !== "```") if (i >= lines.length) throw new Error(`A block at line ${from} is not closed.`);
    const text = lines.slice(from, i).join("\n");
    const name = opening[1]!;
    if (name.startsWith("clojure ")) files[name.slice(8)] = `${text}\n`;
    else if (name === "json tools") tools = JSON.parse(text);
    else if (name === "json skills") skills = JSON.parse(text);
    else if (name === "json link") link = JSON.parse(text);
    else answers.push({ name, text, from, to: i });
  }
  close();
  return cases;
}
