// The little of WebAssembly that is used here; the full types come with the DOM library, which the core must not see.

declare namespace WebAssembly {
  interface Memory {
    readonly buffer: ArrayBuffer;
    grow: (pages: number) => number;
  }
  const Memory: new (size: { readonly initial: number; readonly maximum: number }) => Memory;
  const Module: new (bytes: Uint8Array) => Module;
  const Instance: new (module: Module, imports: Imports) => Instance;
}
