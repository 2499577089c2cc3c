// How names in a text and ids of tools belong together. A bare name or tool/name is the id with hyphens for underscores; a
// namespace stands before a slash, or in tool/name before a dot: csv/parse-eu and tool/csv.parse-eu are csv:parse_eu.
// A capability's stable id $cap:0190… is written $cap.0190….

import { namespaces } from "../lisp/builtins/index.ts";
import { foldId } from "../names/id.ts";

const STABLE = /^\$cap[.:](.+)$/;

/** Names read lately: a link asks for each of its names many times. Long ones are not worth keeping. */
const lately = new Map<string, readonly string[]>();
const MOST = 10_000;
const LONGEST = 100;

/** The ids a name may mean, the likeliest first; none when it cannot be a tool's name. */
export function idsOf(written: string): readonly string[] {
  const known = lately.get(written);
  if (known !== undefined) return known;
  const ids = meant(written);
  if (written.length > LONGEST) return ids;
  if (lately.size >= MOST) lately.clear();
  lately.set(written, ids);
  return ids;
}

function meant(written: string): readonly string[] {
  const stable = STABLE.exec(written);
  if (stable !== null) return [`$cap:${stable[1]}`];
  const parts = written.split(/[/.:]/);
  if (parts.length === 1) return listed(foldId(written));
  const last = parts.length - 1;
  const action = parts[last]!;
  const prefix = parts.slice(0, last);
  return [
    ...new Set(
      [written, `${prefix.join(".")}:${action}`, parts.join(":"), parts.join(".")].flatMap((id) => listed(foldId(id))),
    ),
  ];
}

function listed(id: string | null): readonly string[] {
  return id === null ? [] : [id];
}

/** May a name that a text uses and does not define be a tool's? Names of Java classes and builtin namespaces never are. */
export function mayBeTool(name: string): boolean {
  if (STABLE.test(name)) return true;
  if (name.startsWith(".") || /^[A-Z*]/.test(name)) return false;
  const slash = name.indexOf("/");
  if (slash >= 0 && (namespaces.has(name.slice(0, slash)) || name.startsWith("java."))) return false;
  return idsOf(name).length > 0;
}

/** What a tool is called in a linked text: parse_csv is parse-csv, csv:parse_eu is csv.parse-eu. */
export function imageNameOf(id: string): string {
  return id.replaceAll("_", "-").replaceAll(":", ".");
}

/** What a base tool is granted as: csv:read is csv_read, since tool names have no dots. */
export function grantNameOf(id: string): string {
  return id.replace(/[^A-Za-z0-9]+/g, "_").replace(/^_+|_+$/g, "");
}
