// HTML text to tags and text, as forgiving as browsers are: no input is an error. Comments, doctypes and processing
// instructions are left out; what stands in scripts and the like is not looked at.

import { decodeEntities } from "./html-entities.ts";

export type HtmlToken =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "open"; readonly name: string; readonly attributes: ReadonlyMap<string, string> }
  | { readonly kind: "close"; readonly name: string };

/** Elements whose content is text up to their end tag: of the first kind nobody sees it, of the second it is shown. */
const unseen: ReadonlySet<string> = new Set(["script", "style", "iframe", "noembed", "noframes", "noscript", "xmp"]);
const textual: ReadonlySet<string> = new Set(["title", "textarea"]);

export function* htmlTokens(html: string): Iterable<HtmlToken> {
  let at = 0;
  while (at < html.length) {
    const tag = html.indexOf("<", at);
    if (tag < 0) {
      yield { kind: "text", text: decodeEntities(html.slice(at)) };
      return;
    }
    if (tag > at) yield { kind: "text", text: decodeEntities(html.slice(at, tag)) };
    const next = html[tag + 1] ?? "";
    if (/[A-Za-z]/.test(next)) {
      const opened = openTag(html, tag);
      yield opened.token;
      at = opened.end;
      const { name } = opened.token;
      if (!unseen.has(name) && !textual.has(name)) continue;
      const end = endOf(html, name, at);
      if (textual.has(name)) yield { kind: "text", text: decodeEntities(html.slice(at, end)) };
      at = end;
    } else if (next === "/" && /[A-Za-z]/.test(html[tag + 2] ?? "")) {
      const name = /[^\s/>]+/y;
      name.lastIndex = tag + 2;
      yield { kind: "close", name: name.exec(html)![0].toLowerCase() };
      at = after(html, ">", tag);
    } else if (/[!?/]/.test(next)) at = afterComment(html, tag);
    else {
      yield { kind: "text", text: "<" };
      at = tag + 1;
    }
  }
}

type Opened = { readonly token: Extract<HtmlToken, { kind: "open" }>; readonly end: number };

function openTag(html: string, start: number): Opened {
  const name = /[^\s/>]+/y;
  name.lastIndex = start + 1;
  const word = name.exec(html)![0].toLowerCase();
  const attributes = new Map<string, string>();
  if (html[name.lastIndex] === ">") return { token: { kind: "open", name: word, attributes }, end: name.lastIndex + 1 };
  const attribute = /[\s/]*([^\s/>=][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*)))?/y;
  attribute.lastIndex = name.lastIndex;
  let end = name.lastIndex;
  for (let found = attribute.exec(html); found !== null; found = attribute.exec(html)) {
    const [, key = "", double, single, plain] = found;
    if (!attributes.has(key.toLowerCase()))
      attributes.set(key.toLowerCase(), decodeEntities(double ?? single ?? plain ?? "", true));
    end = attribute.lastIndex;
  }
  return { token: { kind: "open", name: word, attributes }, end: after(html, ">", end) };
}

function after(html: string, sign: string, from: number): number {
  const found = html.indexOf(sign, from);
  return found < 0 ? html.length : found + sign.length;
}

function afterComment(html: string, start: number): number {
  if (html.startsWith("<!-->", start)) return start + 5;
  if (html.startsWith("<!--", start)) return after(html, "-->", start + 4);
  if (html.startsWith("<![CDATA[", start)) return after(html, "]]>", start);
  return after(html, ">", start);
}

function endOf(html: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}(?=[\\s/>])`, "gi");
  closing.lastIndex = from;
  return closing.exec(html)?.index ?? html.length;
}
