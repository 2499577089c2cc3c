// The walk in figures: what is registered now, what the image costs beside everything, what was refused on the way.

import type { Bundle, Engine, PromptBill } from "../../../node.ts";
import type { Library } from "../hosted.ts";
import { grouped, percent } from "../link/bill.ts";
import { plural } from "../plural.ts";
import { folded, type Page, painted } from "./page.ts";
import type { Performed } from "./perform.ts";
import type { Action } from "./walk.ts";

export interface Summary {
  readonly tools: number;
  readonly skills: number;
  readonly cases: number;
  readonly bill: PromptBill;
  readonly image: {
    readonly digest: string;
    readonly skills: readonly string[];
    /** Everything it may ask of its host. */
    readonly grants: readonly string[];
  };
  readonly refused: { readonly drafts: number; readonly regressions: number; readonly escapes: number };
  readonly seconds: number;
}

export interface Done extends Performed {
  readonly action: Action;
}

export async function summaryOf(
  engine: Engine,
  image: Bundle,
  library: Library,
  all: readonly Done[],
): Promise<Summary> {
  const { counts, cases } = await engine.store.read(async (reader) => {
    const heads = await reader.toolHeads({});
    return { counts: await reader.counts(), cases: (await reader.casesOf(heads.map((t) => t.id))).length };
  });
  const refused = (name: string): number =>
    all.filter(({ action, exit }) => action.do === "ptc" && action.argv[0] === name && exit !== 0).length;
  return {
    tools: counts.tools,
    skills: counts.skills,
    cases,
    bill: await library.promptBill(engine, image),
    image: { digest: image.digest, skills: image.skills.map((s) => s.id), grants: image.grants },
    refused: { drafts: refused("register"), regressions: refused("repair"), escapes: refused("run") },
    seconds: all.reduce((sum, { ms }) => sum + ms, 0) / 1000,
  };
}

export function summaryLines(s: Summary, page: Page): readonly string[] {
  const { everything, image, counter } = s.bill;
  const tokens = (n: number): string => `${grouped(n)} tokens`.padStart(13);
  const rows: readonly (readonly [string, string])[] = [
    [
      "registered",
      `${plural(s.tools, "tool")}, ${plural(s.skills, "skill")}, ${plural(s.cases, "case")} that no change may fail`,
    ],
    [
      "refused",
      `${plural(s.refused.drafts, "draft")}, ${plural(s.refused.regressions, "regression")}, ${s.refused.escapes} ways out of the image`,
    ],
    ["the image", `${plural(image.tools, "tool")}, ${plural(image.skills, "skill")} (${s.image.skills.join(", ")})`],
    ["may reach", s.image.grants.join(", ")],
    ...(everything === null
      ? []
      : ([["prompt before", `${tokens(everything.prompt)}  every tool and skill (${counter})`]] as const)),
    [
      "prompt after",
      `${tokens(image.prompt)}${everything === null ? "" : `  ${percent(image.prompt, everything.prompt)} of that`}`,
    ],
    ["time", `${s.seconds.toFixed(1)} s`],
  ];
  return [
    "",
    painted("In short", "bold", page),
    ...rows.flatMap(([label, text]) => {
      const lines = folded(`${label.padEnd(LABEL)}${text}`, page.width - 3, LABEL).map((line) => `   ${line}`);
      return label === "prompt after" ? lines.map((line) => painted(line, "green", page)) : lines;
    }),
  ];
}

const LABEL = 15;
