import { expect, test } from 'vitest';
import { attemptOf } from '../../fixtures/feedback.ts';
import { all, confirmedId, type OpenedStore } from './opened_store.ts';

/** The contract of several nodes and restarts. */
export function describeNodes(opened: OpenedStore): void {
  test('has the same data when it is reopened, or opened twice', async () => {
    if (!opened.place.lasts) return;
    const first = await opened.store.submit(attemptOf('k'));
    const [secret, page] = [await opened.store.cursorSecret(), await opened.store.list(all)];
    const other = await opened.place.open();
    expect(await other.submit(attemptOf('k'))).toEqual({ ...first, outcome: 'replayed' });
    expect(await other.cursorSecret()).toEqual(secret);
    await opened.store.close();
    expect(await other.list(all)).toEqual(page);
    expect(await other.submit(attemptOf('other'))).toMatchObject({ outcome: 'recorded' });
    opened.store = other;
  });

  test('records a key once, however many nodes get it at once', async () => {
    if (!opened.place.lasts) return;
    const nodes = [opened.store, await opened.place.open(), await opened.place.open()];
    const outcomes = await Promise.all(
      Array.from({ length: 6_000 }, (_, index) => nodes[index % 3]!.submit(attemptOf(`k${index % 100}`))),
    );
    expect(outcomes.filter(({ outcome }) => outcome === 'recorded')).toHaveLength(100);
    expect(outcomes.filter(({ outcome }) => outcome === 'replayed')).toHaveLength(5900);
    expect(new Set(outcomes.map(confirmedId)).size).toBe(100);
    for (const node of nodes.slice(1)) await node.close();
  });
}
