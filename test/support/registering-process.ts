// One process that registers tools and says each one's id once the store has acknowledged it.

import { writeSync } from "node:fs";
import { openStore } from "../../src/store/open.ts";
import { registerOne } from "./registering.ts";

const [place, name, from, count] = process.argv.slice(2) as [string, string, string, string];
const store = await openStore(place, { busyTimeoutMs: 120_000 });
for (let n = Number(from); n < Number(from) + Number(count); n++) {
  const id = `${name}_${n}`;
  await registerOne(store, id);
  writeSync(1, `${id}\n`);
}
await store.close();
