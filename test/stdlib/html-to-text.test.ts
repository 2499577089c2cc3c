// html-to-text beyond its examples: blocks, lists, tables, blanks, entities, links, and HTML that nobody would write.

import { describe, expect, test } from "vitest";
import { withBaseTools } from "./base-tools.ts";

const tools = withBaseTools();
interface Page {
  readonly text: string;
  readonly title: string | null;
  readonly links: readonly { readonly text: string; readonly href: string }[];
}
const page = async (html: string, options: object = {}) =>
  (await tools.call("html-to-text", { html, ...options })) as Page;

describe("text", () => {
  test.each([
    ["blanks collapse", "<p> a\n\n b <b> c </b> d</p>", "a b c d"],
    ["words stay joined over tags", "a<b>b</b>c <i>d</i>", "abc d"],
    ["paragraphs stand apart", "<p>a<p>b</p>c", "a\n\nb\n\nc"],
    ["divs are lines", "<div>a<div>b</div></div>c", "a\nb\nc"],
    ["breaks", "a<br>b<br/><br>c", "a\nb\n\nc"],
    ["many breaks are one empty line", "a<br><br><br><br>b", "a\n\nb"],
    ["headings", "<h1>A</h1>b<h2>C</h2>", "A\n\nb\n\nC"],
    ["a rule", "a<hr>b", "a\n\n---\n\nb"],
    ["preformatted", "<pre>\n  a\n\n\n    b  c\n</pre>d", "  a\n\n\n    b  c\n\nd"],
    ["code in lines", "<pre><div>a</div><div>b</div></pre>", "a\nb"],
    ["quotes in quotes", "<blockquote>a<p>b</p><blockquote>c</blockquote></blockquote>d", "> a\n>\n> b\n>\n> > c\n\nd"],
    ["short quotes", "say <q>hi</q>.", "say “hi”."],
    ["images", 'a <img src=x alt="a cat"> b <img src=y>', "a a cat b"],
    ["definitions", "<dl><dt>a<dd>b<dt>c<dd>d</dl>", "a\n  b\nc\n  d"],
    [
      "a form",
      "<form><label>Name <input value=x></label><select><option>a</select><button>Go</button></form>",
      "Name Go",
    ],
    ["a less-than sign", "1 < 2 <3 a<b c", "1 < 2 <3 a"],
    ["nothing", "", ""],
    ["only markup", "<div><p></p><br></div>", ""],
    ["no-break spaces and soft hyphens", "a&nbsp;&nbsp;b&shy;c&#8203;d", "a  bcd"],
  ])("%s", async (_, html, expected) => {
    expect((await page(html)).text).toBe(expected);
  });

  test.each([
    ["numbers", "<ol start=3><li>a<li value=9>b<li>c</ol>", "3. a\n9. b\n10. c"],
    ["nested", "<ul><li>a<ul><li>b</li><li>c</li></ul></li><li>d</li></ul>", "- a\n  - b\n  - c\n- d"],
    ["several paragraphs", "<ul><li><p>a</p><p>b</p></li><li>c</li></ul>", "- a\n\n  b\n\n- c"],
    ["an empty item", "<ul><li></li><li>b</li></ul>", "-\n- b"],
    ["between text", "a<ul><li>b</ul>c", "a\n\n- b\n\nc"],
    ["items without a list", "<li>a<li>b", "- a\n- b"],
  ])("lists: %s", async (_, html, expected) => {
    expect((await page(html)).text).toBe(expected);
  });

  test("tables", async () => {
    const html = "<table><caption>T</caption><thead><tr><th>a<th>b<tbody><tr><td><p>1</p><td>2</table>x";
    expect((await page(html)).text).toBe("T\na | b\n1 | 2\n\nx");
    expect((await page("<table><tr><td>a<p>b</td><td>c</td></tr><tr><td>d<td>e</table>")).text).toBe(
      "a\n\nb\n\nc\nd | e",
    );
    expect((await page("<table><tr><td>a</td><td></td><td>c</td></tr></table>")).text).toBe("a | | c");
  });

  test("wrapped lines keep their margin", async () => {
    const words = "aaaa bbbb cccc dddd eeee";
    expect(
      (await page(`<ul><li>${words}</ul><blockquote>${words}</blockquote><pre>${words}</pre>`, { width: 20 })).text,
    ).toBe(`- aaaa bbbb cccc\n  dddd eeee\n\n> aaaa bbbb cccc\n> dddd eeee\n\n${words}`);
    expect((await page(`${"x".repeat(30)} y`, { width: 20 })).text).toBe(`${"x".repeat(30)}\ny`);
  });
});

describe("what nobody sees", () => {
  test.each([
    ["<script>if (a</b>) '<p>x</p>'</script>a"],
    ["<style>p { }</style>a<!-- b --><!-- > --><!---->"],
    ["<head><title>t</title><meta x></head><body>a"],
    ['a<div style="color:red; display : none">b<div>c</div></div>'],
    ["a<span hidden>b<span>c</span></span>"],
    ["<noscript>b</noscript><template>c</template>a<svg><text>d</text></svg>"],
    ["a<p hidden>b<p hidden>c"],
    ["<!doctype html><?xml x?>a<![CDATA[b]]>"],
    ["a<script>never closed"],
    ["a<div"],
    ["a</ x></div></p>"],
  ])("%s", async (html) => {
    expect((await page(html)).text).toBe("a");
  });
});

describe("entities", () => {
  test.each([
    ["&lt;p&gt; &amp;amp; &quot;&apos;", "<p> &amp; \"'"],
    ["&#65;&#x42;&#X43; &#128; &#0; &#xD800; &#1114112;", "ABC € \ufffd \ufffd \ufffd"],
    ["&euro;&hellip;&Auml;&alpha;&rarr;&nosuch; &", "€…Äα→&nosuch; &"],
    ["&copy 2024 AT&T &ampx", "© 2024 AT&T &ampx"],
    ["&#65 &#x42", "A B"],
  ])("%s", async (html, expected) => {
    expect((await page(html)).text).toBe(expected);
  });
});

describe("links and title", () => {
  const html =
    "<title> A\n&amp; B </title><a href=\"x?a=1&copy=2&amp;b\">one <b>two</b></a>, <a href='javascript:x()'>no</a>, <a>none</a>";
  test("are answered beside the text", async () => {
    expect(await page(html)).toEqual({
      text: "one two, no, none",
      title: "A & B",
      links: [{ text: "one two", href: "x?a=1&copy=2&b" }],
    });
    expect((await page(html, { links: "inline" })).text).toBe("one two (x?a=1&copy=2&b), no, none");
    expect((await page('<a href="https://a.b/">https://a.b/</a>', { links: "inline" })).text).toBe("https://a.b/");
  });

  test.each([
    ["x", "https://a.b/c/x"],
    ["/x?y#z", "https://a.b/x?y#z"],
    ["../x/./y/../z/", "https://a.b/x/z/"],
    ["../../../x", "https://a.b/x"],
    ["?q", "https://a.b/c/d?q"],
    ["//h/x", "https://h/x"],
    ["mailto:a@b.c", "mailto:a@b.c"],
    [" HTTP://x ", "HTTP://x"],
  ])("%s is made whole", async (href, expected) => {
    expect((await page(`<a href="${href}">x</a>`, { base: "https://a.b/c/d?e" })).links[0]?.href).toBe(expected);
  });

  test("the page's own base wins", async () => {
    expect((await page('<base href="/z/"><a href="x">x</a>', { base: "https://a.b/c" })).links[0]?.href).toBe(
      "https://a.b/z/x",
    );
  });
});

test("deep and broken nesting ends well", async () => {
  const deep = 50_000;
  expect((await page(`${"<div>".repeat(deep)}a${"</div>".repeat(deep)}`)).text).toBe("a");
  expect((await page(`${"<b><p>".repeat(2_000)}a`)).text).toBe("a");
  expect((await page("<b>a<div>b</b>c</div>d")).text).toBe("a\nbc\nd");
});
