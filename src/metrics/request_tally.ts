import type { RequestAnswered } from '../observation/observation.ts';
import type { Sample, Sampled } from './metrics_page.ts';

/** Upper bounds of the buckets of the histogram, in seconds. Most answers take less than a millisecond. */
export const DURATION_BUCKETS = [
  0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5,
];

/** Methods that have a label of their own: a client can send any other token, and each label costs memory. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'QUERY', 'OPTIONS']);

function labelOf(method: string | null): string {
  return method === null ? 'none' : METHODS.has(method) ? method : 'other';
}

/** The answers of one resource to one method. */
interface Tally {
  readonly labels: { readonly resource: string; readonly method: string };
  /** Answers by status. */
  readonly byStatus: Float64Array;
  readonly byProblem: Map<string, number>;
  count: number;
  seconds: number;
  bytes: number;
  /** How many took at most the bound of each bucket and more than the one before. */
  readonly buckets: Float64Array;
}

/**
 * Counts answers. Counting by the library's own counters and histogram costs more than two microseconds an answer, because it
 * makes a text of the labels each time; this costs a small part of it. The library gets the sums when they are read.
 */
export class RequestTally {
  readonly #byResource = new Map<string | null, Map<string | null, Tally>>();

  add({ resource, method, status, problem, milliseconds, bytes }: RequestAnswered): void {
    const tally = this.#byResource.get(resource)?.get(method) ?? this.#tallyOf(resource, labelOf(method));
    const seconds = milliseconds / 1_000;
    tally.count++;
    tally.seconds += seconds;
    tally.bytes += bytes;
    tally.byStatus[status]!++;
    if (problem !== null) tally.byProblem.set(problem, (tally.byProblem.get(problem) ?? 0) + 1);
    for (let at = 0; at < DURATION_BUCKETS.length; at++) {
      if (seconds > DURATION_BUCKETS[at]!) continue;
      tally.buckets[at]!++;
      return;
    }
  }

  read(): Sampled[] {
    const tallies = [...this.#byResource.values()].flatMap((byMethod) => [...byMethod.values()]);
    const sampled = (name: string, help: string, read: (tally: Tally) => readonly Sample[], type = 'counter') => ({
      ...{ name: `catchword_http_${name}`, help, type },
      ...{ values: tallies.flatMap(read), aggregator: 'sum' },
    });
    return [
      sampled('requests_total', 'Answers by resource, method and status.', ({ labels, byStatus }) =>
        [...byStatus].flatMap((value, status) =>
          value === 0 ? [] : [{ labels: { ...labels, status: String(status) }, value }],
        ),
      ),
      sampled('refusals_total', 'Refusals by problem type.', ({ labels, byProblem }) =>
        [...byProblem].map(([slug, value]) => ({ labels: { ...labels, slug }, value })),
      ),
      sampled('response_bytes_total', 'Content of answers in bytes.', ({ labels, bytes: value }) => [
        { labels, value },
      ]),
      sampled(
        'request_duration_seconds',
        'Time from the end of the header section to the answer.',
        durations,
        'histogram',
      ),
    ];
  }

  #tallyOf(resource: string | null, method: string): Tally {
    const byMethod = this.#byResource.get(resource) ?? new Map<string | null, Tally>();
    this.#byResource.set(resource, byMethod);
    const tally = byMethod.get(method) ?? {
      labels: { resource: resource ?? 'none', method },
      byStatus: new Float64Array(600),
      byProblem: new Map(),
      count: 0,
      seconds: 0,
      bytes: 0,
      buckets: new Float64Array(DURATION_BUCKETS.length),
    };
    byMethod.set(method, tally);
    return tally;
  }
}

const DURATION = 'catchword_http_request_duration_seconds';

function durations({ labels, buckets, count, seconds }: Tally): Sample[] {
  let below = 0;
  const counts = DURATION_BUCKETS.map((bound, at) => {
    below += buckets[at]!;
    return { labels: { ...labels, le: String(bound) }, value: below, metricName: `${DURATION}_bucket` };
  });
  return [
    ...counts,
    { labels: { ...labels, le: '+Inf' }, value: count, metricName: `${DURATION}_bucket` },
    { labels, value: seconds, metricName: `${DURATION}_sum` },
    { labels, value: count, metricName: `${DURATION}_count` },
  ];
}
