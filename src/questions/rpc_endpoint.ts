import type { CacheBudget } from '../cache/cache_budget.ts';
import type { CallBounds } from '../feedback/store_limits.ts';
import type { Submission } from '../feedback/submission.ts';
import type { Confirmation } from '../feedback/submit_feedback.ts';
import type { Refusal } from '../problems/refusal.ts';
import type { Caller } from './caller.ts';
import type { PageQuestions } from './page_questions.ts';

/** Maximum length of a message in bytes. */
export const messageBytes = 65_536;

/** Answers another protocol, such as MCP, from the same use cases: one message per request. `http/` receives the messages. */
export interface RpcEndpoint {
  /** @throws when a use case failed; the error is for the log alone */
  answer(message: RpcMessage): Promise<RpcAnswer>;
}

export interface RpcMessage {
  readonly caller: Caller;
  /** The message as it arrived, which may be anything. */
  readonly bytes: Uint8Array;
  /** Value of a request field by its lower-case name. */
  readonly field: (name: string) => string | undefined;
  /** Origin of the service as the caller reached it, without a trailing slash; null over a pipe. */
  readonly service: string | null;
}

export interface RpcAnswer {
  /** HTTP status. */
  readonly status: number;
  /** UTF-8 JSON as text with one character for each byte (latin1); null: an answer without content. */
  readonly text: string | null;
}

/** What an endpoint answers from. */
export interface RpcParts {
  readonly questions: PageQuestions;
  /** Budget for the answers that it caches. */
  readonly budget: CacheBudget;
  /** Records feedback; null where the protocol may not. Never throws for a store that is unavailable. */
  readonly submit: Submit | null;
  /** Whether every request needs the shared password, so that no shared cache may keep an answer. */
  readonly isGated: boolean;
}

export type Submit = (submission: Submission, key: string, bounds: CallBounds) => Promise<Confirmation | Refusal>;
export type OpenRpcEndpoint = (parts: RpcParts) => RpcEndpoint;
