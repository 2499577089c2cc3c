// Every attack there is, by kind.

import type { Attack } from "./attack.ts";
import { deep } from "./deep.ts";
import { endless } from "./endless.ts";
import { fileAttacks } from "./files.ts";
import { floods } from "./floods.ts";
import { forged } from "./forged.ts";
import { hostAttacks } from "./host.ts";
import { hungry } from "./hungry.ts";
import { modules } from "./modules.ts";
import { nestedAttacks } from "./nested.ts";
import { nosy } from "./nosy.ts";
import { webAttacks } from "./web.ts";

export const kinds = {
  ...{ endless, hungry, deep, floods, forged, nosy, modules },
  ...{ files: fileAttacks, web: webAttacks, nested: nestedAttacks, host: hostAttacks },
} satisfies Readonly<Record<string, readonly Attack[]>>;

export interface KnownAttack extends Attack {
  readonly kind: string;
}

export const attacks: readonly KnownAttack[] = Object.entries(kinds).flatMap(([kind, list]) =>
  list.map((attack) => ({ kind, ...attack })),
);

/** Whether a call ended as it must. `value` counts when it ended with one. */
export function isRight({ ends, says }: Attack, outcome: string, value: unknown, message: string): boolean {
  if (typeof ends === "object") return outcome === "value" && JSON.stringify(value) === JSON.stringify(ends.gives);
  return outcome === ends && message.includes(says ?? "");
}
