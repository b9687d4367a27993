/**
 * An event of the running service. A plain value, so that threads can send it to each other; the command line turns it into a
 * log line. No member contains caller input, except the path of a request.
 */
export type Observation =
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
  /** The feedback store's disk is low on space, or has enough again. Sizes in MiB. */
  | { readonly kind: 'disk-low' | 'disk-recovered'; readonly left: number; readonly needed: number }
  | SiteBaked
  | ({ readonly kind: 'build-swapped'; readonly source: string } & BuildStamps)
  /** Answers of the first build carry no validators. `reason` is a sentence. */
  | { readonly kind: 'build-unstamped'; readonly reason: string }
  | { readonly kind: 'build-unchanged'; readonly source: string }
  /** A new build cannot be served; the previous one stays in use. `reason` has no full stop. */
  | { readonly kind: 'build-refused'; readonly reason: string }
  /** A part of the served artefact is damaged: requests that need it fail. `reason` names it, without a full stop. */
  | { readonly kind: 'content-damaged'; readonly reason: string }
  /** Watching the source failed: new builds are no longer detected. */
  | { readonly kind: 'watch-lost'; readonly source: string; readonly reason: string }
  | { readonly kind: 'thread-replaced'; readonly reason: string };

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
  /** The target without its query, which may contain anything; null when the request could not be parsed. */
  readonly path: string | null;
  readonly status: number;
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
