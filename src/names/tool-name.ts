// How a tool may be called, wherever it comes from: the name must read as one word in (tool/name {…}).

const NAME = /^[A-Za-z][A-Za-z0-9]*([-_][A-Za-z0-9]+)*$/;
const LONGEST = 64;

export const toolNameRule = `letters and digits in words joined by - or _, at most ${LONGEST} characters, starting with a letter.`;

export function isToolName(name: unknown): boolean {
  return typeof name === "string" && name.length <= LONGEST && NAME.test(name);
}
