// The workloads again, to see what it costs pure code that a program could wait for a tool. Arguments: the interpreter's
// bundle, the settings (comma separated), the names of the workloads. Several settings take turns, sample by sample, so
// that a busy moment of the machine hits them all. Settings:
//   none      no tools
//   again     the same once more
//   granted   a tool is granted, the program does not use it
//   used      the program also has a function calling the tool and others that reach it
//   session   the same in a session, where a later turn may give any name a function that waits

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { report, sampleInTurns } from "./sampling.mjs";

const [bundle, settings, ...names] = process.argv.slice(2);
const { Session } = await import(pathToFileURL(bundle).href);
const workloads = readFileSync(new URL("workloads.clj", import.meta.url), "utf8");

const waiting = `
(defn fetch-person [id] (tool/fetch {:id id}))
(defn fetch-all [ids] (mapv fetch-person ids))
(defn each [f xs] (map f xs))
(defn fetch-some [ids] (each (fn [id] (assoc (fetch-person id) :seen true)) ids))
`;

function engine(setting) {
  const session = new Session(setting === "session" ? {} : { single: true });
  const options = setting === "none" || setting === "again" ? {} : { tools: { names: ["fetch"], call: () => null } };
  const turn = (source) => {
    const result = session.turn(source, options);
    if (!result.ok) throw new Error(`${source.slice(0, 60)}: ${result.error.message}`);
    return result.value;
  };
  turn(setting === "used" || setting === "session" ? waiting + workloads : workloads);
  return turn;
}

const engines = settings.split(",").map((setting) => [setting, engine(setting)]);
const figures = Object.fromEntries(engines.map(([setting]) => [setting, {}]));
for (const name of names) {
  const timed = sampleInTurns(
    engines.map(
      ([, turn]) =>
        () =>
          turn(`(bench-${name})`),
    ),
  );
  engines.forEach(([setting], i) => {
    figures[setting][name] = timed[i];
  });
}
report(figures);
