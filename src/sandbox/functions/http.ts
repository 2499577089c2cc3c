// host.http.fetch. Every hop is decided twice: by its name before anybody is asked where it leads, and by the addresses it
// leads to, which the connection then keeps to. Secrets go in last and their values are taken out of what comes back.

import { isAddress, isLoopbackAddress, isPublicAddress } from "../address.ts";
import { httpMethods, type Permission } from "../permission.ts";
import type { Decision } from "../policy.ts";
import { type HttpRequest, unbracketed } from "../request.ts";
import { exchange, type Incoming } from "./exchange.ts";
import { type HostContext, type HostFunction, Refusal } from "./host-function.ts";
import { checkedHeaders, checkValue, harmlessAbroad } from "./http-headers.ts";
import { fillBody, fillPlain, fillQuery, mentionsSecret } from "./secrets.ts";

interface FetchOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly as?: "text" | "base64";
  readonly redirect?: "follow" | "manual";
}

/** One hop to make; placeholders of secrets still stand in it. */
interface Hop {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Whether the tool wrote the URL: a server's Location is sent as it is. */
  readonly own: boolean;
}

/** With a base, the text is a server's Location. */
function checkedUrl(text: string, base?: URL): URL {
  const bad = (message: string, hint: string) =>
    new Refusal(
      base === undefined ? "bad_arguments" : "host_error",
      base === undefined ? message : `Redirected: ${message}`,
      hint,
    );
  let url: URL;
  try {
    url = new URL(text, base);
  } catch {
    throw bad("The URL cannot be read.", "Write it in full: https://example.com/path.");
  }
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw bad("Only http: and https: can be fetched.", "Use an https: URL.");
  if (url.username !== "" || url.password !== "")
    throw bad("The URL has a user name or password.", "Send an authorization header instead.");
  if (url.hostname.endsWith(".")) url.hostname = url.hostname.replace(/\.+$/, "");
  if (url.hostname === "" || url.hostname.endsWith(".") || url.hostname.includes(".."))
    throw bad("The URL names no host.", "Write it in full: https://example.com/path.");
  url.hash = "";
  return url;
}

function optionsOf(args: readonly unknown[]): FetchOptions {
  return (args[1] ?? {}) as FetchOptions;
}

function firstHop(args: readonly unknown[], { caller }: HostContext): Hop {
  const options = optionsOf(args);
  const url = checkedUrl(String(args[0]));
  if (mentionsSecret(url.pathname, caller.secretMark) || mentionsSecret(url.hostname, caller.secretMark))
    throw new Refusal(
      "bad_arguments",
      "A secret stands in the path of the URL.",
      "Put it in the query, a header or the body.",
    );
  const method = (options.method ?? "GET").toUpperCase();
  if (!httpMethods.includes(method))
    throw new Refusal("bad_arguments", "There is no such method.", `The methods are ${httpMethods.join(", ")}.`);
  const body = options.body ?? null;
  if (body !== null && (method === "GET" || method === "HEAD"))
    throw new Refusal(
      "bad_arguments",
      `A ${method} request has no body.`,
      'Give method: "POST", or leave the body out.',
    );
  return { url, method, headers: checkedHeaders(options.headers ?? {}), body, own: true };
}

function requestOf({ url, method }: Hop, address: string | null): HttpRequest {
  const port = url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port);
  return { kind: "http", host: url.hostname, port, method, address };
}

async function fetchAll(args: readonly unknown[], context: HostContext, signal: AbortSignal): Promise<unknown> {
  const { redirect, as = "text" } = optionsOf(args);
  let hop = firstHop(args, context);
  for (let redirects = 0; ; redirects++) {
    const incoming = await makeHop(hop, context, signal);
    const location = incoming.headers.location;
    if (redirect === "manual" || ![301, 302, 303, 307, 308].includes(incoming.status) || typeof location !== "string")
      return resultOf(incoming, hop, as, context);
    if (redirects >= context.limits.redirects)
      throw new Refusal(
        "limit_exceeded",
        `More than ${context.limits.redirects} redirects.`,
        'Use redirect: "manual".',
      );
    const next = redirected(hop, location, incoming.status);
    // The words of a refusal would name the host, and a server may make one of what was sent to it.
    if (context.secrets.isIn(next.url.hostname))
      throw new Refusal(
        "host_error",
        `${hop.url.hostname} redirects to a host whose name holds a secret.`,
        "Do not send the secret there.",
      );
    hop = next;
  }
}

/** Another origin gets nothing that was meant for the first: no body, no headers but harmless ones, no other method. */
function redirected(hop: Hop, location: string, status: number): Hop {
  const url = checkedUrl(location, hop.url);
  const method = hop.method === "HEAD" ? "HEAD" : "GET";
  if (url.origin !== hop.url.origin)
    return { url, method, headers: harmlessAbroad(hop.headers), body: null, own: false };
  const becomesGet = status === 303 || (status !== 307 && status !== 308 && hop.method === "POST");
  if (!becomesGet) return { ...hop, url, own: false };
  const { "content-type": _, ...headers } = hop.headers;
  return { url, method, headers, body: null, own: false };
}

async function makeHop(hop: Hop, context: HostContext, signal: AbortSignal): Promise<Incoming> {
  const host = unbracketed(hop.url.hostname);
  context.require(requestOf(hop, null));
  const addresses = isAddress(host) ? [host] : await addressesOf(host, context, signal);
  const refused = addresses.find((address) => !context.allows(requestOf(hop, address)));
  const decided = refused ?? addresses[0]!;
  const words = isAddress(host) ? "is not a public address" : "leads to an address that is not public";
  const note = isPublicAddress(decided) ? {} : { note: `${host} ${words}.` };
  const decision = context.permit(requestOf(hop, decided), note);
  const secure = hop.url.protocol === "https:";
  const { search, headers, body } = withSecrets(hop, secure || addresses.every(isLoopbackAddress), context);
  const bytes = body === null ? null : Buffer.from(body);
  return exchange(
    {
      secure,
      host,
      port: requestOf(hop, null).port,
      addresses,
      method: hop.method,
      path: `${hop.url.pathname}${search}`,
      headers: {
        "user-agent": "ptc",
        accept: "*/*",
        ...headers,
        "accept-encoding": "identity",
        ...(bytes === null ? {} : { "content-length": String(bytes.length) }),
      },
      body: bytes,
    },
    { maxBytes: capOf(decision, context), spend: context.spend, alone: context.alone, signal },
  );
}

async function addressesOf(host: string, context: HostContext, signal: AbortSignal): Promise<readonly string[]> {
  const unknown = (detail: string) =>
    new Refusal(
      "host_error",
      `No address is known for ${host}. (ENOTFOUND)`,
      "Check the host name.",
      undefined,
      detail,
    );
  const stopped = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  const asked = context.resolve(host).catch((e: unknown) => {
    throw unknown(e instanceof Error ? e.message : String(e));
  });
  const addresses = await Promise.race([asked, stopped]);
  if (addresses.length === 0 || !addresses.every(isAddress)) throw unknown("the resolver gave no addresses");
  return addresses;
}

/** The widest of what several permissions allow, but no more than declaration, grant and limit each allow. */
function capOf(decision: Decision, { limits }: HostContext): number {
  const widest = (permissions: readonly Permission[]) =>
    Math.max(...permissions.map((p) => (p.kind === "http" ? (p.maxBytes ?? Number.POSITIVE_INFINITY) : 0)));
  return Math.min(limits.httpBytes, widest(decision.declarations), widest(decision.grants));
}

function withSecrets(hop: Hop, safe: boolean, context: HostContext) {
  const { secretMark: mark } = context.caller;
  const reveal = (name: string): string => {
    context.permit({ kind: "secret", name, host: hop.url.hostname });
    if (!safe)
      throw new Refusal(
        "permission_denied",
        `The secret ${name} may not travel without encryption.`,
        "Use https.",
        `secret:${name}`,
      );
    return context.secrets.reveal(name);
  };
  const headers = Object.fromEntries(
    Object.entries(hop.headers).map(([name, value]) => [name, checkValue(name, fillPlain(value, mark, reveal))]),
  );
  const type =
    hop.headers["content-type"] ?? (hop.body !== null && /^\s*[[{]/.test(hop.body) ? "application/json" : "");
  return {
    headers,
    search: hop.own ? fillQuery(hop.url.search, mark, reveal) : hop.url.search,
    body: hop.body === null ? null : fillBody(hop.body, type, mark, reveal),
  };
}

function resultOf(incoming: Incoming, hop: Hop, as: "text" | "base64", { secrets, caller }: HostContext): unknown {
  const encoding = String(incoming.headers["content-encoding"] ?? "identity");
  const isPacked = encoding !== "identity" && incoming.body.length > 0;
  // Nobody sees what is in it but who unpacks it, and that may be the secret.
  const heldSecret = isPacked && secretIn(hop, caller.secretMark);
  if (isPacked && (as === "text" || heldSecret))
    throw new Refusal(
      "host_error",
      `${hop.url.hostname} sent the body compressed, though it was asked not to.`,
      heldSecret ? "What answers a secret must be readable." : 'Use { as: "base64" } for the bytes as they are.',
    );
  const body = secrets.redactBytes(incoming.body);
  const redacted = (value: string | readonly string[]) =>
    typeof value === "string" ? secrets.redact(value) : value.map(secrets.redact);
  return {
    status: incoming.status,
    headers: Object.fromEntries(Object.entries(incoming.headers).map(([n, v]) => [secrets.redact(n), redacted(v)])),
    body:
      as === "base64"
        ? body.toString("base64")
        : secrets.redact(decoded(body, String(incoming.headers["content-type"] ?? ""))),
    url: secrets.redact(hop.url.href),
  };
}

function secretIn({ url, headers, body }: Hop, mark: string | undefined): boolean {
  return [url.search, body ?? "", ...Object.values(headers)].some((text) => mentionsSecret(text, mark));
}

function decoded(body: Buffer, contentType: string): string {
  const charset = /charset="?([\w-]+)/i.exec(contentType)?.[1] ?? "utf-8";
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    return new TextDecoder().decode(body);
  }
}

async function fetchBounded(args: readonly unknown[], context: HostContext): Promise<unknown> {
  const { caller, limits } = context;
  const control = new AbortController();
  const late = new Refusal(
    "limit_exceeded",
    `The fetch took longer than ${limits.httpMs} ms.`,
    "Ask for less, or have the limit httpMs raised.",
  );
  const timer = setTimeout(() => control.abort(late), limits.httpMs);
  const cancel = () => control.abort(new Refusal("host_error", "The call was cancelled.", "Nothing to do."));
  caller.signal.addEventListener("abort", cancel, { once: true });
  if (caller.signal.aborted) cancel();
  try {
    return await fetchAll(args, context, control.signal);
  } finally {
    clearTimeout(timer);
    caller.signal.removeEventListener("abort", cancel);
  }
}

export const httpFunctions: readonly HostFunction[] = [
  {
    name: "http.fetch",
    params: ["url", "options?"],
    permission: "http:fetch:<host>",
    deterministic: false,
    stateful: false,
    doc: 'Makes an HTTP request. Options: method, headers, body (text), as ("text" or "base64"), redirect ("follow" or "manual").',
    returns: "{ status, headers, body, url }; header names are lower case, url is where the last redirect led",
    example: 'await host.http.fetch("https://api.example.com/rates", { headers: { accept: "application/json" } })',
    args: [
      { type: "string", minLength: 1, maxLength: 8192 },
      {
        type: "object",
        properties: {
          method: { type: "string" },
          headers: { type: "object", additionalProperties: { type: "string" }, maxProperties: 100 },
          body: { type: "string" },
          as: { enum: ["text", "base64"] },
          redirect: { enum: ["follow", "manual"] },
        },
        additionalProperties: false,
      },
    ],
    required: 1,
    request: () => null,
    run: fetchBounded,
  },
];
