// Words that carry a sentence and say nothing of what is wanted: English function words, and how people put a request.
// In a small catalogue with terse descriptions such words are rare, so rarity alone would make them count most.

const grammar = `
a about above after again all also am an and any are as at be because been before being below between both but by can
cannot could did do does doing down during each either else ever every few for from further had has have having he her
here hers him his how however i if in into is it its itself just let ll m me might mine more most must my myself no nor
not of off on once only or other our ours out over own per please quite rather re s same shall she should since so some
such t than that the their theirs them then there these they this those though through thus to too under until up upon
us ve very was we were what when where whether which while who whom whose why will with within without would yet you
your yours yourself`;

const requests = `
want need like help know tell give show looking look using use used get make provide thank thanks hi hello hey assist
assistance able kindly wondering wonder trying try interested possible specific certain various different really much
many lot bit well good great best new one two first second next finally additionally furthermore moreover lastly
following`;

const words: ReadonlySet<string> = new Set(`${grammar} ${requests}`.trim().split(/\s+/));

export function isFunctionWord(word: string): boolean {
  return words.has(word);
}
