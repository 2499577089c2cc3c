// What the bundler reads on its own wherever it looks for an import: descriptions of packages and of Yarn's Plug'n'Play. It asks
// nobody first and reads to the end, so one that is linked to a device would fill the memory of the machine. Hence every folder
// is looked at before the bundler gets there: those of the tool, those that an import names, and those that a package's
// description may lead to.

import { readFileSync, realpathSync, type Stats, statSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";

const PACKAGE = "package.json";
const PLUG_N_PLAY = [".pnp.cjs", ".pnp.js", ".pnp.data.json"];
const LARGEST_MEGABYTES = 16;
const MOST_TEXTS = 20_000;
const MOST_FOLDERS = 50_000;
const LONGEST_PATH = 4_096;

export const STRANGE = "The bundler would read";
export const PACKED = "Packages of Yarn's Plug'n'Play cannot be imported";

/** What a description says: texts that are judged once, and those whose star another import fills otherwise. */
interface Description {
  readonly file: string;
  readonly texts: readonly string[];
  readonly patterns: readonly string[];
  /** What is wrong where the texts lead. */
  trouble: string | null;
}

/** One for each bundle, which remembers: a source may have a hundred thousand imports. */
export class Surroundings {
  private readonly known = new Map<string, string | null>();
  private readonly descriptions = new Map<string, Description>();

  /** What is wrong in this folder or one above, or null. */
  troubleAbove(folder: string): string | null {
    const known = this.known.get(folder);
    if (known !== undefined) return known;
    if (this.known.size >= MOST_FOLDERS) return `${STRANGE} more than ${MOST_FOLDERS} folders`;
    const parent = dirname(folder);
    const trouble = troubleIn(folder) ?? (parent === folder ? null : this.troubleAbove(parent));
    this.known.set(folder, trouble);
    return trouble;
  }

  /** What is wrong where the bundler would look for an import of a file in the folder `from`, or null. */
  troubleOnTheWay(path: string, from: string): string | null {
    if (path.length > LONGEST_PATH) return `${STRANGE} a path of ${path.length} characters`;
    if (/^\.{1,2}(?:[\\/]|$)/.test(path) || isAbsolute(path)) {
      const target = resolve(from, path);
      return this.troubleAt(target) ?? this.troubleThrough(target, "");
    }
    const around = folders(from);
    const manifest = around
      .flatMap((at) => PLUG_N_PLAY.map((name) => join(at, name)))
      .find((file) => statOf(file) !== undefined);
    // It would lead to any folder.
    if (manifest !== undefined) return `${PACKED}: ${manifest} says where they are`;
    const own = around.find((at) => statOf(join(at, PACKAGE)) !== undefined);
    let trouble = own === undefined ? null : this.troubleThrough(own, path);
    for (const at of path.startsWith("#") ? [] : around) {
      const packages = join(at, "node_modules");
      if (trouble === null && statOf(packages) !== undefined) trouble = this.troubleWithin(packages, path);
    }
    return trouble;
  }

  private troubleWithin(packages: string, path: string): string | null {
    const steps = path.split("/");
    let trouble = this.troubleAt(join(packages, path));
    for (let i = 1; i <= steps.length && trouble === null; i++)
      trouble = this.troubleThrough(join(packages, ...steps.slice(0, i)), `./${steps.slice(i).join("/")}`);
    return trouble;
  }

  /** The path as it is written, and as links lead. */
  private troubleAt(path: string): string | null {
    if (path.length > LONGEST_PATH || path.includes("\0")) return null;
    const trouble = this.troubleAbove(path);
    return trouble !== null || statOf(path) === undefined ? trouble : this.troubleAbove(realpathSync(path));
  }

  /** What is wrong where the description of a package leads: its main file, what it exports and imports by other names. */
  private troubleThrough(folder: string, path: string): string | null {
    const description = this.descriptionOf(folder);
    const { file, patterns } = description;
    if (description.trouble !== null) return description.trouble;
    const stars = starsOf(patterns, path);
    if (patterns.length * stars.length > MOST_TEXTS) return `${STRANGE} ${file}, which holds too much`;
    for (const pattern of patterns) {
      for (const star of stars) {
        const trouble = this.troubleAt(
          resolve(
            folder,
            pattern.replaceAll("*", () => star),
          ),
        );
        if (trouble !== null) return trouble;
      }
    }
    return null;
  }

  private descriptionOf(folder: string): Description {
    const known = this.descriptions.get(folder);
    if (known !== undefined) return known;
    const file = join(folder, PACKAGE);
    const texts = statOf(file)?.isFile() === true ? textsIn(readFileSync(file, "utf8")) : [];
    const patterns = texts.filter((text) => text.includes("*"));
    const description: Description = { file, texts, patterns, trouble: null };
    // A name of one's own may stand for a package, which may lead back here.
    this.descriptions.set(folder, description);
    if (texts.length > MOST_TEXTS) description.trouble = `${STRANGE} ${file}, which holds too much`;
    const hasNames = texts.some((text) => text.startsWith("#"));
    for (const text of texts) {
      description.trouble ??= this.troubleAt(resolve(folder, text));
      if (hasNames && !/^[#.]/.test(text)) description.trouble ??= this.troubleOnTheWay(text, folder);
    }
    return description;
  }
}

/** The texts of a JSON file, keys and values: which of them lead somewhere is told by rules that are the bundler's. */
function textsIn(json: string): readonly string[] {
  const texts = new Set<string>();
  for (let start = 0; start < json.length && texts.size <= MOST_TEXTS; start++) {
    const quote = json[start];
    // The bundler takes texts in the quotes of others as well.
    if (quote !== '"' && quote !== "'") continue;
    let end = start + 1;
    while (end < json.length && json[end] !== quote && json[end] !== "\n") end += json[end] === "\\" ? 2 : 1;
    texts.add(unescaped(json.slice(start + 1, end)));
    start = end;
  }
  return [...texts];
}

function unescaped(text: string): string {
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return text;
  }
}

/** What the star of a pattern ("./*", "#*.js") may stand for in an import. */
function starsOf(patterns: readonly string[], path: string): readonly string[] {
  const stars = new Set<string>();
  for (const pattern of patterns) {
    const star = pattern.indexOf("*");
    const [before, after] = [pattern.slice(0, star), pattern.slice(star + 1)];
    if (path.length >= before.length + after.length && path.startsWith(before) && path.endsWith(after))
      stars.add(path.slice(before.length, path.length - after.length));
  }
  return [...stars];
}

function troubleIn(folder: string): string | null {
  if (statOf(folder)?.isDirectory() !== true) return null;
  for (const name of [PACKAGE, ...PLUG_N_PLAY]) {
    const file = join(folder, name);
    const about = statOf(file);
    if (about === undefined || about.isDirectory() || (about.isFile() && about.size <= LARGEST_MEGABYTES * 1024 * 1024))
      continue;
    return `${STRANGE} ${file}, which is no plain file of at most ${LARGEST_MEGABYTES} MB`;
  }
  return null;
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // Nobody may look, the bundler as little as we.
    return undefined;
  }
}

/** The folder and those above it. */
function folders(folder: string): readonly string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...folders(parent)];
}
