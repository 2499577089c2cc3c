// Which words are names. Keywords are stricter than symbols: no `/` and no `.`, because PTC-Lisp keywords have no
// namespaces. Both take letters, digits, marks and pictures of any script; operators and punctuation beyond ASCII are
// refused with the ASCII spelling, since they are nearly always pasted by accident.

export interface BadName {
  readonly message: string;
  readonly hint: string;
}

const keywordName = /^[A-Za-z0-9+\-*<>=?!_]+$/;
const asciiKeyword = /[A-Za-z0-9+\-*<>=?!_]/;
const asciiSymbol = /[A-Za-z0-9*+!_?<>=%&$|.\-/']/;

const ascii = new Map([
  ["≠", "not="],
  ["≤", "<="],
  ["≥", ">="],
  ["×", "*"],
  ["÷", "/"],
  ["−", "-"],
  ["–", "-"],
  ["—", "-"],
  ["→", "->"],
  ["‘", '"'],
  ["’", '"'],
  ["«", '"'],
  ["»", '"'],
  ["…", "..."],
]);

/** Can the reader read `:name`? */
export function isKeywordName(name: string): boolean {
  return (
    keywordName.test(name) || (name.length > 0 && [...name].every((c) => asciiKeyword.test(c) || isOfSomeScript(c)))
  );
}

/** What is wrong with the word after a keyword's first colon; null when it is fine. */
export function checkKeyword(word: string): BadName | null {
  if (isKeywordName(word)) return null;
  const written = `:${shorten(word)}`;
  if (word.startsWith(":")) {
    const plain = keywordOf(word);
    return { message: `\`${written}\`: keywords have no namespaces.`, hint: `Use one colon: :${shorten(plain)}.` };
  }
  if (/^[^/]+\/[^/]+$/.test(word))
    return { message: `\`${written}\`: keywords have no namespaces.`, hint: `Use :${shorten(keywordOf(word))}.` };
  if (word.endsWith(":"))
    return {
      message: `\`${written}\` ends with a colon.`,
      hint: `A keyword has one colon, in front: :${shorten(keywordOf(word))}.`,
    };
  const bad = firstBad(word, asciiKeyword);
  const paths = shorten(
    word
      .split(".")
      .map((k) => `:${k}`)
      .join(" "),
  );
  return {
    message: `\`${written}\` is not a keyword: it contains ${described(bad)}.`,
    hint: ascii.has(bad)
      ? `Write ${ascii.get(bad)} instead of ${bad}.`
      : bad === "."
        ? `Write :${shorten(keywordOf(word))}; a path of keys is read with (get-in m [${paths}]).`
        : `Keywords are made of letters, digits and + - * < > = ? ! _, for example :${shorten(keywordOf(word))}.`,
  };
}

/** The nearest keyword name: every run of other characters becomes one hyphen. */
export function keywordOf(word: string): string {
  const name = [...word].map((c) => (asciiKeyword.test(c) || isOfSomeScript(c) ? c : "/")).join("");
  return name.replace(/^\/+|\/+$/g, "").replace(/\/+/g, "-") || "x";
}

/** What is wrong with a symbol; null when it is fine. */
export function checkSymbol(word: string): BadName | null {
  if (word === "/=") return { message: "`/=` is not a name.", hint: "Not equal is written not=." };
  if (/^[+-]?\.[0-9]/.test(word))
    return {
      message: `\`${shorten(word)}\` is not a number.`,
      hint: `Write a digit before the point: ${shorten(word.replace(".", "0."))}.`,
    };
  const bad = firstBad(word, asciiSymbol);
  if (bad !== "") return checkCharacter(word, bad);
  if (word.startsWith("/") && word !== "/")
    return { message: `\`${shorten(word)}\` starts with a slash.`, hint: "Names are written name or namespace/name." };
  if (word.endsWith("/") && word !== "/" && !/[^/]\/\/$/.test(word))
    return {
      message: `\`${shorten(word)}\` lacks the name after the slash.`,
      hint: `Write ${shorten(word)}name, such as data/items or str/join.`,
    };
  return null;
}

function checkCharacter(word: string, bad: string): BadName {
  if (bad === ":")
    return {
      message: `\`${shorten(word)}\`: a name cannot contain a colon.`,
      hint: word.endsWith(":")
        ? `A keyword has its colon in front, and maps need no colon between key and value: {:${shorten(keywordOf(word))} 1}.`
        : "Put a space before the keyword.",
    };
  if (bad === "#")
    return {
      message: `\`${shorten(word)}\`: a name cannot contain \`#\`.`,
      hint: "Remove the `#`; comments start with `;`.",
    };
  const plain = ascii.get(bad);
  return {
    message: `Unexpected ${described(bad)}${word === bad ? "" : ` in \`${shorten(word)}\``}.`,
    hint: plain !== undefined ? `Write ${plain} instead of ${bad}.` : "Remove it or put it into a string.",
  };
}

function isOfSomeScript(c: string): boolean {
  // Written here and not above: building the classes of \p takes time that only words beyond ASCII should pay.
  return c > "\x7f" && /^[\p{L}\p{N}\p{M}\p{So}\p{Sc}\p{Sk}]$/u.test(c);
}

function firstBad(word: string, ok: RegExp): string {
  return [...word].find((c) => !ok.test(c) && !isOfSomeScript(c)) ?? "";
}

function described(c: string): string {
  const code = (c.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return /^[\p{C}\p{Z}\p{M}]/u.test(c)
    ? `the invisible character U+${code}`
    : c > "\x7f"
      ? `\`${c}\` (U+${code})`
      : `\`${c}\``;
}

function shorten(word: string): string {
  return word.length <= 40 ? word : `${word.slice(0, 39)}…`;
}
