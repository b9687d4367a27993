import { type JsonRpcMessage, versionKey } from './read_message.ts';
import { contentOf, type ServerDefinition, toolResult } from './server_methods.ts';
import type { Tool, ToolContext } from './tools/tool.ts';
import { ToolFault } from './tools/tool_fault.ts';
import { WrittenAnswer } from './tools/written_answer.ts';

const modernVersion = '2026-07-28';
const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities';
const serverInfoKey = 'io.modelcontextprotocol/serverInfo';

/** A call of a tool that is there, in a message with nothing at fault. */
export interface PlainCall {
  readonly tool: Tool;
  readonly sent: Readonly<Record<string, unknown>>;
  readonly isModern: boolean;
}

/**
 * Reads a message as a call of a tool, when it certainly is one and its fields agree with it; else null. These calls are nearly all
 * of the work, and the SDK takes half as long as the search for one. All other messages are left to it, as it knows every
 * fault: so this may fail to see that a call is plain, but never the other way round.
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

/** The result of a plain call as JSON text, as its revision frames it. */
export async function answerPlainCall(
  { tool, sent, isModern }: PlainCall,
  { info }: ServerDefinition,
  context: ToolContext,
): Promise<string> {
  const answer = await tool.call(sent, context);
  const frame = isModern ? { resultType: 'complete', _meta: { [serverInfoKey]: info } } : {};
  if (answer instanceof WrittenAnswer) {
    const rest = JSON.stringify(frame).slice(1);
    const result = `{"content":[{"type":"text","text":"${answer.written}"}],"structuredContent":${answer.json}`;
    return rest === '}' ? `${result}}` : `${result},${rest}`;
  }
  if (answer instanceof ToolFault || answer.json === undefined) {
    return JSON.stringify({ ...toolResult(answer), ...frame });
  }
  // The structured part is half of the answer, and the tool has written it already to learn its size.
  const rest = JSON.stringify({ content: contentOf(answer), ...frame });
  return `${rest.slice(0, -1)},"structuredContent":${answer.json}}`;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
