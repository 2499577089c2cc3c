// Relative links made whole, after RFC 3986. The sandbox has no URL.

const parts = /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?:\/\/([^/?#]*))?([^?#]*)(\?[^#]*)?(#.*)?$/s;

export function joinUrl(base: string | null, link: string): string {
  if (base === null || link === "") return link;
  const [, scheme, host, path = "", query = "", fragment = ""] = parts.exec(link) ?? [];
  if (scheme !== undefined) return link;
  const [, baseScheme, baseHost, basePath = "", baseQuery = ""] = parts.exec(base) ?? [];
  if (baseScheme === undefined) return link;
  if (host !== undefined) return `${baseScheme}:${link}`;
  const start = `${baseScheme}:${baseHost === undefined ? "" : `//${baseHost}`}`;
  if (path === "") return `${start}${basePath}${query === "" ? baseQuery : query}${fragment}`;
  const folder = basePath.slice(0, basePath.lastIndexOf("/") + 1);
  const whole = path.startsWith("/") ? path : `${folder === "" ? "/" : folder}${path}`;
  return `${start}${withoutDots(whole)}${query}${fragment}`;
}

function withoutDots(path: string): string {
  const kept: string[] = [];
  const steps = path.split("/");
  steps.forEach((step, i) => {
    const last = i === steps.length - 1;
    if (step === "..") {
      if (kept.length > 1) kept.pop();
      if (last) kept.push("");
    } else if (step !== ".") kept.push(step);
    else if (last) kept.push("");
  });
  return kept.join("/");
}
