import { type Refusal, refuse } from '../../problems/refusal.ts';
import type { Caller } from '../../questions/caller.ts';
import type { RpcParts } from '../../questions/rpc_endpoint.ts';

/** The input of a tool: the use cases, and the caller. */
export interface ToolContext extends RpcParts {
  readonly caller: Caller;
  /** Origin of the service where answers name pages by it (`citedAddress`); null: they do not. */
  readonly service: string | null;
}

export interface ToolAnswer {
  /** Texts for reading, first to last. */
  readonly texts: readonly string[];
  /** The same facts as plain JSON, as `output` describes it. */
  readonly structured: Readonly<Record<string, unknown>>;
  /** The structured part as JSON text, where it was made already. */
  readonly json?: string;
}

/** A tool of one site. Its texts and schemas never change while the build is served. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: JsonSchema;
  readonly output: JsonSchema;
  readonly annotations: Readonly<Record<string, boolean>>;
  /** @param sent the arguments as they arrived, not checked */
  call(sent: Readonly<Record<string, unknown>>, context: ToolContext): Promise<ToolAnswer | Refusal>;
}

/** Every bound of the tools. Sizes and lengths are in characters (Unicode code points). Documented in `site/docs/reference/mcp.md`. */
export const toolCaps = {
  searchRows: { minimum: 1, maximum: 20, default: 8 },
  relatedRows: { minimum: 1, maximum: 50, default: 20 },
  contentsRows: { minimum: 1, maximum: 100, default: 50 },
  depth: { minimum: 1, maximum: 3, default: 1 },
  /** Maximum size of an answer: its texts and its structured part together. */
  searchSize: 12_000,
  relatedSize: 16_000,
  contentsSize: 16_000,
  /** Maximum length of the text in one answer of `read`. */
  readSize: 20_000,
  /** Maximum number of headings in one answer of `read`. */
  headings: 100,
  /** Maximum number of tags that `contents` lists. */
  tags: 100,
  fault: 500,
  title: 200,
  quotedQuery: 80,
} as const;

/** Why a tool does not answer: one text that says what would be right. It quotes at most 80 characters of a value. */
export function fault(detail: string): Refusal {
  return refuse('invalid-query', detail);
}

export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * Constructors for the schemas of structured answers. Clients check answers as draft-07 or as 2020-12, so only what both read alike
 * is used: all members are required, and an absent value is null.
 */
export function object(members: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return { type: 'object', properties: members, required: Object.keys(members), additionalProperties: false };
}

export function list(items: JsonSchema): JsonSchema {
  return { type: 'array', items };
}

export const text: JsonSchema = { type: 'string' };
export const textOrNull: JsonSchema = { type: ['string', 'null'] };
export const count: JsonSchema = { type: 'integer', minimum: 0 };
export const countOrNull: JsonSchema = { type: ['integer', 'null'], minimum: 0 };
export const flag: JsonSchema = { type: 'boolean' };
