// Does one permission give all that another asks for? True only when that is certain, for every file, host or name.

import { includesGlob } from "../../sandbox/glob.ts";
import { defaultMethods, type HttpPermission, type Permission, parsePermission } from "../../sandbox/permission.ts";

/** Texts that cannot be read grant nothing but themselves. */
export function isGranted(wanted: string, granted: readonly string[]): boolean {
  if (granted.includes(wanted)) return true;
  const asked = parsePermission(wanted);
  if (!asked.ok) return false;
  return granted.some((text) => {
    const given = parsePermission(text);
    return given.ok && gives(given.permission, asked.permission);
  });
}

function gives(given: Permission, asked: Permission): boolean {
  switch (given.kind) {
    case "filesystem":
      return (
        asked.kind === "filesystem" &&
        given.action === asked.action &&
        given.absolute === asked.absolute &&
        includesGlob(given.glob, asked.glob)
      );
    case "http":
      return asked.kind === "http" && givesHttp(given, asked);
    case "secret":
      return (
        asked.kind === "secret" &&
        includesGlob(given.glob, asked.glob) &&
        (given.host === null || (asked.host !== null && givesHost(given.host, asked.host)))
      );
    case "kv":
    case "tool":
      return asked.kind === given.kind && includesGlob(given.glob, asked.glob);
    default:
      return asked.kind === given.kind;
  }
}

function givesHttp(given: HttpPermission, asked: HttpPermission): boolean {
  const methods = given.methods ?? defaultMethods;
  return (
    givesHost(given.host, asked.host) &&
    given.port === asked.port &&
    (asked.methods ?? defaultMethods).every((method) => methods.includes(method)) &&
    (given.private || !asked.private) &&
    (given.maxBytes === null || (asked.maxBytes !== null && asked.maxBytes <= given.maxBytes))
  );
}

function givesHost(given: string, asked: string): boolean {
  if (given === "*" || given === asked) return true;
  return given.startsWith("*.") && asked.endsWith(given.slice(1));
}
