// With hundreds of tools a prompt is a fiftieth of all their descriptions at most, and shows what the search found.

import { expect, it } from "vitest";
import { describeCapability } from "../../src/discovery/descriptor.ts";
import { Discovery } from "../../src/discovery/discovery.ts";
import { o200kCounter } from "../../src/discovery/tokens.ts";

const verbs = ["create", "delete", "list", "read", "send", "share", "move", "count", "check", "sort"];
const things = "file mail event note task photo song map order page ".repeat(5).trim().split(" ");
const places = ["work", "home", "cloud", "phone", "archive"];

/** Five hundred tools as servers describe them: a sentence or two, and a schema with a few properties. */
const tools = things.flatMap((thing, i) =>
  verbs.map((verb) => {
    const place = places[Math.floor(i / 10)]!;
    return {
      name: `${place}_${verb}_${thing}`,
      description: `Use this to ${verb} one ${thing} in the ${place} account of the user. Answers with its id and state.`,
      category: `${place} ${thing}s`,
      schema: {
        type: "object",
        properties: {
          id: { type: "string", description: `The id of the ${thing}, as another tool of this server gave it.` },
          owner: { type: "string", description: `The person whose ${thing} it is; the user when left out.` },
          limit: { type: "integer", description: "How many of them at most.", default: 20 },
          dry_run: { type: "boolean", description: "Only say what would be done." },
        },
        required: ["id"],
      },
    };
  }),
);

it("is a fiftieth of everything at most, and shows the best five", async () => {
  const count = await o200kCounter();
  const discovery = new Discovery();
  await discovery.upsert(tools.map(describeCapability));
  expect(discovery.index.size).toBe(500);
  const all = tools.reduce((sum, tool) => sum + count(JSON.stringify(tool)), 0);
  for (const mission of ["delete a photo from the cloud", "share a note at work", "count my songs", "send mail"]) {
    const { tokens, tier1, results } = await discovery.discover(mission);
    expect(tokens).toBeLessThanOrEqual(all / 50);
    expect(tier1.shown).toEqual(results.slice(0, 5).map(({ id }) => id));
  }
});
