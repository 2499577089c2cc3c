// Times the native twins in this process. Arguments: the names of the workloads.

import { report, sample } from "./sampling.mjs";
import { workloads } from "./workloads.mjs";

report(Object.fromEntries(process.argv.slice(2).map((name) => [name, sample(workloads[name])])));
