// Every attack, in process.

import { runAttacks } from "./run-attacks.ts";

runAttacks("none");
