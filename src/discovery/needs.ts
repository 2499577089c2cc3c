// A mission as needs: one message often asks for several things, and each deserves its own search. Cutting is cheap and
// done at the ends of sentences only; whether the parts are needs or mere context is decided later, on what they find
// (fuse.ts).

import { isFunctionWord } from "./function-words.ts";
import { wordsOf } from "./words.ts";

/** After the mark that ends a sentence and what closes around it; scripts without spaces need none after the mark. */
const sentenceEnd = /(?<=[.!?;][)"'\]]{0,3})\s+|\n+|(?<=[。！？；])/;
const opening = /["'(\s]/;
const closing = /["')\s]/;
/** Words that announce the next of several things. */
const marks =
  /\b(?:then|next|finally|lastly|additionally|also|after that|afterwards|furthermore|moreover|second|secondly|third|thirdly|besides|another)\b|[其另]外|然后|最后|接着|还要/gi;

/** More parts than this are a document, not a message. */
const mostNeeds = 12;

export interface Needs {
  readonly whole: string;
  /** Empty when the mission is one sentence. */
  readonly parts: readonly string[];
  /** How often the mission announces another thing. */
  readonly marks: number;
}

export function needsOf(mission: string): Needs {
  const whole = mission.trim();
  const parts = whole
    .split(sentenceEnd)
    .map((part) => stripped(part, opening, closing))
    .filter(saysSomething)
    .slice(0, mostNeeds);
  return { whole, parts: parts.length > 1 ? parts : [], marks: whole.match(marks)?.length ?? 0 };
}

function saysSomething(part: string): boolean {
  let content = 0;
  for (const word of wordsOf(part)) if (!isFunctionWord(word) && (word.length > 2 || word > "\x7f")) content++;
  return content >= 2;
}

/**
 * Without the letters at its ends that match. Letter by letter: a pattern for "many of these, then the end" starts again at
 * each of them, and a mission may hold a hundred thousand.
 */
export function stripped(text: string, first: RegExp | null, last: RegExp): string {
  let [start, end] = [0, text.length];
  while (first !== null && start < end && first.test(text[start]!)) start++;
  while (end > start && last.test(text[end - 1]!)) end--;
  return text.slice(start, end);
}
