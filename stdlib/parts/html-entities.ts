// Character references of HTML: numbers, and the names of HTML 4 with the few later ones that pages use. Without a semicolon
// only the old Latin-1 names count, and in links not even those: ?a=1&copy=2 has a parameter called copy.

const latin1 =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";

const others =
  "apos ' OElig Œ oelig œ Scaron Š scaron š Zcaron Ž zcaron ž Yuml Ÿ fnof ƒ circ ˆ tilde ˜ Alpha Α Beta Β Gamma Γ Delta Δ Epsilon Ε Zeta Ζ Eta Η Theta Θ Iota Ι Kappa Κ Lambda Λ Mu Μ Nu Ν Xi Ξ Omicron Ο Pi Π Rho Ρ Sigma Σ Tau Τ Upsilon Υ Phi Φ Chi Χ Psi Ψ Omega Ω alpha α beta β gamma γ delta δ epsilon ε zeta ζ eta η theta θ iota ι kappa κ lambda λ mu μ nu ν xi ξ omicron ο pi π rho ρ sigmaf ς sigma σ tau τ upsilon υ phi φ chi χ psi ψ omega ω thetasym ϑ upsih ϒ piv ϖ ndash – mdash — horbar ― lsquo ‘ rsquo ’ sbquo ‚ ldquo “ rdquo ” bdquo „ dagger † Dagger ‡ bull • hellip … permil ‰ prime ′ Prime ″ lsaquo ‹ rsaquo › oline ‾ frasl ⁄ euro € image ℑ weierp ℘ real ℜ trade ™ alefsym ℵ larr ← uarr ↑ rarr → darr ↓ harr ↔ crarr ↵ lArr ⇐ uArr ⇑ rArr ⇒ dArr ⇓ hArr ⇔ forall ∀ part ∂ exist ∃ empty ∅ nabla ∇ isin ∈ notin ∉ ni ∋ prod ∏ sum ∑ minus − lowast ∗ radic √ prop ∝ infin ∞ ang ∠ and ∧ or ∨ cap ∩ cup ∪ int ∫ there4 ∴ sim ∼ cong ≅ asymp ≈ ne ≠ equiv ≡ le ≤ ge ≥ sub ⊂ sup ⊃ nsub ⊄ sube ⊆ supe ⊇ oplus ⊕ otimes ⊗ perp ⊥ sdot ⋅ lceil ⌈ rceil ⌉ lfloor ⌊ rfloor ⌋ lang ⟨ rang ⟩ loz ◊ spades ♠ clubs ♣ hearts ♥ diams ♦ check ✓ cross ✗ star ☆ starf ★ phone ☎ num # excl ! quest ? comma , period . colon : semi ; lpar ( rpar ) lsqb [ rsqb ] lcub { rcub } sol / bsol \\ verbar | vert | commat @ dollar $ percnt % ast * plus + equals = lowbar _ grave ` hyphen ‐ dash ‐ nldr ‥ mldr … rarrw ↝ checkmark ✓ copysr ℗ numero №";

const invisible =
  "ensp 2002 emsp 2003 thinsp 2009 hairsp 200a numsp 2007 puncsp 2008 zwnj 200c zwj 200d lrm 200e rlm 200f NoBreak 2060 ZeroWidthSpace 200b Tab 9 NewLine a";

const pairs = (text: string): readonly (readonly [string, string])[] =>
  [...text.matchAll(/(\S+) (\S+)/g)].map(([, name, value]) => [name!, value!] as const);

/** Known without a semicolon. */
const old: ReadonlyMap<string, string> = new Map([
  ...latin1.split(" ").map((name, i) => [name, String.fromCharCode(160 + i)] as const),
  ...["amp", "AMP"].map((name) => [name, "&"] as const),
  ...["lt", "LT"].map((name) => [name, "<"] as const),
  ...["gt", "GT"].map((name) => [name, ">"] as const),
  ...["quot", "QUOT"].map((name) => [name, '"'] as const),
]);

const named: ReadonlyMap<string, string> = new Map([
  ...old,
  ...pairs(others),
  ...pairs(invisible).map(([name, code]) => [name, String.fromCharCode(Number.parseInt(code, 16))] as const),
]);

/** What browsers make of 128 to 159: the characters of Windows-1252. */
const windows = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

export function decodeEntities(text: string, inAttribute = false): string {
  if (!text.includes("&")) return text;
  return text.replace(
    /&(?:#[xX]([0-9a-fA-F]+)|#(\d+)|([A-Za-z][A-Za-z0-9]*))(;?)(=?)/g,
    (all: string, hex: string | undefined, decimal: string | undefined, name: string, end: string, equals: string) => {
      if (hex !== undefined) return characterOf(Number.parseInt(hex, 16)) + equals;
      if (decimal !== undefined) return characterOf(Number.parseInt(decimal, 10)) + equals;
      if (end === "" && inAttribute) return all;
      const found = (end === "" ? old : named).get(name);
      return found === undefined ? all : found + equals;
    },
  );
}

function characterOf(code: number): string {
  if (code >= 128 && code <= 159) return windows[code - 128]!;
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : "\ufffd";
}
