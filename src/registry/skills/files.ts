// The further files of a skill's folder as text. Most are text; what is not is kept as a data URL, and a text that looks like
// one is too, so that every folder comes back byte for byte.

const BINARY = "data:application/octet-stream;base64,";

export const fileBounds = { count: 200, characters: 2_000_000, path: 200 } as const;

/** Null when the path stays inside the folder and means the same on every system. */
export function filePathProblem(path: string): string | null {
  const shown = `"${path.slice(0, 80)}"`;
  if (path.length > fileBounds.path)
    return `has a file whose path is longer than ${fileBounds.path} characters: ${shown}.`;
  if (path === "SKILL.md") return "has SKILL.md among its further files.";
  const parts = path.split("/");
  if (/[\\:\u0000-\u001f]/.test(path) || parts.some((part) => part === "" || part === "." || part === ".."))
    return `has a file that is not inside its folder: ${shown}.`;
  return null;
}

export function fileText(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    if (!text.startsWith(BINARY) && !text.includes("\u0000")) return text;
  } catch {
    // Not UTF-8: kept as bytes.
  }
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return BINARY + btoa(binary);
}

export function fileBytes(text: string): Uint8Array {
  if (!text.startsWith(BINARY)) return new TextEncoder().encode(text);
  return Uint8Array.from(atob(text.slice(BINARY.length)), (char) => char.charCodeAt(0));
}
