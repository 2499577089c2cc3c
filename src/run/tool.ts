// A tool: the only way a program reaches the world. A host defines it once with its contract; every call is checked
// against that contract in both directions.

import { onlyKnown, refuse } from "../base/options-error.ts";
import { type Check, checkFor, wantSchema } from "../names/schema.ts";
import {
  parseSignature,
  printSignature,
  type SchemaObject,
  signatureFromSchemas,
  signatureToSchemas,
} from "../names/signature/index.ts";
import { isToolName, toolNameRule } from "../names/tool-name.ts";

/** What a tool is told about its call besides the arguments. */
export interface ToolCallInfo {
  /** Unique within the run, and the same when the run is repeated. */
  readonly callId: string;
  /** Aborted when the run ends, is cancelled or runs out of time. */
  readonly signal: AbortSignal;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** True when a person approved this very call. */
  readonly approved: boolean;
  /** What the tool gave `approvalRequired` as details when it asked; null when it did not, or gave what is no JSON. */
  readonly details: unknown;
}

export interface ToolDefinition {
  /** Letters, digits, - and _, starting with a letter; programs write tool/name. */
  readonly name: string;
  readonly description?: string;
  /** "(query :string, limit :int?) -> {items [:string]}", instead of schemas. */
  readonly signature?: string;
  readonly inputSchema?: SchemaObject;
  readonly outputSchema?: SchemaObject;
  // biome-ignore lint/suspicious/noExplicitAny: the schema, not the type, says what arguments there are
  readonly run: (args: any, call: ToolCallInfo) => unknown;
  /** Milliseconds one attempt may take. */
  readonly timeoutMs?: number;
  /** Further attempts after one that failed or timed out. */
  readonly retries?: number;
  /** It changes nothing outside. */
  readonly readOnly?: boolean;
  /** The same arguments give the same result. */
  readonly deterministic?: boolean;
  /** What one call costs, in the host's own unit; summed up in the result. */
  readonly cost?: number;
  /** Names of argument and result fields whose values are kept out of events and logs. */
  readonly secretFields?: readonly string[];
}

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly signature: string;
  readonly inputSchema: SchemaObject;
  readonly outputSchema: SchemaObject | null;
  readonly run: ToolDefinition["run"];
  readonly timeoutMs: number | null;
  readonly retries: number;
  readonly readOnly: boolean;
  readonly deterministic: boolean;
  readonly cost: number;
  readonly secretFields: readonly string[];
  readonly checkArguments: Check;
  readonly checkResult: Check;
}

const options = [
  "name",
  "description",
  "signature",
  "inputSchema",
  "outputSchema",
  "run",
  "timeoutMs",
  "retries",
  "readOnly",
  "deterministic",
  "cost",
  "secretFields",
] as const satisfies readonly (keyof ToolDefinition)[];

export function defineTool(definition: ToolDefinition): Tool {
  if (typeof definition !== "object" || definition === null) refuse("defineTool takes one object.");
  onlyKnown(definition, options, "defineTool");
  const { name } = definition;
  if (!isToolName(name)) refuse(`The tool name ${JSON.stringify(name)} does not fit: ${toolNameRule}`);
  if (typeof definition.run !== "function") refuse(`Tool ${name} needs run: a function of its arguments.`);
  const timeoutMs = wholeNumber(definition.timeoutMs, 1, `timeoutMs of tool ${name}`);
  const retries = wholeNumber(definition.retries, 0, `retries of tool ${name}`);
  const { description = "", readOnly = false, deterministic = false, cost = 0, secretFields = [] } = definition;
  if (typeof description !== "string") refuse(`description of tool ${name} must be a string.`);
  if (typeof readOnly !== "boolean") refuse(`readOnly of tool ${name} must be true or false.`);
  if (typeof deterministic !== "boolean") refuse(`deterministic of tool ${name} must be true or false.`);
  if (!Number.isFinite(cost) || cost < 0) refuse(`cost of tool ${name} must be a number of at least 0.`);
  // A string would count as the list of its letters, and the secret would be told.
  if (!Array.isArray(secretFields) || secretFields.some((field) => typeof field !== "string" || field === ""))
    refuse(`secretFields of tool ${name} must be a list of field names.`);
  const contract = contractOf(definition);
  return Object.freeze({
    name,
    description,
    ...contract,
    run: definition.run,
    timeoutMs,
    retries: retries ?? 0,
    readOnly,
    deterministic,
    cost,
    secretFields: Object.freeze([...secretFields]),
    checkArguments: checkFor(contract.inputSchema),
    checkResult: contract.outputSchema === null ? () => [] : checkFor(contract.outputSchema),
  });
}

function wholeNumber(value: number | undefined, least: number, what: string): number | null {
  if (value === undefined) return null;
  if (!Number.isSafeInteger(value) || value < least) refuse(`${what} must be a whole number of at least ${least}.`);
  return value;
}

function contractOf(d: ToolDefinition): Pick<Tool, "signature" | "inputSchema" | "outputSchema"> {
  if (d.signature !== undefined) {
    if (d.inputSchema !== undefined || d.outputSchema !== undefined)
      refuse(`Tool ${d.name} has both a signature and schemas; give one of them.`);
    const parsed = parseSignature(d.signature);
    if (!parsed.ok) refuse(`The signature of tool ${d.name} is wrong: ${parsed.problem.message}`);
    const { params, result } = signatureToSchemas(parsed.value);
    return { signature: printSignature(parsed.value), inputSchema: params, outputSchema: result };
  }
  if (d.inputSchema === undefined)
    refuse(`Tool ${d.name} needs a signature or an inputSchema, so that its arguments can be checked.`);
  wantSchema(d.inputSchema, `inputSchema of tool ${d.name}`);
  if (d.outputSchema !== undefined) wantSchema(d.outputSchema, `outputSchema of tool ${d.name}`);
  const signature = printSignature(signatureFromSchemas(d.inputSchema, d.outputSchema ?? {}).value);
  return { signature, inputSchema: d.inputSchema, outputSchema: d.outputSchema ?? null };
}

/** An error whose words a program may see. What any other error says stays in the event log. */
export class ToolError extends Error {
  override readonly name = "ToolError";
  readonly hint: string | null;
  constructor(message: string, options: { readonly hint?: string } = {}) {
    super(message);
    this.hint = options.hint ?? null;
  }
}

/** What a tool returns when a person must approve the call first. */
export class ApprovalRequest {
  constructor(
    readonly message: string,
    readonly details: unknown,
  ) {}
}

/**
 * Return this from a tool's run: the program stops here and can be resumed with the decision. A copy of the details, as plain
 * data, is shown to who decides, kept in the record as JSON, and handed back when the call is made again. Details that are no
 * data are null.
 */
export function approvalRequired(message: string, details: unknown = null): ApprovalRequest {
  if (typeof message !== "string") refuse("approvalRequired takes a message: a string.");
  return new ApprovalRequest(message, details);
}

export type Tools = readonly (Tool | ToolDefinition)[] | Readonly<Record<string, Omit<ToolDefinition, "name"> | Tool>>;

const noTools: ReadonlyMap<string, Tool> = new Map();

/** Tools by name, from a list or an object; definitions are defined on the way. */
export function toolTable(tools: Tools | undefined): ReadonlyMap<string, Tool> {
  if (tools === undefined) return noTools;
  if (typeof tools !== "object" || tools === null)
    refuse("tools must be a list of tools, or an object of them by name.");
  const table = new Map<string, Tool>();
  const list = Array.isArray(tools) ? tools : named(tools as Record<string, ToolDefinition>);
  for (const entry of list as readonly (Tool | ToolDefinition)[]) {
    const tool = isTool(entry) ? entry : defineTool(entry);
    const spelling = tool.name.replaceAll("-", "_");
    for (const other of table.keys())
      if (other.replaceAll("-", "_") === spelling)
        refuse(`Two tools are called ${tool.name} (hyphens and underscores are one spelling).`);
    table.set(tool.name, tool);
  }
  return table;
}

function named(tools: Readonly<Record<string, ToolDefinition>>): (Tool | ToolDefinition)[] {
  return Object.entries(tools).map(([name, d]) => (isTool(d) ? d : { ...d, name }));
}

function isTool(entry: Tool | ToolDefinition): entry is Tool {
  return typeof entry === "object" && entry !== null && "checkArguments" in entry;
}
