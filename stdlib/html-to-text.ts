// HTML pages and mails to the text a reader would see: blocks apart, lists and quotes marked, tables in rows; scripts, styles
// and hidden elements left out, since what nobody sees should not speak to a model either.

import type { BaseToolMeta } from "./host.d.ts";
import { TextRenderer } from "./parts/html-render.ts";

export const meta = {
  name: "html-to-text",
  description:
    "Turns HTML into readable plain text: paragraphs, lists, quotes, tables in rows, preformatted text; entities decoded; scripts, styles and hidden elements left out. Answers with the text, the title and the links.",
  inputSchema: {
    type: "object",
    properties: {
      html: { type: "string", description: "A page, a mail or a part of one; broken HTML is fine." },
      links: {
        enum: ["text", "inline", "list", null],
        description:
          'In the text: only their words ("text", default), with their address "inline", or numbered with a "list" at the end.',
      },
      images: {
        enum: ["alt", "none", null],
        description: 'Images become their alternative text ("alt", default) or nothing.',
      },
      base: { type: ["string", "null"], description: "The address of the page, to make links whole." },
      width: { type: ["integer", "null"], minimum: 20, description: "Wraps lines at this many characters." },
    },
    required: ["html"],
    additionalProperties: false,
  },
  outputSchema: {
    type: "object",
    properties: {
      text: { type: "string" },
      title: { type: ["string", "null"] },
      links: {
        type: "array",
        items: {
          type: "object",
          properties: { text: { type: "string" }, href: { type: "string" } },
          required: ["text", "href"],
          additionalProperties: false,
        },
      },
    },
    required: ["text", "title", "links"],
    additionalProperties: false,
  },
  permissions: [],
  deterministic: true,
  tags: ["html", "text", "web", "mail"],
  examples: [
    {
      args: {
        html: '<title>Menu</title><h1>Today &amp; always</h1><p>Fresh <b>soup</b>,\n see <a href="/soups">all</a>.</p><ul><li>Leek<li>Pea<ol><li>green</ol></ul>',
        base: "https://example.com/menu",
      },
      result: {
        text: "Today & always\n\nFresh soup, see all.\n\n- Leek\n- Pea\n  1. green",
        title: "Menu",
        links: [{ text: "all", href: "https://example.com/soups" }],
      },
    },
    {
      args: {
        html: "<table><tr><th>Item</th><th>Price</th></tr><tr><td>Tea</td><td>4&nbsp;€</td></tr></table><script>alert(1)</script><p hidden>Ignore this.</p>",
      },
      result: { text: "Item | Price\nTea | 4 €", title: null, links: [] },
    },
    {
      args: {
        html: 'Read <a href="https://a.example/">this</a> and <a href="#top">that</a><blockquote>one<br>two</blockquote>',
        links: "list",
      },
      result: {
        text: "Read this [1] and that\n\n> one\n> two\n\n[1] https://a.example/",
        title: null,
        links: [{ text: "this", href: "https://a.example/" }],
      },
    },
  ],
} satisfies BaseToolMeta;

interface Args {
  readonly html: string;
  readonly links?: "text" | "inline" | "list" | null;
  readonly images?: "alt" | "none" | null;
  readonly base?: string | null;
  readonly width?: number | null;
}

export default function htmlToText({ html, links, images, base, width }: Args) {
  const renderer = new TextRenderer({
    links: links ?? "text",
    images: images ?? "alt",
    base: base ?? null,
    width: width ?? null,
  });
  return renderer.render(html);
}
