// The only tool of this project that reaches outside: it reads payroll files, and its permission says where they are.

export const meta = {
  name: "read-payroll",
  description: "Reads a payroll file from data/ as text.",
  signature: "(path :string) -> :string",
  permissions: ["filesystem:read:data/**"],
  tags: ["payroll", "files"],
};

export default function (args: { path: string }, host: { filesystem: { read(path: string): Promise<string> } }) {
  return host.filesystem.read(args.path);
}
