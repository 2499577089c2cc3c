// What the reader returns: the program as written, with a span on every form. Sugar that only the reader knows (#( ),
// 'x, #'x) keeps its own kind so that the analyzer can give errors in the words of the source.

import type { Span } from "../../base/span.ts";
import type { Flt } from "../values/value.ts";

interface At {
  readonly span: Span;
}

export type Form =
  | (At & { readonly kind: "nil" })
  | (At & { readonly kind: "boolean"; readonly value: boolean })
  | (At & { readonly kind: "number"; readonly value: number | bigint | Flt })
  /** Character literals are one-character strings; `char` is true when it was written as \x. */
  | (At & { readonly kind: "string"; readonly value: string; readonly char: boolean })
  | (At & { readonly kind: "keyword"; readonly name: string })
  | (At & { readonly kind: "symbol"; readonly name: string })
  | (At & { readonly kind: "regex"; readonly source: string })
  | (At & { readonly kind: "list"; readonly items: readonly Form[] })
  | (At & { readonly kind: "vector"; readonly items: readonly Form[] })
  /** Keys and values alternate, as written. */
  | (At & { readonly kind: "map"; readonly items: readonly Form[] })
  | (At & { readonly kind: "set"; readonly items: readonly Form[] })
  /** #( … ) */
  | (At & { readonly kind: "short-fn"; readonly items: readonly Form[] })
  /** 'x */
  | (At & { readonly kind: "quote"; readonly form: Form })
  /** #'x */
  | (At & { readonly kind: "var"; readonly form: Form })
  /** @x: PTC-Lisp has no references to dereference; kept so that the analyzer can say so. */
  | (At & { readonly kind: "deref"; readonly form: Form });

export type FormKind = Form["kind"];
export type FormOf<K extends FormKind> = Extract<Form, { kind: K }>;
