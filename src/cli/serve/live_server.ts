import { openBudget } from '../../cache/cache_budget.ts';
import type { FeedbackOptions } from '../../http/resources/feedback_options.ts';
import { createService, type Service, type ServiceOptions } from '../../http/service.ts';
import type { Observe } from '../../observation/observation.ts';
import { openQuestions } from '../../questions/open_questions.ts';
import { warmUp } from '../../questions/warm_up.ts';
import { openBuild, type SharedBuild } from './shared_build.ts';
import type { FeedbackSettings } from './thread_feedback.ts';

/** Settings of a server. Plain values, because they are sent to threads as messages. */
export interface ServeSettings {
  readonly host: string;
  /** 0: the system chooses one. */
  readonly port: number;
  readonly nativeQuery: boolean;
  /** Size of the caches of one thread, in bytes. */
  readonly cacheBytes: number;
  readonly gatePassword: string | null;
  /** Whether the explorer is at the root. */
  readonly home: boolean;
  /** Addresses and networks of the proxies whose `Forwarded` fields are trusted. */
  readonly trustedProxies: readonly string[];
  /** Null: feedback is off. */
  readonly feedback: FeedbackSettings | null;
  /** Whether every answer is logged. */
  readonly logsRequests: boolean;
}

/** A running server, in this thread or in several. */
export interface LiveServer {
  readonly port: number;
  /**
   * Answers new requests from another build; requests in progress finish with the old one. Rejects and changes nothing
   * when a thread cannot open the build.
   */
  swap(build: SharedBuild): Promise<void>;
  /** Tells clients that the server closes, finishes requests in progress, and ends within ten seconds. */
  close(): Promise<void>;
}

/** Warms up the runtime for a build before the first request. */
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
  settings: ServeSettings,
  feedback: FeedbackOptions | null,
  observe: Observe,
): Service {
  return createService(serviceOptions(build, settings, feedback, observe));
}

export function serviceOptions(
  build: SharedBuild,
  { nativeQuery, gatePassword, home, cacheBytes }: ServeSettings,
  feedback: FeedbackOptions | null,
  observe: Observe,
): ServiceOptions {
  return { corpus: openBuild(build), nativeQuery, gatePassword, home, cacheBytes, feedback, observe };
}
