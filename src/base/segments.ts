// Text cut into user-perceived characters (grapheme clusters) in linear time. V8's segmenter copies the whole rest of its
// text for every segment it gives, so it is only ever shown short pieces; a piece begins where a cluster begins and the last
// cluster of a piece is looked at again with what follows, so the cuts are those of the whole text.

let segmenter: Intl.Segmenter | undefined;

/** Pieces of this length cost least: 0.45 µs per cluster. */
const PIECE = 256;

/**
 * Units that never join a neighbour of the same kind: nothing below U+0300 combines (emoji need a joiner from above), nor do
 * Greek and Cyrillic letters, kana, ideographs and whole Hangul syllables among themselves.
 */
const joining =
  /[^\x00-\u02ff\u0370-\u0482\u048a-\u058f\u3041-\u3096\u30a1-\u30fa\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3]/g;

/** Whether every UTF-16 unit of the text is a character of its own. */
export function isPlain(text: string): boolean {
  joining.lastIndex = 0;
  return !joining.test(text);
}

/**
 * Calls `each` with every cluster in order; CR LF is two. `looksAt` is told how many units the segmenter is shown, before
 * it is: that is dear.
 */
export function eachSegment(
  text: string,
  each: (segment: string) => void,
  looksAt: (units: number) => void = () => {},
): void {
  let at = 0;
  while (at < text.length) {
    joining.lastIndex = at;
    const next = joining.exec(text)?.index ?? text.length;
    // The last plain unit may carry what follows it.
    const plainEnd = next === text.length ? next : next - 1;
    while (at < plainEnd) each(text[at++]!);
    if (next < text.length) at = joined(text, at, each, looksAt);
  }
}

/** The clusters from `start` up to where plain text goes on; returns that place. */
function joined(
  text: string,
  start: number,
  each: (segment: string) => void,
  looksAt: (units: number) => void,
): number {
  let at = start;
  let length = PIECE;
  while (at < text.length) {
    looksAt(Math.min(length, text.length - at));
    const clusters = clustersOf(text, at, length);
    for (const cluster of clusters) {
      if (cluster === "\r\n") [..."\r\n"].forEach(each);
      else each(cluster);
      at += cluster.length;
    }
    // None: one cluster fills the piece, look at more of it.
    length = clusters.length === 0 ? 2 * length : PIECE;
    if (length === PIECE && isPlain(text.slice(at, at + PIECE))) return at;
  }
  return at;
}

/** The clusters at the start of a piece that are surely whole. */
function clustersOf(text: string, at: number, length: number): string[] {
  const cutsPair = /[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(at + length - 1, at + length + 1));
  const end = Math.min(text.length, at + length + (cutsPair ? 1 : 0));
  const piece = text.slice(at, end);
  const cut = end < text.length;
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  if (length > PIECE) {
    // A long piece is there for its first cluster: each step through the rest would copy all of it.
    const first = segmenter.segment(piece).containing(0)?.segment ?? piece;
    return cut && first.length === piece.length ? [] : [first];
  }
  const clusters = Array.from(segmenter.segment(piece), (s) => s.segment);
  if (cut) clusters.pop();
  return clusters;
}
