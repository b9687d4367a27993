import { hash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { corpusOf } from '../../../test/fixtures/corpus_of.ts';
import { type FakeCluster, type FakePage, startFakeCluster } from '../../../test/fixtures/fake_cluster.ts';
import { type ClusterClient, createClusterClient } from '../client/cluster_client.ts';
import { createLease } from '../client/leases.ts';
import { INDEX_VERSION } from '../index/mapping.ts';
import type { PageInput } from '../index/page_document.ts';
import type { Publication } from '../index/publication.ts';
import { readPages } from '../index/read_pages.ts';
import { indexOf } from './builds.ts';
import { BATCH_BYTES } from './bulk_load.ts';
import { type PublishOptions, publish } from './publish.ts';

const corpus = corpusOf(
  Array.from({ length: 8 }, (_, page) => ({ path: `p${page}`, title: `Page ${page}`, text: 'Words.' })),
);
const [sample] = [...readPages(corpus)];

/** A build of pages with long texts, so that each takes a batch of its own, unless they are given another one. */
function buildOf(name: string, text = 'x'.repeat(BATCH_BYTES / 2 + 1), pages = 6): Publication {
  const parts = [Buffer.from(`parts of ${name}`), Buffer.from('more')];
  return {
    meta: {
      ...{ version: INDEX_VERSION, digest: hash('sha256', name, 'hex'), pages, parts: parts.length },
      partsDigest: hash('sha256', Buffer.concat(parts), 'hex'),
    },
    parts,
    *pages(from) {
      for (let page = from; page < pages; page++) yield { ...sample!, page, text };
    },
  };
}

let cluster: FakeCluster;
let client: ClusterClient;
let notices: string[];
let progress: [number, number][];
beforeEach(async () => {
  cluster = await startFakeCluster();
  client = createClusterClient({ nodes: [cluster.address], user: null, password: null, authorities: null });
  notices = [];
  progress = [];
});
afterEach(async () => {
  await client.close();
  await cluster.stop();
});

function run(name: string, more: Partial<PublishOptions> = {}, build = buildOf(name)) {
  return publish(build, {
    ...{
      client,
      alias: 'docs',
      shards: null,
      replicas: null,
      keep: 2,
      repair: false,
      holder: 'test',
      now: () => 1_000,
    },
    onProgress: (done, total) => progress.push([done, total]),
    onNotice: (notice) => notices.push(notice),
    ...more,
  });
}

const pageFault = (page: number) =>
  `Cannot publish: 1 of 6 pages are missing or damaged in the cluster (the first is number ${page}); use --repair to resend them.`;
const STRANGER = 'Cannot publish: the cluster has 7 documents instead of 6 pages.';
const PARTS_FAULT =
  'Cannot publish: the parts of the build are missing or damaged in the cluster; use --repair to resend them.';
const alter = (change: (page: FakePage) => object) => (index: string) => cluster.alterPage(index, '2', change);
const runShort = (name: string, more: Partial<PublishOptions> = {}) => run(name, more, buildOf(name, 'Short.'));
const nameOf = (name: string) => indexOf('docs', hash('sha256', name, 'hex'));
const bulks = () => cluster.requests.filter((request) => request.includes('_bulk')).length;

describe('publish', () => {
  test('loads the build into its own indexes, and swaps the alias when all is there', async () => {
    const report = await run('a');
    const index = nameOf('a');
    expect(report).toEqual({
      ...{ index, pages: 6, resumedAt: 0, bytesStored: 1, shards: 1, replicas: 1, removed: [], inUse: [] },
      ...{ bytesSent: expect.any(Number) as number, repaired: 0, secondsVerifying: expect.any(Number) as number },
    });
    expect([...cluster.documents.get(index)!.keys()]).toEqual(['0', '1', '2', '3', '4', '5']);
    expect(cluster.indexes.get(index)).toMatchObject({
      meta: { catchword: { ...buildOf('a').meta, complete: true } },
      settings: { number_of_replicas: 1, 'blocks.write': true, refresh_interval: '-1' },
    });
    expect(cluster.indexes.get(`${index}-parts`)?.settings).toMatchObject({
      number_of_replicas: 1,
      'blocks.write': true,
    });
    expect([...cluster.aliases]).toEqual([['docs', index]]);
    expect(progress).toEqual([0, 1, 2, 3, 4, 5, 6].map((done) => [done, 6]));
    // Nobody holds the build any more, and the swap came last.
    expect(cluster.documents.get('docs-leases')?.size).toBe(0);
    const swap = cluster.requests.indexOf('POST /_aliases');
    expect(
      cluster.requests.slice(swap).filter((request) => /_bulk|^PUT .*_mapping|^PUT \/docs-[0-9a-f]+/.test(request)),
    ).toEqual([]);
  });

  test('only swaps when the build is there already', async () => {
    await run('a');
    await run('b');
    const before = bulks();
    expect(await run('a')).toMatchObject({ resumedAt: 6, bytesSent: 0 });
    expect(bulks()).toBe(before);
    expect([...cluster.aliases]).toEqual([['docs', nameOf('a')]]);
  });

  test('goes on where an interrupted run stopped, and swaps nothing before', async () => {
    let left = 4;
    cluster.interfere = (_, path) =>
      path.endsWith('_bulk') && left-- <= 0 ? { status: 400, body: { error: { type: 'strange_exception' } } } : null;
    await expect(run('a')).rejects.toThrow(
      'Cannot load the pages: the cluster refused the request (400, strange_exception).',
    );
    expect(cluster.aliases.size).toBe(0);
    expect(cluster.indexes.get(nameOf('a'))).toMatchObject({ meta: { catchword: { complete: false } } });
    cluster.interfere = () => null;
    expect(await run('a')).toMatchObject({ resumedAt: 3 });
    expect(cluster.documents.get(nameOf('a'))?.size).toBe(6);
  });

  test('repeats a batch, or the documents of it, that an overloaded cluster rejected', async () => {
    let refusals = 0;
    cluster.interfere = (_, path) => {
      if (!path.endsWith('-parts/_bulk') || refusals++ > 1) return null;
      if (refusals === 1) return { status: 429, body: { error: { type: 'circuit_breaking_exception' } } };
      const rejected = { index: { status: 429, error: { type: 'rejected_execution_exception' } } };
      return { status: 200, body: { errors: true, items: [{ index: { status: 201 } }, rejected] } };
    };
    await expect(run('a')).rejects.toThrow(); // The fake did not keep the first document, which it confirmed.
    expect([...cluster.documents.get(`${nameOf('a')}-parts`)!.keys()]).toEqual(['1']);
    cluster.interfere = () => null;
    expect(await run('a')).toMatchObject({ resumedAt: 6 });
    expect([...cluster.aliases]).toEqual([['docs', nameOf('a')]]);
  });

  test('refuses to swap to a build with missing pages or other parts', async () => {
    const build = buildOf('a');
    await expect(
      run('a', {}, { ...build, pages: () => [...(build.pages(0) as Iterable<PageInput>)].slice(0, 5) }),
    ).rejects.toThrow(
      'Cannot publish: 1 of 6 pages are missing or damaged in the cluster (the first is number 5); use --repair to resend them.',
    );
    await expect(run('b', {}, { ...buildOf('b'), parts: [Buffer.from('other'), Buffer.from('more')] })).rejects.toThrow(
      'Cannot publish: the parts of the build are missing or damaged in the cluster; use --repair to resend them.',
    );
    expect(cluster.aliases.size).toBe(0);
  });

  const shownOf = (page: FakePage) => page.shown as Record<string, unknown>;
  const faults: [string, string, (index: string) => void][] = [
    ['a lost page', pageFault(2), (index) => cluster.documents.get(index)!.delete('2')],
    ['another text', pageFault(2), alter((page) => ({ ...page, shown: { ...shownOf(page), text: 'y' } }))],
    ['a cut row', pageFault(2), alter((page) => ({ ...page, shown: { ...shownOf(page), row: '{' } }))],
    ['other Markdown', pageFault(2), alter((page) => ({ ...page, markdown: '# Other\n' }))],
    ['another stemmer', pageFault(2), alter((page) => ({ ...page, stemmer: 7 }))],
    ['one more link to it', pageFault(2), alter((page) => ({ ...page, in: [3] }))],
    ['another name', pageFault(2), alter((page) => ({ ...page, names: ['0000000000000000t'] }))],
    ['no words', pageFault(2), alter(({ words, ...page }) => page)],
    ['nothing to show', pageFault(2), alter(({ shown, ...page }) => page)],
    ['no digest', pageFault(2), alter(({ digest, ...page }) => page)],
    ['the page of another number', pageFault(2), alter((page) => ({ ...page, page: 3 }))],
    ['a page twice', STRANGER, (index) => cluster.documents.get(index)!.set('2x', true)],
    ['an altered part', PARTS_FAULT, (index) => cluster.documents.get(`${index}-parts`)!.set('1', { bytes: 'AAAA' })],
  ];

  test.each(faults)('refuses a build with %s, and swaps nothing', async (_, message, damage) => {
    await runShort('a');
    await runShort('b');
    damage(nameOf('a'));
    await expect(runShort('a')).rejects.toThrow(message);
    expect([...cluster.aliases]).toEqual([['docs', nameOf('b')]]);
  });

  test('refuses a page that was altered while the build was loaded', async () => {
    cluster.interfere = (_, path) => {
      if (path.endsWith('_forcemerge')) cluster.alterPage(nameOf('a'), '5', (page) => ({ ...page, path: 'q' }));
      return null;
    };
    await expect(runShort('a')).rejects.toThrow(pageFault(5));
    expect(cluster.aliases.size).toBe(0);
    // Nor does the next run take what the first one left for granted.
    cluster.interfere = () => null;
    await expect(runShort('a')).rejects.toThrow(pageFault(5));
  });

  test('refuses the page of another build', async () => {
    await runShort('a');
    await runShort('b');
    let other: FakePage = {};
    cluster.alterPage(nameOf('b'), '2', (page) => {
      other = page;
      return page;
    });
    cluster.alterPage(nameOf('a'), '2', () => other);
    await expect(runShort('a')).rejects.toThrow(pageFault(2));
  });

  test('sends again what is not as it was sent, when asked to', async () => {
    await runShort('a');
    cluster.documents.get(nameOf('a'))!.delete('0');
    alter((page) => ({ ...page, markdown: '' }))(nameOf('a'));
    cluster.documents.get(`${nameOf('a')}-parts`)!.delete('1');
    expect(await runShort('a', { repair: true })).toMatchObject({ resumedAt: 6, repaired: 2 });
    expect(notices).toContain('Sending the parts and 2 pages again.');
    for (const index of [nameOf('a'), `${nameOf('a')}-parts`])
      expect(cluster.indexes.get(index)?.settings).toMatchObject({ 'blocks.write': true });
    expect(await runShort('a')).toMatchObject({ repaired: 0, bytesSent: 0 });
  });

  test('verifies fewer pages at a time when the cluster cannot give so many', async () => {
    const asked: number[] = [];
    cluster.interfere = (_, path, text) => {
      const { query } = path.endsWith('_search') ? (JSON.parse(text) as { query: { ids?: { values: string[] } } }) : {};
      if (query?.ids === undefined) return null;
      asked.push(query.ids.values.length);
      return query.ids.values.length > 2
        ? { status: 429, body: { error: { type: 'circuit_breaking_exception' } } }
        : null;
    };
    expect(await runShort('a')).toMatchObject({ pages: 6, repaired: 0 });
    // Each refusal is tried by another route first, then once more, and then divided.
    expect(asked).toEqual([6, 6, 6, 6, 3, 3, 3, 3, 1, 2, 3, 3, 3, 3, 1, 2]);
  });

  test('removes old builds, but not those in use, and none of another alias', async () => {
    await run('other', { alias: 'docs-v2' });
    for (const name of ['a', 'b', 'c']) await run(name, { keep: 3 });
    const lease = createLease(client, 'docs', 'front-end');
    await lease.hold([nameOf('b')], 1_000);
    expect(await run('d', { keep: 1 })).toMatchObject({ removed: [nameOf('c'), nameOf('a')], inUse: [nameOf('b')] });
    // The lease has ended.
    expect(await run('d', { keep: 1, now: () => 1_000_000 })).toMatchObject({ removed: [nameOf('b')], inUse: [] });
    const left = [...cluster.indexes.keys()].filter((name) => !name.endsWith('-parts') && !name.endsWith('-leases'));
    expect(left.sort()).toEqual([nameOf('d'), indexOf('docs-v2', hash('sha256', 'other', 'hex'))].sort());
  });

  test('removes what interrupted runs left, and keeps a complete build in its place', async () => {
    await run('a');
    cluster.interfere = (_, path) => (path.endsWith(`-v${INDEX_VERSION}/_bulk`) ? { status: 400, body: {} } : null);
    await expect(run('b')).rejects.toThrow('Cannot load the pages');
    cluster.interfere = () => null;
    expect(await run('c', { keep: 2 })).toMatchObject({ removed: [nameOf('b')], inUse: [] });
    expect(cluster.indexes.has(nameOf('a'))).toBe(true);
  });

  test.each([
    [0, 'before it loads anything'],
    [1, 'before front ends answer from it'],
  ])('stops when its lease fails after %i renewals: %s', async (renewals) => {
    await run('a');
    let held = 0;
    cluster.interfere = (method, path) =>
      method === 'PUT' && path.startsWith('/docs-leases/_doc/') && held++ >= renewals
        ? { status: 403, body: {} }
        : null;
    await expect(run('b')).rejects.toThrow(
      'Cannot mark the build as in use: the user does not have permission to do this on the cluster (403).',
    );
    expect([cluster.indexes.has(nameOf('b')), [...cluster.aliases]]).toEqual([renewals > 0, [['docs', nameOf('a')]]]);
  });

  test('stops when it is interrupted', async () => {
    const interruption = new AbortController();
    const stopped = run('a', {
      signal: interruption.signal,
      onProgress: (done) => (done === 2 ? interruption.abort() : undefined),
    });
    await expect(stopped).rejects.toThrow('Cannot load the pages: it was interrupted.');
    expect(cluster.aliases.size).toBe(0);
    expect(await run('a')).toMatchObject({ resumedAt: expect.any(Number) as number });
  });
});
