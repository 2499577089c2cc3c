// The store itself: reads, writes, everything out and everything in.

import type { Store } from "../../registry/store.ts";
import { refuseUnsound } from "../unsound.ts";
import { exportFrom } from "./export.ts";
import type { Frames } from "./framed.ts";
import { importInto } from "./import.ts";
import { verifyOn } from "./verify.ts";

export function storeOn(frames: Frames, close: () => Promise<void>): Store {
  return {
    read: (work) => frames.read((reader) => work(reader)),
    write: (work) => frames.write((writer) => work(writer)),
    exportAll: () => frames.read((_, connection) => exportFrom(connection)),
    async importAll(all) {
      refuseUnsound(all);
      await frames.write((_, connection) => importInto(connection, all));
    },
    verify: () => frames.read((_, connection) => verifyOn(connection)),
    close,
  };
}
