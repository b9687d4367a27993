import { isRefusal, type Refusal } from '../problems/refusal.ts';
import type { RpcParts } from '../questions/rpc_endpoint.ts';
import { codes, type JsonRpcFault } from './read_message.ts';
import { completePath, listResources, pageTemplate, readResource } from './site_resources.ts';
import { createContentsTool } from './tools/contents_tool.ts';
import { createFeedbackTool } from './tools/feedback_tool.ts';
import { shorten } from './tools/fit_rows.ts';
import { createReadTool } from './tools/read_tool.ts';
import { createRelatedTool } from './tools/related_tool.ts';
import { createSearchTool } from './tools/search_tool.ts';
import { type Tool, type ToolAnswer, type ToolContext, toolCaps } from './tools/tool.ts';

export interface ServerDefinition {
  readonly info: {
    readonly name: string;
    readonly version: string;
    readonly title: string;
    readonly websiteUrl?: string;
  };
  readonly instructions: string;
  readonly tools: readonly Tool[];
  /** How long clients may keep lists, and whether shared caches may. */
  readonly cacheHint: { readonly ttlMs: number; readonly cacheScope: 'public' | 'private' };
}

/** Answers one method, or with a fault of the protocol: one of a tool is a result. The parameters have the shape that the protocol gives them. */
// biome-ignore lint/suspicious/noExplicitAny: the protocol's schemas check the parameters of each method
type Method = (params: any, context: ToolContext) => Promise<object> | object;

/** The methods that are our own; the rest of the protocol is the SDK's. */
export function createMethods({ tools }: ServerDefinition): Readonly<Record<string, Method>> {
  const listed = tools.map(({ name, title, description, input, annotations }) => {
    return { name, title, description, inputSchema: input, annotations };
  });
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const unknownTool = invalidParams(`Unknown tool. Available tools: ${[...byName.keys()].join(', ')}.`);
  return {
    'tools/list': () => ({ tools: listed }),
    'tools/call': async ({ name, arguments: sent = {} }: ToolCall, context) => {
      const tool = byName.get(name);
      return tool === undefined ? unknownTool : toolResult(await tool.call(sent, context));
    },
    // Some clients request prompts although none are announced, and report an error when there is no such method.
    'prompts/list': () => ({ prompts: [] }),
    'resources/templates/list': () => ({ resourceTemplates: [pageTemplate] }),
    'resources/list': ({ cursor = null }: { readonly cursor?: string | null }, context) => listPart(cursor, context),
    'resources/read': ({ uri }: { readonly uri: string }, context) => readContents(uri, context),
    'completion/complete': ({ ref, argument }: CompletionParams, context) => complete(ref, argument, context),
  };
}

interface ToolCall {
  readonly name: string;
  readonly arguments?: Readonly<Record<string, unknown>>;
}

interface CompletionParams {
  readonly ref: { readonly type: string; readonly uri?: string };
  readonly argument: { readonly name: string; readonly value: string };
}

function invalidParams(message: string, data?: Readonly<Record<string, unknown>>): JsonRpcFault {
  return { code: codes.invalidParams, message, data };
}

function busy({ detail }: Refusal): JsonRpcFault {
  return { code: codes.internalError, message: detail };
}

export function toolResult(answer: ToolAnswer | Refusal): Readonly<Record<string, unknown>> {
  if (isRefusal(answer)) {
    return { content: [{ type: 'text', text: shorten(answer.detail, toolCaps.fault) }], isError: true };
  }
  return { content: answer.map((text) => ({ type: 'text', text })) };
}

async function listPart(cursor: string | null, context: ToolContext): Promise<object> {
  const list = await listResources(cursor, context);
  if (list === 'bad-cursor') return invalidParams('Unknown cursor');
  if (isRefusal(list)) return busy(list);
  const { resources, nextCursor } = list;
  return { resources, ...(nextCursor !== null && { nextCursor }) };
}

async function readContents(uri: string, context: ToolContext): Promise<object> {
  const found = await readResource(uri, context);
  if (found === null) return invalidParams('Resource not found', { uri });
  if (isRefusal(found)) return busy(found);
  return { contents: [{ uri, ...found }] };
}

async function complete(
  { type, uri }: CompletionParams['ref'],
  { name, value }: CompletionParams['argument'],
  context: ToolContext,
): Promise<object> {
  const isPath = type === 'ref/resource' && uri === pageTemplate.uriTemplate && name === 'path';
  return { completion: isPath ? await completePath(value, context) : { values: [], hasMore: false } };
}

/** The tools of a site, in the order in which clients list them. The one that writes is there only where feedback may be sent. */
export function createSiteTools({ questions, submit }: RpcParts): readonly Tool[] {
  const { settings } = questions;
  const reading = [createReadTool, createRelatedTool, createContentsTool];
  return [
    createSearchTool(questions),
    ...reading.map((create) => create(settings)),
    ...(submit === null ? [] : [createFeedbackTool(settings, submit)]),
  ];
}
