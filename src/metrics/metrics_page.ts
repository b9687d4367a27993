import { AggregatorRegistry, type PrometheusContentType, Registry } from 'prom-client';

/** A sample of a metric, as the library exchanges it between processes. */
export interface Sample {
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
  /** Where it differs from that of the metric, as `..._bucket` does. */
  readonly metricName?: string;
}

/** A metric with its samples, as a plain value. `aggregator` says how the samples of several threads become one. */
export interface Sampled {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly values: readonly Sample[];
  readonly aggregator: string;
}

/** The media type of a page: the text format of Prometheus. */
export const metricsType = Registry.PROMETHEUS_CONTENT_TYPE;

/** One page of the metrics of several threads. */
export function renderMetrics(threads: readonly (readonly Sampled[])[]): Promise<string> {
  return aggregate(threads).metrics();
}

/** Sums the counts of threads that have ended: a count must never decrease. */
export async function mergeCounts(threads: readonly (readonly Sampled[])[]): Promise<readonly Sampled[]> {
  const counts = threads.map((thread) => thread.filter(({ type }) => type === 'counter' || type === 'histogram'));
  return (await aggregate(counts).getMetricsAsJSON()) as unknown as readonly Sampled[];
}

function aggregate(threads: readonly (readonly Sampled[])[]): Registry<PrometheusContentType> {
  return AggregatorRegistry.aggregate<PrometheusContentType>([...threads]);
}
