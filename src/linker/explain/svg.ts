// The image drawn: SVG that stands alone, readable on light and dark, with words for those who cannot see it. Names are set
// in a font of fixed width, so that boxes fit without measuring text.

import type { LinkTrace } from "../link.ts";
import { type Box, layOut, type Point } from "./layout.ts";
import { type Card, type CardKind, type Scene, sceneOf } from "./scene.ts";
import { legendItems, style } from "./svg-style.ts";

const MARGIN = 28;
const HEAD = 58;
const LEGEND = 40;
const NAME_WIDTH = 7.9;
const NOTE_WIDTH = 6.2;
const LONGEST_NAME = 34;
const heights: Readonly<Record<CardKind, number>> = {
  request: 32,
  entry: 46,
  composed: 46,
  base: 46,
  skill: 46,
  permission: 26,
};

export async function svgOf(trace: LinkTrace): Promise<string> {
  const scene = sceneOf(trace);
  const layout = await layOut(scene, sizesOf(scene));
  const head = headOf(trace);
  const most = Math.max(1, ...scene.cards.map((card) => card.tokens));
  const legend = legendOf(scene);
  const width = Math.ceil(Math.max(layout.width, legend.width, head.note.length * NOTE_WIDTH, 300) + 2 * MARGIN);
  const height = Math.ceil(HEAD + layout.height + LEGEND + 2 * MARGIN);
  const left = (width - layout.width) / 2;
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title desc">`,
    `<title id="title">${text(head.title)}</title>`,
    `<desc id="desc">${text(wordsOf(scene))}</desc>`,
    `<style>${style}</style>`,
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path class="tip" d="M0 0.8 7.5 4 0 7.2z"/></marker></defs>',
    `<rect class="ground" width="${width}" height="${height}"/>`,
    `<text class="title" x="${MARGIN}" y="${MARGIN + 16}">${text(head.title)}</text>`,
    `<text class="note" x="${MARGIN}" y="${MARGIN + 37}">${text(head.note)}</text>`,
    `<g transform="translate(${round(left)} ${MARGIN + HEAD})">`,
    ...layout.ways.map(({ line, points }) => `<path class="line ${line.kind}" d="${curve(points)}"/>`),
    ...scene.cards.map((card) => drawn(card, layout.boxes.get(card.id)!, most, scene)),
    "</g>",
    `<g transform="translate(${MARGIN} ${height - MARGIN - 6})">${legend.items.join("")}</g>`,
    "</svg>",
  ].join("\n")}\n`;
}

function headOf(trace: LinkTrace): { readonly title: string; readonly note: string } {
  const { bundle, resolved } = trace;
  const wanted = resolved.closure.roots.map((root) => root.ref);
  const names = [...new Set([...(trace.input.entry === undefined ? [] : [trace.input.entry.file]), ...wanted])];
  const shown = names.length <= 4 ? names.join(", ") : `${names.slice(0, 3).join(", ")} and ${names.length - 3} more`;
  if (bundle === null) return { title: shown, note: "not linked" };
  const { tokens } = bundle;
  const counts = [
    `${bundle.visible.length} visible`,
    `${bundle.hidden.length} hidden`,
    `${bundle.skills.length} skill${bundle.skills.length === 1 ? "" : "s"}`,
    `prompt ${tokens.total} tokens${tokens.budget === null ? "" : ` of ${tokens.budget}`}`,
    bundle.digest.slice(0, 19),
  ];
  return { title: shown, note: counts.join("  ·  ") };
}

function sizesOf({ cards }: Scene): ReadonlyMap<string, { readonly width: number; readonly height: number }> {
  const widths = new Map<CardKind, number>();
  for (const card of cards) {
    const own = Math.max(shortName(card).length * NAME_WIDTH, noteOf(card).length * NOTE_WIDTH) + 30;
    const kind = card.kind === "base" ? "composed" : card.kind;
    widths.set(kind, Math.max(widths.get(kind) ?? 90, own));
  }
  return new Map(
    cards.map(({ id, kind }) => {
      const width = Math.ceil(widths.get(kind === "base" ? "composed" : kind)!);
      return [id, { width, height: heights[kind] }];
    }),
  );
}

function shortName({ name }: Card): string {
  return name.length <= LONGEST_NAME ? name : `${name.slice(0, LONGEST_NAME - 1)}…`;
}

function noteOf({ kind, version, tokens, helpers, health }: Card): string {
  if (kind === "request" || kind === "permission") return "";
  const parts = [
    version ?? "",
    kind === "base" ? "base tool" : `${tokens} tokens`,
    helpers === 0 ? "" : `${helpers} helper${helpers === 1 ? "" : "s"}`,
    health === null || health === "green" ? "" : health,
  ];
  return parts.filter((part) => part !== "").join(" · ");
}

function drawn(card: Card, { x, y, width, height }: Box, most: number, scene: Scene): string {
  const { kind, health, tokens } = card;
  const radius = kind === "base" ? 3 : kind === "request" || kind === "permission" ? height / 2 : 9;
  const words = `<title>${text(`${card.name}${noteOf(card) === "" ? "" : `: ${noteOf(card)}`}. ${relations(card, scene)}`.trim())}</title>`;
  const box = `<rect class="card ${kind}${card.asked ? " asked" : ""}" width="${width}" height="${height}" rx="${radius}"/>`;
  const isLow = noteOf(card) === "";
  const name = `<text class="name ${kind}" x="${isLow ? round(width / 2) : 16}" y="${isLow ? round(height / 2 + 4) : 19}"${isLow ? ' text-anchor="middle"' : ""}>${text(shortName(card))}</text>`;
  const note = isLow ? "" : `<text class="note" x="16" y="34">${text(noteOf(card))}</text>`;
  const stripe =
    health === null ? "" : `<rect class="health ${health}" x="6" y="9" width="4" height="${height - 18}" rx="2"/>`;
  const size = Math.max(2, Math.round(((width - 32) * tokens) / most));
  const bar = tokens === 0 ? "" : `<rect class="size" x="16" y="${height - 7}" width="${size}" height="2.5" rx="1"/>`;
  return `<g transform="translate(${round(x - width / 2)} ${round(y - height / 2)})">${words}${box}${stripe}${name}${note}${bar}</g>`;
}

/** "Asked for. Uses parse-csv and read_file." */
function relations(card: Card, { cards, lines }: Scene): string {
  const names = new Map(cards.map((c) => [c.id, c.name]));
  const verbs = { uses: "Uses", asks: "Asks for", about: "About", needs: "Needs" } as const;
  const sentences = (Object.keys(verbs) as (keyof typeof verbs)[]).flatMap((kind) => {
    const to = lines.filter((l) => l.from === card.id && l.kind === kind).map((l) => names.get(l.to)!);
    return to.length === 0 ? [] : [`${verbs[kind]} ${to.join(", ")}.`];
  });
  return [...(card.asked ? ["Asked for."] : []), ...sentences].join(" ");
}

function wordsOf(scene: Scene): string {
  return scene.cards
    .filter((card) => card.kind !== "permission")
    .map((card) => {
      const note = noteOf(card);
      return `${card.name}${note === "" ? "" : ` (${note})`}. ${relations(card, scene)}`.trim();
    })
    .join(" ");
}

function curve(points: readonly Point[]): string {
  const [first, ...rest] = points;
  let { x, y } = first!;
  let path = `M${round(x)} ${round(y)}`;
  for (const next of rest) {
    const middle = round((x + next.x) / 2);
    path += `C${middle} ${round(y)} ${middle} ${round(next.y)} ${round(next.x)} ${round(next.y)}`;
    ({ x, y } = next);
  }
  return path;
}

/** Only what is in the picture. */
function legendOf({ cards, lines }: Scene): { readonly items: readonly string[]; readonly width: number } {
  const items: string[] = [];
  let at = 0;
  for (const { mark, words, when } of legendItems) {
    if (!when(cards, lines)) continue;
    items.push(`<g transform="translate(${round(at)} 0)">${mark}<text class="note" x="22" y="0">${words}</text></g>`);
    at += 22 + words.length * NOTE_WIDTH + 16;
  }
  return { items, width: Math.max(0, at - 16) };
}

function round(n: number): number {
  return Math.round(n * 10) / 10;
}

function text(raw: string): string {
  return raw
    .replace(/[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "�")
    .replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]!);
}
