import type { RpcParts } from '../questions/rpc_door.ts';
import { inputSchema, readArguments } from './tools/arguments.ts';
import { createContentsTool } from './tools/contents_tool.ts';
import { createFeedbackTool } from './tools/feedback_tool.ts';
import { createReadTool } from './tools/read_tool.ts';
import { createRelatedTool } from './tools/related_tool.ts';
import { createSearchTool } from './tools/search_tool.ts';
import type { ReadTool, Tool } from './tools/tool.ts';
import { ToolFault } from './tools/tool_fault.ts';

/** The tools of a site, in the order in which clients list them. The one that writes is there only where feedback may be sent. */
export function createSiteTools({ questions, submit }: RpcParts): readonly Tool[] {
  const { settings } = questions;
  const reading = [createSearchTool, createReadTool, createRelatedTool, createContentsTool];
  return [
    ...reading.map((create) => checkedTool(create(settings))),
    ...(submit === null ? [] : [createFeedbackTool(settings, submit)]),
  ];
}

/** A tool that checks its arguments before it reads. */
function checkedTool({ takes, call, ...rest }: ReadTool): Tool {
  return {
    ...rest,
    input: inputSchema(takes),
    annotations: { readOnlyHint: true, openWorldHint: false },
    async call(sent, context) {
      const values = readArguments(sent, takes);
      return values instanceof ToolFault ? values : call(values, context);
    },
  };
}
