import { describe, expect, test } from 'vitest';
import type { RequestAnswered } from '../observation/observation.ts';
import { DURATION_BUCKETS, RequestTally, renderMetrics } from './server_metrics.ts';

function answered(members: Partial<RequestAnswered> = {}): RequestAnswered {
  return {
    kind: 'request-answered',
    method: 'GET',
    path: '/api/tags',
    status: 200,
    resource: 'tags',
    problem: null,
    traceparent: null,
    milliseconds: 0.3,
    bytes: 100,
    ...members,
  };
}

describe('RequestTally', () => {
  test('counts answers, refusals, bytes and durations', async () => {
    const tally = new RequestTally();
    for (const milliseconds of [0.1, 0.3, 0.7, 9_000]) tally.add(answered({ milliseconds }));
    tally.add(answered({ status: 304, milliseconds: 0.1, bytes: 0 }));
    tally.add(answered({ status: 404, resource: null, problem: 'no-such-resource', bytes: 50 }));
    const lines = (await renderMetrics([tally.read()]))
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    expect(lines.filter((line) => !line.includes('_duration_'))).toEqual([
      'catchword_http_requests_total{resource="tags",method="GET",status="200"} 4',
      'catchword_http_requests_total{resource="tags",method="GET",status="304"} 1',
      'catchword_http_requests_total{resource="none",method="GET",status="404"} 1',
      'catchword_http_refusals_total{resource="none",method="GET",slug="no-such-resource"} 1',
      'catchword_http_response_bytes_total{resource="tags",method="GET"} 400',
      'catchword_http_response_bytes_total{resource="none",method="GET"} 50',
    ]);
    const durations = lines.filter((line) => line.includes('_duration_') && line.includes('resource="tags"'));
    const bounds = [0.0001, 0.0005, 0.001, 5];
    expect(bounds.map((bound) => durations.find((line) => line.includes(`le="${bound}"`)))).toEqual(
      [2, 3, 4, 4].map(
        (below, at) =>
          `catchword_http_request_duration_seconds_bucket{resource="tags",method="GET",le="${bounds[at]}"} ${below}`,
      ),
    );
    expect(durations.slice(-3)).toEqual([
      'catchword_http_request_duration_seconds_bucket{resource="tags",method="GET",le="+Inf"} 5',
      expect.stringMatching(/^catchword_http_request_duration_seconds_sum\{resource="tags",method="GET"\} 9\.001/),
      'catchword_http_request_duration_seconds_count{resource="tags",method="GET"} 5',
    ]);
    expect(durations).toHaveLength(DURATION_BUCKETS.length + 3);
  });

  test('has one label for all unknown methods, and one for unreadable requests', () => {
    const tally = new RequestTally();
    for (let at = 0; at < 1_000; at++) tally.add(answered({ method: `M${at}`, status: 501 }));
    tally.add(answered({ method: null, resource: null, status: 400 }));
    const [requests] = tally.read();
    expect(requests!.values).toEqual([
      { labels: { resource: 'tags', method: 'other', status: '501' }, value: 1_000 },
      { labels: { resource: 'none', method: 'none', status: '400' }, value: 1 },
    ]);
  });
});
