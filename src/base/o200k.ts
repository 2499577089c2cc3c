// Tokens of OpenAI's o200k encoding, by gpt-tokenizer. Its table is a megabyte and is loaded when first asked for.

export type CountTokens = (text: string) => number;

let loaded: Promise<CountTokens> | null = null;

/**
 * Merging takes a time that grows with the square of a word, and a word may be all that a hostile text is: one of 200,000 letters
 * takes half a minute. Of what goes on for longer than this without end, each such piece is counted by itself.
 */
const LONGEST_WORD = 500;
const longWords = new RegExp(
  [String.raw`[\p{L}\p{M}]`, String.raw`\s`, String.raw`[^\s\p{L}\p{N}]`].map((c) => `${c}{${LONGEST_WORD}}`).join("|"),
  "gu",
);

const kinds = [/[\p{L}\p{M}\ud800-\udfff]/u, /\s/, /[^\s\p{L}\p{N}]/u];

/**
 * Whether it is worth looking for long words: one holds every so-manyth place of the text, so around these alone it is looked
 * for. Looking for them everywhere takes longer than counting.
 */
function mayHoldLongWords(text: string): boolean {
  for (let at = LONGEST_WORD - 1; at < text.length; at += LONGEST_WORD)
    for (const kind of kinds) {
      let [from, to] = [at, at];
      while (from >= 0 && at - from < LONGEST_WORD && kind.test(text[from]!)) from--;
      while (to < text.length && to - at < LONGEST_WORD && kind.test(text[to]!)) to++;
      // The place itself was counted twice.
      if (at - from + to - at - 1 >= LONGEST_WORD) return true;
    }
  return false;
}

export function loadO200k(): Promise<CountTokens> {
  loaded ??= import("gpt-tokenizer/encoding/o200k_base").then(({ countTokens }) => {
    // What looks like a control token is text here: it stands in descriptions, skills and programs, not in a model's answer.
    const plain = { disallowedSpecial: new Set<string>() };
    return (text) => {
      if (!mayHoldLongWords(text)) return countTokens(text, plain);
      let count = 0;
      let from = 0;
      for (const { index, 0: piece } of text.matchAll(longWords)) {
        count += countTokens(text.slice(from, index), plain) + countTokens(piece, plain);
        from = index + piece.length;
      }
      return count + countTokens(from === 0 ? text : text.slice(from), plain);
    };
  });
  return loaded;
}
