import { describe, expect, onTestFinished, test } from 'vitest';
import type { Observation } from '../observation/observation.ts';
import { createServerMetrics, mergeCounts, renderMetrics } from './server_metrics.ts';

const load = (waiting: number): Observation => ({
  kind: 'service-load',
  waiting,
  paused: 1,
  caches: [{ name: 'pages', hits: 5, misses: 2, bytes: 300, limit: 1_000 }],
});

function metricsOf(observations: readonly Observation[], loads: readonly Observation[] = []) {
  const metrics = createServerMetrics({ answers: true, ofProcess: false, loads: () => loads });
  onTestFinished(metrics.close);
  for (const observation of observations) metrics.observe(observation);
  return metrics;
}

async function linesOf(...threads: readonly ReturnType<typeof metricsOf>[]): Promise<string[]> {
  const page = await renderMetrics(await Promise.all(threads.map((thread) => thread.read())));
  return page.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

describe('createServerMetrics', () => {
  test.each<[Observation, string]>([
    [{ kind: 'request-failed', method: 'GET', failure: 'TypeError' }, 'catchword_http_failures_total 1'],
    [{ kind: 'build-served', commit: 'a', content: 'b' }, 'catchword_build_info{commit="a",content="b"} 1'],
    [
      { kind: 'build-swapped', source: 's', commit: 'a', content: 'b' },
      'catchword_build_reloads_total{outcome="swapped"} 1',
    ],
    [{ kind: 'build-unchanged', source: 's' }, 'catchword_build_reloads_total{outcome="unchanged"} 1'],
    [{ kind: 'build-refused', reason: 'r' }, 'catchword_build_reloads_total{outcome="refused"} 1'],
    [{ kind: 'content-damaged', reason: 'r' }, 'catchword_build_damages_total 1'],
    [{ kind: 'thread-replaced', reason: 'r' }, 'catchword_threads_replaced_total 1'],
    [
      { kind: 'store-called', call: 'list', milliseconds: 4, failure: 'busy' },
      'catchword_store_call_duration_seconds_bucket{le="0.005",call="list",failure="busy"} 1',
    ],
    [{ kind: 'store-load', calls: { submit: 3 } }, 'catchword_store_calls_in_progress{call="submit"} 3'],
    [
      { kind: 'submission-settled', outcome: 'recorded', about: { kind: 'other', severity: 'low' } },
      'catchword_submissions_total{kind="other",severity="low",outcome="recorded"} 1',
    ],
    [{ kind: 'rolled-up', at: 1_500 }, 'catchword_roll_up_timestamp_seconds 1.5'],
    [{ kind: 'roll-up-failed', failure: 'f' }, 'catchword_roll_up_failures_total 1'],
    [{ kind: 'disk-low', left: 1, needed: 2 }, 'catchword_store_disk_low 1'],
  ])('makes a metric of %j', async (observation, line) => {
    expect(await linesOf(metricsOf([observation]))).toContain(line);
  });

  test('names the build that answers, and none before it', async () => {
    const metrics = metricsOf([
      { kind: 'build-served', commit: 'a', content: 'b' },
      { kind: 'build-served', commit: 'c', content: null },
    ]);
    const info = (await linesOf(metrics)).filter((line) => line.startsWith('catchword_build_info'));
    expect(info).toEqual(['catchword_build_info{commit="c",content=""} 1']);
  });

  test('reads caches and queues each time, and adds them up over threads', async () => {
    const threads = [metricsOf([], [load(2)]), metricsOf([], [load(3)])];
    await linesOf(...threads);
    expect(await linesOf(...threads)).toEqual(
      expect.arrayContaining([
        'catchword_questions_waiting 5',
        'catchword_questions_paused 2',
        'catchword_cache_hits_total{cache="pages"} 10',
        'catchword_cache_misses_total{cache="pages"} 4',
        'catchword_cache_size_bytes{cache="pages"} 600',
        'catchword_cache_limit_bytes{cache="pages"} 2000',
      ]),
    );
  });

  test('measures the delay of the event loop', async () => {
    const metrics = metricsOf([]);
    await new Promise((resolve) => setTimeout(resolve, 60));
    const until = performance.now() + 80;
    while (performance.now() < until);
    await new Promise((resolve) => setTimeout(resolve, 60));
    const [line] = (await linesOf(metrics)).filter((each) => each.includes('_delay_seconds{quantile="1"}'));
    expect(Number(line!.split(' ')[1])).toBeGreaterThan(0.02);
  });

  test('has the metrics of the process where asked for', async () => {
    const metrics = createServerMetrics({ answers: false, ofProcess: true });
    const lines = (await renderMetrics([await metrics.read()])).split('\n');
    for (const name of ['process_start_time_seconds', 'process_resident_memory_bytes', 'process_cpu_seconds_total']) {
      expect(
        lines.some((line) => line.startsWith(`${name} `)),
        name,
      ).toBe(true);
    }
  });
});

test('mergeCounts keeps counts of ended threads, and no states', async () => {
  const failed = metricsOf([{ kind: 'request-failed', method: 'GET', failure: 'f' }], [load(2)]);
  const merged = await mergeCounts([await failed.read(), await failed.read()]);
  const lines = (await renderMetrics([merged, await metricsOf([]).read()])).split('\n');
  expect(lines).toContain('catchword_http_failures_total 2');
  expect(lines).toContain('catchword_questions_waiting 0');
  // The counts of caches end with their caches, but a sum must not become less.
  expect(lines).toContain('catchword_cache_hits_total{cache="pages"} 10');
});
