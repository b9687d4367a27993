import { type Refusal, refuse } from '../../problems/refusal.ts';
import type { Caller } from '../../questions/caller.ts';
import type { RpcParts } from '../../questions/rpc_endpoint.ts';

export interface ToolContext extends RpcParts {
  readonly caller: Caller;
  /** Origin of the service where answers name pages by it (`citedAddress`); null: they do not. */
  readonly service: string | null;
}

/** Texts for a model to read, each complete in itself. */
export type ToolAnswer = readonly string[];

/** A tool of one site. Its texts and schemas never change while the build is served. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: JsonSchema;
  readonly annotations: Readonly<Record<string, boolean>>;
  /** @param sent the arguments as they arrived, not checked */
  call(sent: Readonly<Record<string, unknown>>, context: ToolContext): Promise<ToolAnswer | Refusal>;
}

/** Every bound of the tools. Sizes and lengths are in characters (Unicode code points). Documented in `site/docs/reference/mcp.md`. */
export const toolCaps = {
  searchRows: { minimum: 1, maximum: 20, default: 4 },
  /** Size of an answer of `search`, as its caller asks for it. */
  searchSize: { minimum: 500, maximum: 12_000, default: 3_000 },
  /** Maximum length of the passage that one result of `search` shows. */
  passage: 1_200,
  relatedRows: { minimum: 1, maximum: 50, default: 20 },
  contentsRows: { minimum: 1, maximum: 100, default: 50 },
  depth: { minimum: 1, maximum: 3, default: 1 },
  /** Maximum size of an answer. */
  relatedSize: 16_000,
  contentsSize: 16_000,
  /** Size of an answer of `read`, as its caller asks for it. */
  readSize: { minimum: 4_000, maximum: 20_000, default: 10_000 },
  headings: 100,
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
