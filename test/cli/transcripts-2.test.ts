// More of spec/cli: see transcripts.test.ts.

import { holdTranscripts } from "./hold-transcripts.ts";

holdTranscripts(2);
