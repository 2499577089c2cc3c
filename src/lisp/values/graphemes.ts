// What a person sees as one character. Strings of ASCII (most data) need no segmentation; a CR LF pair counts as two
// in every string.

import { eachSegment, isPlain } from "../../base/segments.ts";
import { charge, isMetered, spendMany } from "../meter.ts";

const ascii = /^[\x00-\x7f]*$/;

export function isAscii(s: string): boolean {
  return ascii.test(s);
}

/** What segmentation costs more than a step or two: about 0.2 µs per UTF-16 unit. */
function paySegmentation(s: string): void {
  if (isMetered()) spendMany(s.length * 4);
}

/** Bytes the segmenter leaves behind for each unit it is shown. */
const SEGMENT_BYTES = 240;

function paySegments(units: number): void {
  if (isMetered()) charge(SEGMENT_BYTES * units);
}

export function graphemes(s: string): string[] {
  if (isAscii(s) || isPlain(s)) return s.split("");
  paySegmentation(s);
  const out: string[] = [];
  eachSegment(s, (segment) => out.push(segment), paySegments);
  return out;
}

export function graphemeCount(s: string): number {
  if (s.length > 1024 && isMetered()) spendMany(s.length >> 5);
  if (isAscii(s) || isPlain(s)) return s.length;
  paySegmentation(s);
  let n = 0;
  eachSegment(s, () => n++, paySegments);
  return n;
}
