// What a tool asks for, made concrete: this file, this host and port, this secret. A grant covers a request narrowly (what
// it leaves out takes the careful default); a denial touches it broadly (what it leaves out means all).

import { isAddress, isLoopbackAddress, isPublicAddress, isThisMachine, sameAddress } from "./address.ts";
import { escapeGlob, type Glob, includesGlob, matchesGlob } from "./glob.ts";
import { defaultMethods, type HttpPermission, type Permission, type SecretPermission } from "./permission.ts";

export type Request =
  | FileRequest
  | ListingRequest
  | HttpRequest
  | { readonly kind: "clock" | "random" | "log" }
  | { readonly kind: "secret"; readonly name: string; readonly host: string }
  | { readonly kind: "kv" | "tool"; readonly name: string };

export interface FileRequest {
  readonly kind: "filesystem";
  readonly action: "read" | "write";
  /** Absolute, forward slashes, no dots. */
  readonly path: string;
  /** The same below the root folder; null when it lies elsewhere. */
  readonly relative: string | null;
}

/** All files that fit a pattern. Each file found is decided by itself too. */
export interface ListingRequest {
  readonly kind: "listing";
  readonly absolute: Glob;
  readonly relative: Glob | null;
}

export interface HttpRequest {
  readonly kind: "http";
  /** As URL spells it, without a dot at its end. */
  readonly host: string;
  readonly port: number;
  readonly method: string;
  /** Where the name leads; null while that is not known. */
  readonly address: string | null;
}

/** Whether a grant, or a tool's declaration, allows the request. */
export function covers(permission: Permission, request: Request): boolean {
  if (permission.kind === "http") return request.kind === "http" && coversHttp(permission, request);
  return permission.kind === "secret" ? coversSecret(permission, request) : coversPlain(permission, request);
}

/** Whether a denial, or a rule that asks, concerns the request. */
export function touches(permission: Permission, request: Request): boolean {
  if (permission.kind !== "http") return covers(permission, request);
  if (request.kind !== "http") return false;
  const named =
    hostFits(permission.host, request.host) ||
    (request.address !== null && namesAddress(unbracketed(permission.host), request.address));
  return (
    named &&
    (permission.port === null || permission.port === request.port) &&
    (permission.methods === null || permission.methods.includes(request.method))
  );
}

/** This machine answers at many addresses: who names one of them, or localhost, means all. */
function namesAddress(host: string, address: string): boolean {
  return sameAddress(host, address) || ((isLocalName(host) || isThisMachine(host)) && isThisMachine(address));
}

type PlainPermission = Exclude<Permission, HttpPermission | SecretPermission>;

function coversPlain(permission: PlainPermission, request: Request): boolean {
  switch (permission.kind) {
    case "filesystem": {
      if (request.kind === "listing") {
        const asked = permission.absolute ? request.absolute : request.relative;
        return permission.action === "read" && asked !== null && includesGlob(permission.glob, asked);
      }
      if (request.kind !== "filesystem" || request.action !== permission.action) return false;
      const path = permission.absolute ? request.path : request.relative;
      return path !== null && matchesGlob(permission.glob, path);
    }
    case "kv":
    case "tool":
      return request.kind === permission.kind && matchesGlob(permission.glob, request.name);
    default:
      return request.kind === permission.kind;
  }
}

function coversSecret(permission: SecretPermission, request: Request): boolean {
  return (
    request.kind === "secret" &&
    matchesGlob(permission.glob, request.name) &&
    (permission.host === null || hostFits(permission.host, request.host))
  );
}

function coversHttp(permission: HttpPermission, request: HttpRequest): boolean {
  if (!hostFits(permission.host, request.host)) return false;
  const portFits = permission.port === null ? [80, 443].includes(request.port) : permission.port === request.port;
  const methodFits = (permission.methods ?? defaultMethods).includes(request.method);
  return portFits && methodFits && (request.address === null || addressFits(permission, request.address));
}

/** The wide internet always; this machine and its network only where the permission names them. */
function addressFits(permission: HttpPermission, address: string): boolean {
  if (permission.private || isPublicAddress(address)) return true;
  if (isLocalName(permission.host)) return isLoopbackAddress(address);
  return unbracketed(permission.host) === address;
}

function isLocalName(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost");
}

function hostFits(pattern: string, host: string): boolean {
  if (pattern === "*" || pattern === host) return true;
  return pattern.startsWith("*.") && !isAddress(unbracketed(host)) && host.endsWith(pattern.slice(1));
}

export function unbracketed(host: string): string {
  return host.startsWith("[") ? host.slice(1, -1) : host;
}

/** The narrowest permission that would cover the request. */
export function permissionFor(request: Request): string {
  switch (request.kind) {
    case "filesystem":
      return `filesystem:${request.action}:${escapeGlob(request.relative ?? request.path)}`;
    case "listing":
      return `filesystem:read:${(request.relative ?? request.absolute).source}`;
    case "http": {
      const port = [80, 443].includes(request.port) ? "" : `:${request.port}`;
      const options = [
        ...(defaultMethods.includes(request.method) ? [] : [`methods=${request.method}`]),
        ...(request.address === null || narrowly(request.host, request.address) ? [] : ["private=yes"]),
      ];
      return `http:fetch:${request.host}${port}${options.length === 0 ? "" : `?${options.join("&")}`}`;
    }
    case "clock":
      return "clock:now";
    case "random":
    case "log":
      return request.kind;
    default:
      return `${request.kind}:${request.name}`;
  }
}

function narrowly(host: string, address: string): boolean {
  if (isPublicAddress(address) || unbracketed(host) === address) return true;
  return isLocalName(host) && isLoopbackAddress(address);
}
