// Where kv values live. The store holds JSON text, so what is read back is never the object that was put in; the one here
// keeps everything in memory within bounds.

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
  /** Of all namespaces: it is the memory of the host. */
  readonly bytes: number;
}

export const defaultKvLimits: KvLimits = {
  namespaces: 256,
  keysPerNamespace: 10_000,
  bytesPerNamespace: 4 * 1024 * 1024,
  bytes: 64 * 1024 * 1024,
};

interface Namespace {
  readonly values: Map<string, string>;
  bytes: number;
}

export function createMemoryKv(limits: Partial<KvLimits> = {}): KvStore {
  const { namespaces: most, keysPerNamespace, bytesPerNamespace, bytes: mostBytes } = { ...defaultKvLimits, ...limits };
  const namespaces = new Map<string, Namespace>();
  let total = 0;
  const sizeOf = (key: string, json: string | undefined) =>
    json === undefined ? 0 : Buffer.byteLength(key) + Buffer.byteLength(json);
  return {
    get: (namespace, key) => namespaces.get(namespace)?.values.get(key) ?? null,
    set: (namespace, key, json) => {
      const space = namespaces.get(namespace) ?? { values: new Map<string, string>(), bytes: 0 };
      const bytes = space.bytes + sizeOf(key, json) - sizeOf(key, space.values.get(key));
      const full =
        bytes > bytesPerNamespace ||
        total + bytes - space.bytes > mostBytes ||
        (!space.values.has(key) && space.values.size >= keysPerNamespace) ||
        (!namespaces.has(namespace) && namespaces.size >= most);
      if (full) return false;
      space.values.set(key, json);
      total += bytes - space.bytes;
      space.bytes = bytes;
      namespaces.set(namespace, space);
      return true;
    },
    delete: (namespace, key) => {
      const space = namespaces.get(namespace);
      if (space === undefined) return false;
      const freed = sizeOf(key, space.values.get(key));
      space.bytes -= freed;
      total -= freed;
      const was = space.values.delete(key);
      if (space.values.size === 0) namespaces.delete(namespace);
      return was;
    },
    keys: (namespace) => [...(namespaces.get(namespace)?.values.keys() ?? [])].sort(),
  };
}
