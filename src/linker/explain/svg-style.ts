// Colours and legend of the picture. Every colour has a word or a shape beside it, and stands out on both grounds; dark is
// chosen by the viewer's own setting.

import type { Card, Line } from "./scene.ts";

const health = { green: "#2da44e", pending: "#8c959f", flaky: "#bf8700", degraded: "#e16f24", red: "#cf222e" } as const;

const light = {
  ".ground": "fill:#fff",
  ".title": "fill:#1f2328",
  ".note": "fill:#59636e",
  ".card": "fill:#fff;stroke:#c4ccd4",
  ".card.base": "fill:#f3f5f7;stroke:#aab3bc",
  ".card.asked": "stroke:#0969da;stroke-width:2",
  ".card.request,.card.entry": "fill:#ddf4ff;stroke:#54aeff",
  ".card.skill": "fill:#fbefff;stroke:#c297ff",
  ".card.permission": "fill:#fff8c5;stroke:#d4a72c",
  ".name": "fill:#1f2328",
  ".name.skill": "fill:#6639ba",
  ".name.permission": "fill:#633c01",
  ".name.request,.name.entry": "fill:#0550ae",
  ".line": "stroke:#8c959f",
  ".line.about": "stroke:#a475f9",
  ".line.needs": "stroke:#bf8700",
  ".line.asks": "stroke:#218bff",
  ".tip": "fill:#8c959f",
  ".size": "fill:#afb8c1",
};

const dark: Partial<typeof light> = {
  ".ground": "fill:#0d1117",
  ".title": "fill:#f0f6fc",
  ".note": "fill:#9da7b3",
  ".card": "fill:#161b22;stroke:#444c56",
  ".card.base": "fill:#21262d;stroke:#656c76",
  ".card.asked": "stroke:#58a6ff;stroke-width:2",
  ".card.request,.card.entry": "fill:#0c2d6b;stroke:#388bfd",
  ".card.skill": "fill:#271052;stroke:#8957e5",
  ".card.permission": "fill:#341a00;stroke:#9e6a03",
  ".name": "fill:#f0f6fc",
  ".name.skill": "fill:#e2c5ff",
  ".name.permission": "fill:#f2cc60",
  ".name.request,.name.entry": "fill:#a5d6ff",
  ".line": "stroke:#6e7681",
  ".tip": "fill:#6e7681",
  ".size": "fill:#57606a",
};

const shapes = {
  ".title": "font:600 17px system-ui,'Segoe UI',Helvetica,Arial,sans-serif",
  ".note": "font:11px system-ui,'Segoe UI',Helvetica,Arial,sans-serif",
  ".name": "font:600 13px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace",
  ".name.permission": "font-size:11px;font-weight:400",
  ".line": "fill:none;stroke-width:1.4;marker-end:url(#tip)",
  ".line.about": "stroke-dasharray:4 3",
  ".line.needs": "stroke-dasharray:1.5 3",
};

const rules = (all: Readonly<Record<string, string>>): string =>
  Object.entries(all)
    .map(([selector, declarations]) => `${selector}{${declarations}}`)
    .join("");

export const style = [
  rules(shapes),
  rules(light),
  rules(Object.fromEntries(Object.entries(health).map(([name, colour]) => [`.health.${name}`, `fill:${colour}`]))),
  `@media (prefers-color-scheme:dark){${rules(dark)}}`,
].join("");

interface LegendItem {
  /** Drawn left of its words, within 18 by 12 above the line. */
  readonly mark: string;
  readonly words: string;
  readonly when: (cards: readonly Card[], lines: readonly Line[]) => boolean;
}

const box = (classes: string, radius: number) =>
  `<rect class="card ${classes}" x="1" y="-10" width="15" height="12" rx="${radius}"/>`;
const dash = (kind: string) => `<path class="line ${kind}" d="M0 -4H16"/>`;

export const legendItems: readonly LegendItem[] = [
  { mark: box("asked", 4), words: "asked for", when: (cards) => cards.some((c) => c.asked) },
  { mark: box("base", 2), words: "base tool", when: (cards) => cards.some((c) => c.kind === "base") },
  { mark: box("skill", 4), words: "skill", when: (cards) => cards.some((c) => c.kind === "skill") },
  { mark: box("permission", 6), words: "permission", when: (cards) => cards.some((c) => c.kind === "permission") },
  ...(Object.keys(health) as (keyof typeof health)[]).map((name) => ({
    mark: `<rect class="health ${name}" x="7" y="-11" width="4" height="13" rx="2"/>`,
    words: name,
    when: (cards: readonly Card[]) => cards.some((c) => c.health === name),
  })),
  {
    mark: '<rect class="size" x="1" y="-5" width="15" height="2.5" rx="1"/>',
    words: "share of tokens",
    when: (cards) => cards.some((c) => c.tokens > 0),
  },
  { mark: dash("uses"), words: "uses", when: (_, lines) => lines.some((l) => l.kind === "uses") },
];
