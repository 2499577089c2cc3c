// Text as the terms of the lexical index: identifiers are split (camelCase, snake_case, kebab-case, dots), English words
// lose their endings, and scripts written without spaces become overlapping pairs of characters.

import { stemmer } from "stemmer";

/** Han, kana, Hangul, Thai, Lao, Khmer and Burmese: a word has no edges there that a program could see. */
const unspacedLetters =
  "\\u0e00-\\u0eff\\u1000-\\u109f\\u1100-\\u11ff\\u1780-\\u17ff\\u3040-\\u30ff\\u3100-\\u318f\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7af\\uf900-\\ufaff\\uff66-\\uff9f\\u{20000}-\\u{2fa1f}";
const unspaced = new RegExp(`^[${unspacedLetters}]`, "u");
const runs = new RegExp(`[${unspacedLetters}]+|(?:(?![${unspacedLetters}])[\\p{L}\\p{N}\\p{M}])+`, "gu");
const asciiWord = /[A-Za-z]+|[0-9]+/g;
const ascii = /^[\0-\x7f]*$/;
const camelEdge = /[a-z](?=[A-Z])|[A-Z](?=[A-Z][a-z])/;
const latinAccents = /[\u0300-\u036f]/g;

/** A longer word is data, such as a key in base64: it is filed under its beginning. */
const longestWord = 40;

/** Words in lower case, in order, before stemming. */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  if (ascii.test(text)) {
    for (const word of text.match(asciiWord) ?? []) pushWord(word, words);
    return words;
  }
  for (const run of text.normalize("NFKD").replace(latinAccents, "").normalize("NFC").match(runs) ?? []) {
    if (unspaced.test(run)) pushPairs(run, words);
    else if (ascii.test(run)) for (const word of run.match(asciiWord) ?? []) pushWord(word, words);
    else words.push(run.toLowerCase());
  }
  return words;
}

function pushWord(word: string, words: string[]): void {
  const lower = word.toLowerCase();
  // Most words have no inner edge: a capital at most at the front, or nothing but capitals.
  if (lower === word || lower.slice(1) === word.slice(1)) {
    words.push(lower);
    return;
  }
  let rest = word;
  for (let edge = camelEdge.exec(rest); edge !== null; edge = camelEdge.exec(rest)) {
    words.push(rest.slice(0, edge.index + 1).toLowerCase());
    rest = rest.slice(edge.index + 1);
  }
  words.push(rest.toLowerCase());
}

function pushPairs(run: string, words: string[]): void {
  const letters = [...run.toLowerCase()];
  if (letters.length === 1) words.push(letters[0]!);
  for (let i = 0; i + 1 < letters.length; i++) words.push(letters[i]! + letters[i + 1]!);
}

/** The term a word is filed under. */
export function termOf(word: string): string {
  if (word.length > longestWord) return word.slice(0, longestWord);
  return word.length > 2 && ascii.test(word) ? stemmer(word) : word;
}
