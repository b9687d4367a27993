/**
 * An event or a measurement of the running service. A plain value, so that threads can send it to each other; the command line
 * turns events into log lines, and both into metrics. No member contains caller input, except the path of a request and its
 * `traceparent`, which has a fixed form.
 */

export type Observation = LoggedObservation | Measurement;

/** What is logged. */
export type LoggedObservation =
  | RequestAnswered
  /** A handler failed, and the response was a 500. `failure` comes from `describeFailure`. */
  | { readonly kind: 'request-failed'; readonly method: string; readonly failure: string }
  | { readonly kind: 'store-made'; readonly file: string }
  /** The default feedback store cannot be created. Pages are served without feedback. */
  | { readonly kind: 'store-left-out'; readonly reason: string }
  /** The feedback store did not answer. `reason` is a sentence. */
  | { readonly kind: 'store-unavailable'; readonly reason: string }
  | { readonly kind: 'roll-up-failed'; readonly failure: string }
  /** Counts of searches that found nothing cannot be written. */
  | { readonly kind: 'miss-count-failed'; readonly failure: string }
  /** The webhook did not take a notice of feedback. `delay`: milliseconds until the next try. */
  | { readonly kind: 'notice-failed'; readonly failure: string; readonly tries: number; readonly delay: number }
  /** The feedback store's disk is low on space, or has enough again. Sizes in MiB. */
  | { readonly kind: 'disk-low' | 'disk-recovered'; readonly left: number; readonly needed: number }
  | SiteBaked
  | ({ readonly kind: 'build-swapped'; readonly source: string } & BuildStamps)
  /** Answers of the first build carry no validators. `reason` is a sentence. */
  | { readonly kind: 'build-unstamped'; readonly reason: string }
  /** A declared setting has no effect. `reason` is a sentence. */
  | { readonly kind: 'settings-unused'; readonly reason: string }
  | { readonly kind: 'build-unchanged'; readonly source: string }
  /** A new build cannot be served; the previous one stays in use. `reason` has no full stop. */
  | { readonly kind: 'build-refused'; readonly reason: string }
  /** A part of the served artefact is damaged: requests that need it fail. `reason` names it, without a full stop. */
  | { readonly kind: 'content-damaged'; readonly reason: string }
  /** Watching the source failed: new builds are no longer detected. */
  | { readonly kind: 'watch-lost'; readonly source: string; readonly reason: string }
  | { readonly kind: 'thread-replaced'; readonly reason: string };

/** What is counted and not logged. */
export type Measurement =
  /** The build that answers from now on. */
  | ({ readonly kind: 'build-served' } & BuildStamps)
  /** The aggregate is as new as this, in milliseconds since 1970. */
  | { readonly kind: 'rolled-up'; readonly at: number }
  | StoreCalled
  /** Notices that were sent in one pass, and those that wait. */
  | { readonly kind: 'notices-passed'; readonly sent: number; readonly waiting: number }
  | {
      readonly kind: 'submission-settled';
      readonly outcome: 'recorded' | 'replayed' | 'conflict';
      readonly about: { readonly kind: string; readonly severity: string };
    }
  /** Calls of a feedback store that wait or run, by name. */
  | { readonly kind: 'store-load'; readonly calls: Readonly<Record<string, number>> }
  | ServiceLoad;

/** A call of the feedback store, from its start to its result. */
interface StoreCalled {
  readonly kind: 'store-called';
  readonly call: string;
  readonly milliseconds: number;
  /** Why the store did not answer, such as `busy`; null when it did. */
  readonly failure: string | null;
}

/** What a service holds at a moment. */
export interface ServiceLoad {
  readonly kind: 'service-load';
  /** Questions that wait for their turn, and those of them that were begun and are paused. */
  readonly waiting: number;
  readonly paused: number;
  readonly caches: readonly ObservedCache[];
}

/** One of the caches of `cache_budget.ts`, since its service was made. */
interface ObservedCache {
  readonly name: string;
  readonly hits: number;
  readonly misses: number;
  /** Memory of its entries, and its bound. */
  readonly bytes: number;
  readonly limit: number;
}

/** A folder was baked. */
export interface SiteBaked extends BuildStamps {
  readonly kind: 'site-baked';
  readonly generator: string;
  /** Markdown files, including those that are no pages. */
  readonly files: number;
  readonly pages: number;
  /** Numbers of pages by collection. */
  readonly collections: Readonly<Record<string, number>>;
  readonly tags: number;
  readonly linksResolved: number;
  readonly linksUnresolved: number;
  readonly warnings: number;
  /** The first warnings, one line each. */
  readonly firstWarnings: readonly string[];
  /** Size of the artefact. */
  readonly bytes: number;
  readonly digest: string;
  readonly seconds: number;
}

/** The outcome of a request. */
export interface RequestAnswered {
  readonly kind: 'request-answered';
  /** Null when the request could not be parsed. */
  readonly method: string | null;
  /** The target without its query, which may contain anything; null when the request could not be parsed or is not logged. */
  readonly path: string | null;
  readonly status: number;
  /** Name of the resource in the resource table; null where there is none. */
  readonly resource: string | null;
  /** Slug of the problem type, or `status-NNN` for a refusal without one; null for other answers. */
  readonly problem: string | null;
  /** The field of that name (W3C Trace Context), if it is valid and the request is logged. */
  readonly traceparent: string | null;
  /** From the end of the request's header section until the response was handed over. */
  readonly milliseconds: number;
  /** Length of the response content. */
  readonly bytes: number;
}

interface BuildStamps {
  readonly commit: string | null;
  readonly content: string | null;
}

/** Called for each event as it happens. Must not throw. */
export type Observe = (observation: Observation) => void;

/** An observer for those who must go on: an error of it is dropped, because reporting it would fail too. */
export function neverThrowing(observe: Observe | null | undefined): Observe {
  if (observe == null) return () => {};
  return (observation) => {
    try {
      observe(observation);
    } catch {}
  };
}

export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return `a thrown ${typeof error}`;
  const { name, message, stack = '' } = error;
  const begin = message === '' ? -1 : stack.indexOf(message);
  const places = (begin === -1 ? stack : stack.slice(begin + message.length))
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('at '));
  return [/^\w{1,80}$/.test(name) ? name : 'Error', ...places].join(' ');
}
