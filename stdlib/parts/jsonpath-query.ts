// A JSON path (RFC 9535) as data: what the parser makes of the text and what the evaluator walks.

export interface Query {
  readonly kind: "query";
  readonly from: "root" | "current";
  readonly segments: readonly Segment[];
}

export interface Segment {
  readonly descend: boolean;
  readonly selectors: readonly Selector[];
}

export type Selector =
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "wildcard" }
  | { readonly kind: "index"; readonly index: number }
  | {
      readonly kind: "slice";
      readonly start: number | null;
      readonly end: number | null;
      readonly step: number;
    }
  | { readonly kind: "filter"; readonly test: Logical };

export type Operator = "==" | "!=" | "<" | "<=" | ">" | ">=";

export type Logical =
  | { readonly kind: "or" | "and"; readonly parts: readonly Logical[] }
  | { readonly kind: "not"; readonly of: Logical }
  | { readonly kind: "exists"; readonly query: Query }
  | { readonly kind: "matches"; readonly call: Call }
  | { readonly kind: "compare"; readonly left: Comparable; readonly operator: Operator; readonly right: Comparable };

/** A query here is singular: it gives one value at most. */
export type Comparable = { readonly kind: "literal"; readonly value: string | number | boolean | null } | Query | Call;

export interface Call {
  readonly kind: "call";
  readonly name: FunctionName;
  readonly args: readonly Comparable[];
}

export type FunctionName = "length" | "count" | "match" | "search" | "value";

/** What functions take and give: one value, all that a query finds, or yes and no. */
export const functionTypes: Readonly<
  Record<FunctionName, { readonly takes: readonly ("value" | "nodes")[]; readonly gives: "value" | "logical" }>
> = {
  length: { takes: ["value"], gives: "value" },
  count: { takes: ["nodes"], gives: "value" },
  match: { takes: ["value", "value"], gives: "logical" },
  search: { takes: ["value", "value"], gives: "logical" },
  value: { takes: ["nodes"], gives: "value" },
};

export function isSingular({ segments }: Query): boolean {
  return segments.every(
    ({ descend, selectors }) =>
      !descend && selectors.length === 1 && (selectors[0]!.kind === "name" || selectors[0]!.kind === "index"),
  );
}
