import { describe, expect, test } from 'vitest';
import type { ClusterAnswer, ClusterClient, ClusterFailure, ClusterRequest } from '../client/cluster_client.ts';
import { type BuildAsker, createBuildAsker, patientAsker } from './ask_build.ts';
import { ClusterUnavailable } from './cluster_unavailable.ts';

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
      hits: [],
      aggregations: {},
    });
    expect(asked).toEqual([
      {
        method: 'POST',
        path: '/docs-1/_search',
        query: { allow_partial_search_results: false },
        body: { track_total_hits: false, _source: false, size: 0 },
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
    await expect(askerOf(answered({ docs: [{ found: false }] })).sources([7], ['shown'], signal)).rejects.toMatchObject(
      {
        reason: 'incomplete',
      },
    );
    await expect(askerOf(answered({ docs: [{ error: {} }] })).sources([7], ['shown'], signal)).rejects.toMatchObject({
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

describe('patientAsker', () => {
  /** An asker that fails so often before it answers. */
  function failing(times: number, reason: ClusterUnavailable['reason']) {
    let asked = 0;
    const answer = async () => {
      if (++asked <= times) throw new ClusterUnavailable(reason);
      return [];
    };
    const asker: BuildAsker = { search: answer as never, sources: answer };
    return { asker, asked: () => asked };
  }

  test.each(['search', 'sources'] as const)('repeats %s that a cluster short of memory refused', async (name) => {
    const { asker, asked } = failing(3, 'overloaded');
    const patient = patientAsker(asker, 60_000, 1);
    expect(await (name === 'search' ? patient.search({}, signal) : patient.sources([1], [], signal))).toEqual([]);
    expect(asked()).toBe(4);
  });

  test('gives up when the next attempt would be too late', async () => {
    const { asker, asked } = failing(100, 'overloaded');
    await expect(patientAsker(asker, 20, 8).sources([1], [], signal)).rejects.toMatchObject({ reason: 'overloaded' });
    expect(asked()).toBe(2);
  });

  test.each(['incomplete', 'deadline', 'unreachable', 'failing', 'refused'] as const)(
    'does not repeat what failed because it is %s',
    async (reason) => {
      const { asker, asked } = failing(1, reason);
      await expect(patientAsker(asker, 60_000, 1).sources([1], [], signal)).rejects.toMatchObject({ reason });
      expect(asked()).toBe(1);
    },
  );
});
