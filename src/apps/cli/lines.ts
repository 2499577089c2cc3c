// A stream of bytes as lines of text. Lines are handed on as soon as they are complete and the stream waits meanwhile.
// A line that is too long is never held in memory.

import { isUtf8 } from "node:buffer";

const newline = 0x0a;

export type Line =
  | { readonly text: string }
  /** What is wrong with it, to follow "The line". */
  | { readonly refused: string };

export async function* linesOf(input: AsyncIterable<Uint8Array>, mostBytes: number): AsyncGenerator<Line> {
  let parts: Uint8Array[] = [];
  let size = 0;
  const line = (): Line => {
    const tooLong = size > mostBytes;
    const bytes = Buffer.concat(parts);
    parts = [];
    size = 0;
    if (tooLong) return { refused: `is longer than ${mostBytes / 1024 ** 2} MiB` };
    return isUtf8(bytes) ? { text: bytes.toString("utf8").replace(/\r$/, "") } : { refused: "is not UTF-8 text" };
  };
  const add = (part: Uint8Array): void => {
    size += part.length;
    if (size <= mostBytes) parts.push(part);
    else parts = [];
  };
  for await (const chunk of input) {
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      add(chunk.subarray(start, end));
      start = end + 1;
      yield line();
    }
    add(chunk.subarray(start));
  }
  if (size > 0) yield line();
}
