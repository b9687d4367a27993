import { openBudget } from '../../cache/cache_budget.ts';
import type { FeedbackOptions } from '../../http/resources/feedback_options.ts';
import { createService, type Service } from '../../http/service.ts';
import type { Observe } from '../../observation/observation.ts';
import { openQuestions } from '../../questions/open_questions.ts';
import { warmUp } from '../../questions/warm_up.ts';
import { openBuild, type SharedBuild } from './shared_build.ts';
import type { FeedbackSettings } from './thread_feedback.ts';

/** How to serve: plain values, so that threads can be given them. */
export interface ServeSettings {
  readonly host: string;
  /** 0 for any. */
  readonly port: number;
  readonly nativeQuery: boolean;
  /** Memory for the caches of one thread. */
  readonly cacheBytes: number;
  readonly gatePassword: string | null;
  /** Addresses and networks of the proxies whose word on a request counts. */
  readonly trustedProxies: readonly string[];
  /** Null: no feedback is kept. */
  readonly feedback: FeedbackSettings | null;
  /** Whether the owner is told about every answer. */
  readonly logsRequests: boolean;
}

/** A server that answers, in this thread or in several. */
export interface LiveServer {
  readonly port: number;
  /**
   * Has every request from now on answered from another build; requests under way are finished from theirs. Rejects and
   * changes nothing when a thread cannot open it.
   */
  swap(build: SharedBuild): Promise<void>;
  /** Announces the end, finishes what is in flight, and ends within ten seconds. */
  close(): Promise<void>;
}

/** Warms the runtime up for a build, before its first caller. */
export function warmUpFor(build: SharedBuild): Promise<void> {
  const corpus = openBuild(build);
  const { pages } = corpus;
  return warmUp(
    openQuestions(corpus, openBudget(0)),
    Array.from({ length: Math.min(pages.count, 32) }, (_, page) => pages.path(page)),
  );
}

export function openService(
  build: SharedBuild,
  { nativeQuery, gatePassword, cacheBytes }: ServeSettings,
  feedback: FeedbackOptions | null,
  observe: Observe,
): Service {
  return createService({
    corpus: openBuild(build),
    nativeQuery,
    gatePassword,
    cacheBytes,
    feedback,
    observe,
  });
}
