// Discovery at 10,000 tools, beside MiniSearch in the same process: building, one query, one changed tool. The queries are
// embedded by the real model where it is installed; the tools' own vectors are drawn, as products cost the same whatever
// they hold. Prints one line of JSON.

import MiniSearch from "minisearch";
import { Discovery, describeCapability, loadEmbedder } from "../dist/node.js";

const toolCount = 10_000;
const verbs =
  "get create update delete list send search convert calculate schedule analyze generate translate book track".split(
    " ",
  );
const nouns =
  "weather invoice customer flight hotel playlist image document report patient sensor robot vehicle recipe contract ticket payment molecule planet crop inventory exercise password schedule translation budget meeting email video podcast".split(
    " ",
  );
const adjectives = "daily monthly secure global local medical financial historical nearby urgent digital public".split(
  " ",
);

let state = 42;
function pick(list) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return list[state % list.length];
}

const tools = Array.from({ length: toolCount }, (_, i) => {
  const [verb, adjective, noun, other] = [pick(verbs), pick(adjectives), pick(nouns), pick(nouns)];
  return {
    id: `t${i}`,
    name: `${verb}_${adjective}_${noun}_${i % 97}`,
    description: `${verb} the ${adjective} ${noun} of a ${other} and return its ${pick(nouns)} with ${pick(adjectives)} details`,
    params: {
      [`${noun}_id`]: `The ${noun} to ${verb}`,
      [pick(nouns)]: `Which ${pick(adjectives)} ${pick(nouns)} to use`,
    },
    category: pick(nouns),
  };
});
const queries = Array.from(
  { length: 400 },
  () => `Could you please ${pick(verbs)} the ${pick(adjectives)} ${pick(nouns)} for my ${pick(nouns)}?`,
);

function percentile(times, share) {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * share)];
}

async function timed(run, list) {
  const times = [];
  for (const item of list) {
    const start = performance.now();
    await run(item);
    times.push(performance.now() - start);
  }
  return times;
}

const capabilities = tools.map(describeCapability);
const figures = { tools: toolCount };
{
  const warm = new Discovery();
  await warm.upsert(capabilities.slice(0, 2000));
  const start = performance.now();
  const discovery = new Discovery();
  await discovery.upsert(capabilities);
  figures.buildMs = performance.now() - start;
  await timed((query) => discovery.search(query), queries.slice(0, 200));
  const times = await timed((query) => discovery.search(query), queries);
  figures.lexicalP50 = percentile(times, 0.5);
  figures.lexicalP95 = percentile(times, 0.95);
  const changed = capabilities.slice(0, 200).map((one) => ({ ...one, description: `${one.description} now` }));
  figures.updateP95 = percentile(await timed((one) => discovery.upsert([one]), changed), 0.95);
}
{
  const { embedder, backend } = await loadEmbedder();
  if (embedder !== null) {
    const drawn = () => ({
      bytes: Int8Array.from({ length: embedder.dimensions }, () => pick(nouns).length * 9 - 60),
      scale: 0.001,
    });
    const discovery = new Discovery({ embedder, vectorCache: { get: drawn, set: () => {} } });
    await discovery.upsert(capabilities);
    await timed((query) => discovery.search(query), queries.slice(0, 100));
    const times = await timed((query) => discovery.search(query), queries);
    figures.backend = backend;
    figures.hybridP50 = percentile(times, 0.5);
    figures.hybridP95 = percentile(times, 0.95);
    figures.embedP50 = percentile(await timed((query) => embedder.embed([query]), queries), 0.5);
  }
}
{
  const documents = tools.map(({ params, ...tool }) => ({ ...tool, params: Object.entries(params).flat().join(" ") }));
  const start = performance.now();
  const mini = new MiniSearch({ fields: ["name", "description", "params", "category"] });
  mini.addAll(documents);
  figures.miniBuildMs = performance.now() - start;
  const times = await timed((query) => mini.search(query), queries.slice(0, 100));
  figures.miniP50 = percentile(times, 0.5);
  figures.miniP95 = percentile(times, 0.95);
}
console.log(JSON.stringify(figures));
process.exit(0);
