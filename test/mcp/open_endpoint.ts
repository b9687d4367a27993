import { openBudget } from '../../src/cache/cache_budget.ts';
import type { Corpus } from '../../src/corpus/corpus.ts';
import { openMcp } from '../../src/mcp/open_mcp.ts';
import { openQuestions } from '../../src/questions/open_questions.ts';
import type { RpcParts } from '../../src/questions/rpc_endpoint.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
type Answer = any;

export interface CallResult {
  readonly content: readonly { readonly type: 'text'; readonly text: string }[];
  readonly isError?: true;
}

export interface TestEndpoint {
  /** The result or the error of a request of 2025-11-25, which has the smallest frame. */
  ask(method: string, params?: object): Promise<Answer>;
  /** The result of a tool. */
  call(name: string, args?: object): Promise<CallResult>;
  tools(): Promise<readonly { readonly name: string; readonly inputSchema: object }[]>;
}

/** The paths that an answer of `search` names, with their anchors. */
export function pathsOf({ content }: CallResult): readonly string[] {
  return [...content[0]!.text.matchAll(/^ *path: (.+)$/gm)].map(([, path]) => path!);
}

/** MCP over a corpus in this process, without HTTP. */
export function openEndpoint(corpus: Corpus, parts: Partial<RpcParts> = {}): TestEndpoint {
  const budget = openBudget(1 << 24);
  const questions = openQuestions(corpus, budget);
  const endpoint = openMcp({ version: '1.2.3' })({ questions, budget, submit: null, isGated: false, ...parts });
  const caller = { connection: {}, signal: new AbortController().signal };
  const ask = async (method: string, params: object = {}): Promise<Answer> => {
    const bytes = Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
    const { text } = await endpoint.answer({ bytes, field: () => undefined, service: null, caller });
    const { result, error } = JSON.parse(Buffer.from(text!, 'latin1').toString()) as Answer;
    return result ?? error;
  };
  return {
    ask,
    call: (name, args = {}) => ask('tools/call', { name, arguments: args }),
    tools: async () => (await ask('tools/list')).tools,
  };
}
