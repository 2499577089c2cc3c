// Composed tools of stdlib/ linked straight from their files, as a function of data: for tests with many inputs.

import { readdirSync, readFileSync } from "node:fs";
import { catalogOf, link, readToolFile, unitsOf } from "../../src/linker/index.ts";
import { compile } from "../../src/run/compile.ts";
import { stdlib } from "./base-tools.ts";

const units = readdirSync(`${stdlib}tools`, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".clj"))
  .flatMap((path) => unitsOf(readToolFile(readFileSync(`${stdlib}tools/${path}`, "utf8"), path), "green"));

/** Code that uses these tools, compiled once. They must not need base tools. */
export function linked(roots: readonly string[], code: string): (data: Readonly<Record<string, unknown>>) => unknown {
  const { prelude, faults } = link({ catalog: catalogOf({ units }), roots, skills: false });
  if (prelude === null) throw new Error(`${roots.join(", ")}: ${JSON.stringify(faults[0])}`);
  const program = compile(`${prelude.text}\n${code}`);
  return (data) => {
    const result = program.runSync({ data });
    if (!result.ok) throw new Error(`${result.error.reason}: ${result.error.message}`);
    return result.value;
  };
}
