import { isRefusal } from '../../problems/refusal.ts';
import { validatePlan } from '../../query/ask/validate.ts';
import { encodePath } from '../../text/encode_path.ts';
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
  { questions, caller }: ToolContext,
): Promise<PageRows | ToolFault> {
  const reply = await questions.ask(() => validatePlan(query, questions.grammar), caller);
  return isRefusal(reply) ? new ToolFault(reply.detail) : parseJson<PageRows>(reply.body);
}

export function parseJson<Value>(bytes: Uint8Array): Value {
  return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString()) as Value;
}

/**
 * The address by which an answer names a page: on the site, or, where only its path there is known, that of its Markdown on the service
 * as the client reached it. Over a pipe there is no service, and the path stays.
 */
export function citedAddress(
  { path, canonical }: { readonly path: string; readonly canonical: string },
  { service }: { readonly service: string | null },
): string {
  return service !== null && canonical.startsWith('/') ? `${service}/${encodePath(path)}.md` : canonical;
}
