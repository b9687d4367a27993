import { expect, test } from 'vitest';
import type { BuildAsker } from './ask_build.ts';
import { ClusterUnavailable } from './cluster_unavailable.ts';
import { patientAsker } from './patient_asker.ts';

const { signal } = new AbortController();

/** An asker that fails so often before it answers. */
function failing(times: number, reason: ClusterUnavailable['reason']) {
  let asked = 0;
  const answer = async () => {
    if (++asked <= times) throw new ClusterUnavailable(reason);
    return [];
  };
  const asker: BuildAsker = { search: answer as never, shown: answer, sources: answer };
  return { asker, asked: () => asked };
}

test.each(['search', 'shown', 'sources'] as const)(
  'repeats %s that a cluster short of memory refused',
  async (name) => {
    const { asker, asked } = failing(3, 'overloaded');
    const patient = patientAsker(asker, 60_000, 1);
    expect(await (name === 'search' ? patient.search({}, signal) : patient[name]([1], [] as never, signal))).toEqual(
      [],
    );
    expect(asked()).toBe(4);
  },
);

test('gives up when the next attempt would be too late', async () => {
  const { asker, asked } = failing(100, 'overloaded');
  await expect(patientAsker(asker, 20, 8).shown([1], signal)).rejects.toMatchObject({ reason: 'overloaded' });
  expect(asked()).toBe(2);
});

test.each(['incomplete', 'deadline', 'unreachable', 'failing', 'refused'] as const)(
  'does not repeat what failed because it is %s',
  async (reason) => {
    const { asker, asked } = failing(1, reason);
    await expect(patientAsker(asker, 60_000, 1).shown([1], signal)).rejects.toMatchObject({ reason });
    expect(asked()).toBe(1);
  },
);
