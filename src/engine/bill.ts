// What linking saves: the prompt of everything that is registered and works, counted by the same tokenizer and written in the
// same words as the prompt of an image.

import { type Bundle, loadTokenizer, openAiTools, type TokenCounter } from "../linker/index.ts";
import { isLinkable } from "../linker/unit.ts";
import type { ToolHead } from "../registry/model.ts";
import type { Engine } from "./engine.ts";
import { linkFromRegistry } from "./link.ts";

export interface PromptCost {
  readonly tools: number;
  readonly skills: number;
  /** Tokens of the prompt: one line for each tool, and the skills. */
  readonly prompt: number;
  /** Tokens of the same tools as JSON for function calling, which hosts without a linker send. */
  readonly functions: number;
}

export interface PromptBill {
  readonly counter: string;
  /** Null when everything together cannot be linked, such as tools that exclude each other. */
  readonly everything: PromptCost | null;
  readonly image: PromptCost;
}

const PAGE = 500;

export async function promptBill(engine: Pick<Engine, "store" | "registry">, image: Bundle): Promise<PromptBill> {
  const counter = await loadTokenizer();
  const { roots, tags } = await engine.store.read(async (reader) => {
    const heads: ToolHead[] = [];
    for (let more = true; more; ) {
      const after = heads.at(-1)?.id;
      const page = await reader.toolHeads({ limit: PAGE, ...(after === undefined ? {} : { after }) });
      heads.push(...page);
      more = page.length === PAGE;
    }
    const offered = heads.filter((t) => t.supersededBy === null && isLinkable(t.health));
    const tagged: string[] = [];
    for (const { id, current } of await reader.skillHeads({}))
      tagged.push(...((await reader.skillVersion(id, current))?.tags ?? []));
    return { roots: offered.map((t) => t.id), tags: tagged };
  });
  const { bundle } = await linkFromRegistry({ store: engine.store }, { roots, tags, counter });
  return {
    counter: counter.name,
    everything: bundle === null ? null : costOf(bundle, counter),
    image: costOf(image, counter),
  };
}

function costOf(bundle: Bundle, counter: TokenCounter): PromptCost {
  return {
    tools: bundle.visible.length,
    skills: bundle.skills.length,
    prompt: counter.count(bundle.prompt),
    functions: counter.count(JSON.stringify(openAiTools(bundle))),
  };
}
