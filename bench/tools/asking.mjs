// A tool that asks its host over and over.

export const meta = {
  name: "asking",
  description: "Reads the same key as often as it is told to.",
  signature: "(times :int) -> :int",
  permissions: ["kv:bench"],
  stateful: true,
};

export default async function asking({ times }, host) {
  for (let i = 0; i < times; i++) await host.kv.get("bench", "key");
  return times;
}
