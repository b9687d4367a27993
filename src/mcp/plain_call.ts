import type { CacheBudget } from '../cache/cache_budget.ts';
import { isRefusal, type Refusal } from '../problems/refusal.ts';
import { toByteText } from '../text/utf8.ts';
import { type JsonRpcMessage, versionKey } from './read_message.ts';
import { type ServerDefinition, toolResult } from './server_methods.ts';
import type { Tool, ToolAnswer, ToolContext } from './tools/tool.ts';

const modernVersion = '2026-07-28';
const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities';
const serverInfoKey = 'io.modelcontextprotocol/serverInfo';

interface PlainCall {
  readonly tool: Tool;
  readonly sent: Readonly<Record<string, unknown>>;
  readonly isModern: boolean;
}

/**
 * Reads a message as a call of a tool. Null unless it certainly is a valid one whose fields agree with it. Nearly all
 * work comes from such calls, and the SDK would take half as long as the search for each. All other messages go to the
 * SDK, which knows every fault: this function may reject a valid call, and never accepts an invalid one.
 */
export function readPlainCall(
  { id, method, params }: JsonRpcMessage,
  field: (name: string) => string | undefined,
  { tools }: ServerDefinition,
): PlainCall | null {
  if (id === undefined || method !== 'tools/call' || !isObject(params)) return null;
  const { name, arguments: sent = {}, _meta: meta = {}, ...others } = params;
  const tool = tools.find((each) => each.name === name);
  if (tool === undefined || !isObject(sent) || !isObject(meta) || Object.keys(others).length > 0) return null;
  const version = field('mcp-protocol-version');
  if (!(versionKey in meta)) {
    const isLegacy = version === undefined || plainVersions.includes(version);
    return isLegacy && Object.keys(meta).length === 0 ? { tool, sent, isModern: false } : null;
  }
  const isModern =
    version === modernVersion &&
    meta[versionKey] === modernVersion &&
    isObject(meta[capabilitiesKey]) &&
    field('mcp-method') === method &&
    field('mcp-name') === name;
  return isModern ? { tool, sent, isModern } : null;
}

/** Revisions of 2025 whose results of tools are alike. */
const plainVersions: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26'];

/** Answers plain calls. @returns the result as JSON, as the revision frames it, one character for each byte */
type AnswerPlainCall = (call: PlainCall, context: ToolContext) => Promise<string>;

/** Results for longer arguments are not cached: they are rare, and would fill the cache. */
const longestCached = 2048;

/** Caches results of tools that only read, from their second call on. */
export function createPlainCalls({ info }: ServerDefinition, budget: CacheBudget): AnswerPlainCall {
  const modernEnd = toByteText(`,"resultType":"complete","_meta":${JSON.stringify({ [serverInfoKey]: info })}}`);
  /** Results without their end, by service, tool and arguments, of calls that were repeated: most never are. */
  const results = budget.createCache<string>('tools');
  const asked = budget.createAskedKeys('toolsOnce');

  async function answer({ tool, sent }: PlainCall, context: ToolContext): Promise<string> {
    if (tool.annotations.readOnlyHint !== true) return writeResult(await tool.call(sent, context));
    const key = `${context.service ?? ''} ${tool.name} ${JSON.stringify(sent)}`;
    const cached = results.get(key);
    if (cached !== undefined) return cached;
    const answered = await tool.call(sent, context);
    const result = writeResult(answered);
    // Not cached: the fault may be that the server is busy.
    const mayBeKept = !isRefusal(answered) && key.length <= longestCached;
    if (mayBeKept && asked.isAskedAgain(key)) results.set(key, result, result.length);
    return result;
  }

  return async (call, context) => `${await answer(call, context)}${call.isModern ? modernEnd : '}'}`;
}

/** A result as JSON without its last brace, one character for each byte. */
function writeResult(answer: ToolAnswer | Refusal): string {
  return toByteText(JSON.stringify(toolResult(answer)).slice(0, -1));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
