// One process that registers tools through the gates and says each one's id once its registration is acknowledged.

import { writeSync } from "node:fs";
import { openBusy, registerOne, registryOn } from "./registering.ts";

const [place, name, count] = process.argv.slice(2) as [string, string, string];
const store = await openBusy(place);
const registry = registryOn(store);
for (let n = 0; n < Number(count); n++) {
  const id = `${name}_${n}`;
  await registerOne(registry, id);
  writeSync(1, `${id}\n`);
}
await store.close();
