// Request headers of a tool: plain names, one line each, and none of those that steer the connection itself.

import { Refusal } from "./host-function.ts";

const REFUSED = new Set([
  "host",
  "content-length",
  "transfer-encoding",
  "connection",
  "keep-alive",
  "upgrade",
  "te",
  "trailer",
  "expect",
  "http2-settings",
  // Bodies arrive as they are: a small compressed one could unpack to a huge one.
  "accept-encoding",
]);

const MOST_BYTES = 16 * 1024;

export function checkedHeaders(given: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const headers = new Map<string, string>();
  let bytes = 0;
  for (const [written, value] of Object.entries(given)) {
    const name = written.toLowerCase();
    if (!/^[!#$%&'*+.^_`|~0-9a-z-]{1,100}$/.test(name))
      throw bad("A header's name has characters that names cannot have.");
    if (REFUSED.has(name) || name.startsWith("proxy-")) throw bad(`The header ${name} is the host's to set.`);
    if (headers.has(name)) throw bad(`The header ${name} is given twice.`);
    // The marks of secrets are replaced later.
    checkValue(name, value.replace(/[\u2983\u2984]/g, ""));
    bytes += name.length + value.length;
    if (bytes > MOST_BYTES) throw bad(`The headers are longer than ${MOST_BYTES} characters.`);
    headers.set(name, value);
  }
  return Object.fromEntries(headers);
}

function bad(message: string): Refusal {
  return new Refusal("bad_arguments", message, "Leave the header out, or correct it.");
}

/** Only characters that travel in one header line; asked again once secrets are in. */
export function checkValue(name: string, value: string): string {
  if (/[^\t\x20-\x7e\x80-\xff]/.test(value))
    throw bad(`The value of the header ${name} has characters that cannot be sent.`);
  return value;
}

const HARMLESS = new Set(["accept", "accept-language", "user-agent"]);

/** What may follow a redirect to another origin. */
export function harmlessAbroad(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  // A secret can stand in any header; a placeholder would even be filled in for the new host.
  return Object.fromEntries(
    Object.entries(headers).filter(([name, value]) => HARMLESS.has(name) && !value.includes("\u2983")),
  );
}
