// Every attack, in a child process.

import { runAttacks } from "./run-attacks.ts";

runAttacks("process");
