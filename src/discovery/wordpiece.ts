// BERT's tokenizer: text to the numbers of word pieces. Sentence models such as MiniLM were trained on exactly this
// cutting, so it follows the published rules step by step: clean, lower case, accents off, split, longest piece first.

export interface WordPieces {
  /** Piece numbers between the two markers, at most `most` with them. */
  encode(text: string, most: number): Int32Array;
}

const longestWord = 100;
const accents = /\p{Mn}/gu;
const cjk = /[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{2fa1f}]/gu;
const pieceOfText = /[\p{P}$+<=>^`|~]|[^\s\p{P}$+<=>^`|~]+/gu;
const invisible = /[\0\ufffd]|(?![\t\n\r])[\p{Cc}\p{Cf}]/gu;

/** `vocabulary` is the piece-to-number table of a tokenizer.json. */
export function wordPieces(vocabulary: ReadonlyMap<string, number>): WordPieces {
  const numberOf = (piece: string): number => {
    const found = vocabulary.get(piece);
    if (found === undefined) throw new Error(`The vocabulary has no ${piece}: this is no BERT tokenizer.`);
    return found;
  };
  const [first, last, unknown] = [numberOf("[CLS]"), numberOf("[SEP]"), numberOf("[UNK]")];
  return {
    encode(text, most) {
      const pieces: number[] = [first];
      const plain = text
        .replace(invisible, "")
        .replace(cjk, " $& ")
        .toLowerCase()
        .normalize("NFD")
        .replace(accents, "");
      for (const [word] of plain.matchAll(pieceOfText)) {
        if (pieces.length >= most - 1) break;
        pieces.push(...cut(word, vocabulary, unknown));
      }
      pieces.length = Math.min(pieces.length, most - 1);
      pieces.push(last);
      return Int32Array.from(pieces);
    },
  };
}

function cut(word: string, vocabulary: ReadonlyMap<string, number>, unknown: number): readonly number[] {
  if (word.length > longestWord) return [unknown];
  const pieces: number[] = [];
  for (let start = 0; start < word.length; ) {
    let end = word.length;
    let found: number | undefined;
    for (; end > start && found === undefined; end--)
      found = vocabulary.get((start === 0 ? "" : "##") + word.slice(start, end));
    if (found === undefined) return [unknown];
    pieces.push(found);
    start = end + 1;
  }
  return pieces;
}
