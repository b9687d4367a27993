import { describe, expect, test } from 'vitest';
import type { ClusterAnswer, ClusterClient, ClusterFailure, ClusterRequest } from '../client/cluster_client.ts';
import { createBuildAsker } from './ask_build.ts';
import { within } from './within.ts';

const { signal } = new AbortController();
const whole = { _shards: { total: 3, successful: 3 }, timed_out: false, hits: { total: { value: 0 }, hits: [] } };

function askerOf(answer: ClusterAnswer | ClusterFailure, asked: ClusterRequest[] = []) {
  const client: ClusterClient = {
    async request(request) {
      asked.push(request);
      return answer;
    },
    async close() {},
  };
  return createBuildAsker(client, 'docs-1', 2000);
}

const answered = (body: unknown): ClusterAnswer => ({ kind: 'cluster-answer', status: 200, body });

describe('createBuildAsker', () => {
  test('asks the index by its own name for all of its shards, within the deadline', async () => {
    const asked: ClusterRequest[] = [];
    expect(await askerOf(answered(whole), asked).search({ size: 0 }, signal)).toEqual({
      total: 0,
      hits: [],
      aggregations: {},
    });
    expect(asked).toEqual([
      {
        method: 'POST',
        path: '/docs-1/_search',
        query: { allow_partial_search_results: false },
        body: { track_total_hits: true, _source: false, size: 0 },
        ...{ signal, deadline: 2000 },
      },
    ]);
  });

  test.each([
    ['of some shards', { ...whole, _shards: { total: 3, successful: 2 } }],
    ['that timed out', { ...whole, timed_out: true }],
  ])('refuses an answer %s', async (_, body) => {
    await expect(askerOf(answered(body)).search({}, signal)).rejects.toMatchObject({
      name: 'ClusterUnavailable',
      reason: 'incomplete',
    });
  });

  test('refuses documents when one is missing', async () => {
    await expect(askerOf(answered({ docs: [{ found: false }] })).shown([7], signal)).rejects.toMatchObject({
      reason: 'incomplete',
    });
    await expect(askerOf(answered({ docs: [{ error: {} }] })).shown([7], signal)).rejects.toMatchObject({
      reason: 'incomplete',
    });
  });

  test('turns a failure into an error that says why, and nothing of the question', async () => {
    const failure: ClusterFailure = {
      kind: 'cluster-failure',
      reason: 'overloaded',
      status: 429,
      type: 'circuit_breaking_exception',
    };
    await expect(askerOf(failure).search({ query: 'secret' }, signal)).rejects.toThrow(
      /^the search cluster did not answer: overloaded \(circuit_breaking_exception\)$/,
    );
  });

  test('rejects with the reason of a caller that has gone', async () => {
    const gone = AbortSignal.abort(new Error('gone'));
    await expect(askerOf(answered(whole)).search({}, gone)).rejects.toThrow('gone');
  });
});

describe('within', () => {
  const never = (bounded: AbortSignal) =>
    new Promise<never>((_, reject) => bounded.addEventListener('abort', () => reject(bounded.reason)));

  test('ends work that takes four times the deadline of an attempt', async () => {
    await expect(within(signal, 10, never)).rejects.toMatchObject({ name: 'ClusterUnavailable', reason: 'deadline' });
  });

  test('ends work whose caller goes, with its reason', async () => {
    const caller = new AbortController();
    setTimeout(() => caller.abort(new Error('gone')), 5);
    await expect(within(caller.signal, 10_000, never)).rejects.toThrow('gone');
  });
});
