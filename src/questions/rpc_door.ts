import type { CacheBudget } from '../cache/cache_budget.ts';
import type { CallBounds } from '../feedback/store_limits.ts';
import type { Submission } from '../feedback/submission.ts';
import type { Confirmation } from '../feedback/submit_feedback.ts';
import type { Refusal } from '../problems/refusal.ts';
import type { Caller } from './caller.ts';
import type { PageQuestions } from './page_questions.ts';

/** Most bytes of a message. */
export const messageBytes = 65_536;

/** A protocol of its own over the same use cases, one message a request, such as MCP. `http/` receives the messages. */
export interface RpcDoor {
  /** @throws when a use case failed; the error is for the log alone */
  answer(message: RpcMessage): Promise<RpcAnswer>;
}

export interface RpcMessage {
  readonly caller: Caller;
  /** The message as it arrived, which may be anything. */
  readonly bytes: Uint8Array;
  /** Value of a request field by its lower-case name. */
  readonly field: (name: string) => string | undefined;
}

export interface RpcAnswer {
  /** HTTP status. */
  readonly status: number;
  /** UTF-8 JSON as text with one character for each byte (latin1); null: an answer without content. */
  readonly text: string | null;
}

/** What such a protocol answers from. */
export interface RpcParts {
  readonly questions: PageQuestions;
  /** Where it may keep answers. */
  readonly budget: CacheBudget;
  /** Records feedback; null where the protocol may not. Never throws for a store that is unavailable. */
  readonly submit: Submit | null;
  /** Whether every request needs the shared password, so that no shared cache may keep an answer. */
  readonly isGated: boolean;
}

export type Submit = (submission: Submission, key: string, bounds: CallBounds) => Promise<Confirmation | Refusal>;
export type OpenRpcDoor = (parts: RpcParts) => RpcDoor;
