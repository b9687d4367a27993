import type { Caller } from '../../questions/caller.ts';
import type { RpcParts } from '../../questions/rpc_endpoint.ts';
import type { Argument, ArgumentValues } from './arguments.ts';
import type { JsonSchema } from './output_schema.ts';
import type { ToolFault } from './tool_fault.ts';

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
  call(sent: Readonly<Record<string, unknown>>, context: ToolContext): Promise<ToolAnswer | ToolFault>;
}

/** A tool that only reads, with checked arguments. */
export interface ReadTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly takes: readonly Argument[];
  readonly output: JsonSchema;
  call(values: ArgumentValues, context: ToolContext): Promise<ToolAnswer | ToolFault>;
}
