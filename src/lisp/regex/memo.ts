// Remembered failures: which (choice point, position) pairs a search has entered. A depth-first search that comes to
// such a pair a second time has already failed there or is still inside it, so it can turn back at once; that makes
// patterns like (a+)+$ linear. Pages appear as positions are touched, and forgetting is always safe.

import { charge } from "../meter.ts";

const pageBits = 8;
const pageMask = (1 << pageBits) - 1;
const maxBytes = 64 * 1024 ** 2;

export class Memo {
  private readonly pages: (Int32Array | undefined)[] = [];
  private bytes = 0;

  constructor(
    private readonly marks: number,
    /** Off until a search proves to need it. */
    public on: boolean,
  ) {}

  /** Whether the pair was entered before; it is from now on. */
  visit(mark: number, pos: number): boolean {
    const page = this.pages[pos >> pageBits] ?? this.newPage(pos >> pageBits);
    if (page === null) return false;
    const index = (pos & pageMask) * this.marks + mark;
    const bit = 1 << (index & 31);
    const held = page[index >> 5]!;
    if ((held & bit) !== 0) return true;
    page[index >> 5] = held | bit;
    return false;
  }

  private newPage(at: number): Int32Array | null {
    const size = this.marks << (pageBits - 5);
    this.bytes += size * 4 + 64;
    if (this.bytes > maxBytes) return null; // from here on the search only pays fuel
    charge(size * 4 + 64);
    const page = new Int32Array(size);
    while (this.pages.length < at) this.pages.push(undefined);
    this.pages[at] = page;
    return page;
  }
}
