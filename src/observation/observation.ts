/**
 * What happened while the service ran. Rooms hand these up as plain values that threads can send to each other; the command line
 * makes log lines of them. No member holds what a caller wrote, but for the path of a request.
 */
export type Observation =
  | RequestAnswered
  /** A resource failed, and the request got a 500. `failure` is as `describeFailure` gives it. */
  | { readonly kind: 'request-failed'; readonly method: string; readonly failure: string }
  | { readonly kind: 'store-made'; readonly file: string }
  /** The default feedback store cannot be made: pages are served without feedback. */
  | { readonly kind: 'store-left-out'; readonly reason: string }
  /** The feedback store did not answer. `reason` is a sentence. */
  | { readonly kind: 'store-unavailable'; readonly reason: string }
  | { readonly kind: 'roll-up-failed'; readonly failure: string }
  /** The disk of the feedback store has less room than it may need, or enough again. Sizes in MiB. */
  | { readonly kind: 'disk-low' | 'disk-recovered'; readonly left: number; readonly needed: number }
  /** A folder was baked. `summary` has several lines. */
  | { readonly kind: 'site-baked'; readonly summary: string }
  | ({ readonly kind: 'build-swapped'; readonly source: string } & BuildStamps)
  | { readonly kind: 'build-unchanged'; readonly source: string }
  /** A new build cannot be served; the one before goes on answering. `reason` has no full stop. */
  | { readonly kind: 'build-refused'; readonly reason: string }
  /** New builds at the source are no longer noticed. */
  | { readonly kind: 'watch-lost'; readonly source: string; readonly reason: string }
  | { readonly kind: 'thread-replaced'; readonly reason: string };

/** What became of a request. */
export interface RequestAnswered {
  readonly kind: 'request-answered';
  /** Null when no request could be read. */
  readonly method: string | null;
  /** The target without its query, which may hold anything; null when no request could be read. */
  readonly path: string | null;
  readonly status: number;
  /** From the end of the request's fields to the hand-over of the answer. */
  readonly milliseconds: number;
  /** Of the answer's content. */
  readonly bytes: number;
}

interface BuildStamps {
  readonly commit: string | null;
  readonly content: string | null;
}

/** Told about what happens, as it happens. Must not throw. */
export type Observe = (observation: Observation) => void;
