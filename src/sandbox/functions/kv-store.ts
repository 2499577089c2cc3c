// Where kv values live. The store holds JSON text, so what is read back is never the object that was put in; the one here
// keeps everything in memory within bounds per namespace.

export interface KvStore {
  get(namespace: string, key: string): Promise<string | null> | string | null;
  /** False when the namespace has no room left; nothing is stored then. */
  set(namespace: string, key: string, json: string): Promise<boolean> | boolean;
  /** Whether there was such a key. */
  delete(namespace: string, key: string): Promise<boolean> | boolean;
  keys(namespace: string): Promise<readonly string[]> | readonly string[];
}

export interface KvLimits {
  readonly namespaces: number;
  readonly keysPerNamespace: number;
  /** Keys and values of one namespace as UTF-8. */
  readonly bytesPerNamespace: number;
}

export const defaultKvLimits: KvLimits = {
  namespaces: 256,
  keysPerNamespace: 10_000,
  bytesPerNamespace: 4 * 1024 * 1024,
};

interface Namespace {
  readonly values: Map<string, string>;
  bytes: number;
}

export function createMemoryKv(limits: Partial<KvLimits> = {}): KvStore {
  const { namespaces: most, keysPerNamespace, bytesPerNamespace } = { ...defaultKvLimits, ...limits };
  const namespaces = new Map<string, Namespace>();
  const sizeOf = (key: string, json: string | undefined) =>
    json === undefined ? 0 : Buffer.byteLength(key) + Buffer.byteLength(json);
  return {
    get: (namespace, key) => namespaces.get(namespace)?.values.get(key) ?? null,
    set: (namespace, key, json) => {
      const space = namespaces.get(namespace) ?? { values: new Map<string, string>(), bytes: 0 };
      const bytes = space.bytes + sizeOf(key, json) - sizeOf(key, space.values.get(key));
      const full =
        bytes > bytesPerNamespace ||
        (!space.values.has(key) && space.values.size >= keysPerNamespace) ||
        (!namespaces.has(namespace) && namespaces.size >= most);
      if (full) return false;
      space.values.set(key, json);
      space.bytes = bytes;
      namespaces.set(namespace, space);
      return true;
    },
    delete: (namespace, key) => {
      const space = namespaces.get(namespace);
      if (space === undefined) return false;
      space.bytes -= sizeOf(key, space.values.get(key));
      const was = space.values.delete(key);
      if (space.values.size === 0) namespaces.delete(namespace);
      return was;
    },
    keys: (namespace) => [...(namespaces.get(namespace)?.values.keys() ?? [])].sort(),
  };
}
