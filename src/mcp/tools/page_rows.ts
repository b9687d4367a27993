import { isRefusal } from '../../problems/refusal.ts';
import { validatePlan } from '../../query/ask/validate.ts';
import type { ToolContext } from './tool.ts';
import { ToolFault } from './tool_fault.ts';

/** A row of an answer to a query, as far as tools read it. */
export interface PageRow {
  readonly path: string;
  readonly canonical: string;
  readonly title: string;
  readonly description: string;
  readonly match?: {
    readonly excerpt?: string;
    readonly section?: { readonly heading: string; readonly anchor: string } | null;
    readonly distance?: number;
  };
}

export interface PageRows {
  readonly items: readonly PageRow[];
  readonly total: number;
  readonly relaxed?: boolean;
}

/** Asks one query of the grammar. */
export async function askPages(
  query: Readonly<Record<string, unknown>>,
  context: ToolContext,
): Promise<PageRows | ToolFault> {
  const body = await askQuery(query, context);
  return body instanceof ToolFault ? body : parseJson<PageRows>(body);
}

/** As `askPages`. @returns UTF-8 JSON of the answer */
export async function askQuery(
  query: Readonly<Record<string, unknown>>,
  { questions, caller }: ToolContext,
): Promise<Uint8Array | ToolFault> {
  const reply = await questions.ask(() => validatePlan(query, questions.grammar), caller);
  return isRefusal(reply) ? new ToolFault(reply.detail) : reply.body;
}

export function parseJson<Value>(bytes: Uint8Array): Value {
  return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString()) as Value;
}
