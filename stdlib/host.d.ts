// What a base tool is and what its host offers, for type checks only. A tool imports these as types, so nothing of this
// file reaches the sandbox. Every function of the host needs its permission, declared in meta and granted by the host.

export interface ToolHost {
  readonly filesystem: {
    read(path: string, options?: { readonly as?: "text" | "base64" }): Promise<string>;
    write(path: string, text: string, options?: { readonly as?: "text" | "base64" }): Promise<null>;
    list(glob: string): Promise<readonly string[]>;
    stat(path: string): Promise<{ readonly kind: "file" | "folder" | "other"; readonly bytes: number } | null>;
  };
  readonly http: {
    fetch(url: string, options?: Readonly<Record<string, unknown>>): Promise<HttpResponse>;
  };
  readonly kv: {
    get(namespace: string, key: string): Promise<unknown>;
    set(namespace: string, key: string, value: unknown): Promise<null>;
    delete(namespace: string, key: string): Promise<boolean>;
    keys(namespace: string): Promise<readonly string[]>;
  };
  readonly clock: { now(): Promise<number> };
  readonly random: {
    number(): Promise<number>;
    uuid(): Promise<string>;
    bytes(count: number): Promise<readonly number[]>;
  };
  log(level: "debug" | "info" | "warn" | "error", message: string, data?: unknown): Promise<null>;
  tool(name: string, args?: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** A placeholder that host calls replace by the secret; the tool never sees it. */
  secret(name: string): string;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly url: string;
}

/** What a failed call of the host throws. The name is the reason: "permission_denied", "host_error" and so on. */
export interface HostError extends Error {
  readonly hint?: string;
}

export interface ToolExample {
  readonly args: Readonly<Record<string, unknown>>;
  readonly result: unknown;
}

/** `export const meta` of the tools in this folder: stricter than the sandbox, which takes tools without examples. */
export interface BaseToolMeta {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema: Readonly<Record<string, unknown>>;
  readonly permissions: readonly string[];
  readonly deterministic: boolean;
  readonly tags: readonly [string, ...string[]];
  readonly examples: readonly [ToolExample, ToolExample, ToolExample, ...ToolExample[]];
}
