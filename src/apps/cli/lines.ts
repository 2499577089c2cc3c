// A stream of bytes as lines of text. Lines are handed on as soon as they are complete and the stream waits meanwhile.
// A line that is too long is never held in memory: null stands for it.

const newline = 0x0a;

export async function* linesOf(input: AsyncIterable<Uint8Array>, mostBytes: number): AsyncGenerator<string | null> {
  let parts: Uint8Array[] = [];
  let size = 0;
  const line = (): string | null => {
    const text = size > mostBytes ? null : Buffer.concat(parts).toString("utf8").replace(/\r$/, "");
    parts = [];
    size = 0;
    return text;
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
