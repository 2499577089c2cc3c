// Every attack, in a worker thread.

import { runAttacks } from "./run-attacks.ts";

runAttacks("worker");
