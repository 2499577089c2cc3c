// What a person sees as one character. Strings of ASCII (most data) need no segmentation; a CR LF pair counts as two
// in every string.

const ascii = /^[\x00-\x7f]*$/;
let segmenter: Intl.Segmenter | null | undefined;

export function isAscii(s: string): boolean {
  return ascii.test(s);
}

export function graphemes(s: string): string[] {
  if (isAscii(s)) return s.split("");
  if (segmenter === undefined)
    segmenter =
      typeof Intl === "object" && "Segmenter" in Intl ? new Intl.Segmenter("en", { granularity: "grapheme" }) : null;
  if (segmenter === null) return Array.from(s);
  const out: string[] = [];
  for (const { segment } of segmenter.segment(s)) {
    if (segment === "\r\n") out.push("\r", "\n");
    else out.push(segment);
  }
  return out;
}

export function graphemeCount(s: string): number {
  return isAscii(s) ? s.length : graphemes(s).length;
}
