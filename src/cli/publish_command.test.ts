import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FakeCluster, startFakeCluster } from '../../test/fixtures/fake_cluster.ts';
import { runCommand } from '../../test/fixtures/run_command.ts';
import { createClusterClient } from '../cluster/client/cluster_client.ts';
import { readBuild, siteOf } from '../cluster/open_build.ts';

let folder = '';
let content = '';
let cluster: FakeCluster;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'catchword-publish-'));
  content = join(folder, 'content');
  mkdirSync(content);
  for (let page = 0; page < 5; page++) writeFileSync(join(content, `p${page}.md`), `# Page ${page}\n\nWords.\n`);
  cluster = await startFakeCluster();
});
afterEach(async () => {
  await cluster.stop();
  rmSync(folder, { recursive: true });
});

describe('catchword publish', () => {
  test('publishes an artefact, and reports its progress and its result', async () => {
    const artefact = join(folder, 'site.catchword');
    await runCommand(['build', content, '--out', artefact], {});
    const { code, out, err } = await runCommand(['publish', artefact, '--search', `${cluster.address}/docs`], {});
    expect([code, out]).toEqual([0, '']);
    const [index] = cluster.aliases.values();
    expect(err).toMatch(
      /^Loaded 5 of 5 pages\.\nMerging segments\.\nVerifying the pages\.\nCopying to the replicas\.\npublished {4}5 pages as "docs"\n/,
    );
    expect(err).toContain(`index        ${index}\n`);
    expect(cluster.documents.get(index!)?.size).toBe(5);
  });

  test('publishes a folder, and prints its summary as JSON', async () => {
    const { code, out } = await runCommand(['publish', '--from', content, '--json'], {
      CATCHWORD_SEARCH: cluster.address,
    });
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ pages: 5, resumedAt: 0, removed: [], inUse: [] });
    expect([...cluster.aliases.keys()]).toEqual(['catchword']);
  });

  test.each(['an artefact', 'a folder'])('of %s the settings of the site travel with the build', async (source) => {
    const config = { title: 'T', mcp: false, siteFiles: ['llms.txt'], cache: '1M' };
    writeFileSync(join(content, 'catchword.config.json'), JSON.stringify(config));
    writeFileSync(join(folder, 'catchword.config.json'), '{}');
    const artefact = join(folder, 'site.catchword');
    await runCommand(['build', content, '--out', artefact], {});
    const args = source === 'an artefact' ? [artefact] : ['--from', content];
    const { err } = await runCommand(['publish', ...args, '--search', cluster.address], {});
    const [index] = cluster.aliases.values();
    const client = createClusterClient({ nodes: [cluster.address], user: null, password: null, authorities: null });
    const { settings } = siteOf(await readBuild(client, index!));
    await client.close();
    expect([settings.declared, settings.notStored]).toEqual([
      { title: 'T', siteFiles: ['llms.txt'], mcp: false },
      ['cache'],
    ]);
    const isNamed = [
      `"${join(folder, 'catchword.config.json')}" is ignored`,
      'does not store the settings "cache".',
    ].map((note) => err.includes(note));
    expect(isNamed).toEqual(source === 'a folder' ? [true, true] : [false, false]);
  });

  test.each([
    [
      'without a cluster',
      ['site.catchword'],
      'Cannot publish: no cluster is specified. Pass --search or set CATCHWORD_SEARCH.',
    ],
    [
      'without a build',
      ['--search', 'http://host'],
      'Cannot publish: expected exactly one source. Pass an artefact, or a folder of Markdown with --from.',
    ],
    [
      'with two builds',
      ['a', '--from', 'b', '--search', 'http://host'],
      'Cannot publish: expected exactly one source. Pass an artefact, or a folder',
    ],
    ['with a keep of none', ['--from', '.', '--search', 'http://host', '--keep', '0'], 'Cannot use --keep "0"'],
  ])('refuses a call %s', async (_, args, message) => {
    const { code, err } = await runCommand(['publish', ...args.map((arg) => (arg === '.' ? content : arg))], {});
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });

  test('says why it failed without naming a host or an index', async () => {
    await cluster.stop();
    const { code, err } = await runCommand(['publish', '--from', content, '--search', `${cluster.address}/docs`], {});
    expect([code, err]).toEqual([
      1,
      'Cannot prepare the cluster: no node of the cluster can be reached.\nRun the command again to continue from here.\n',
    ]);
    cluster = await startFakeCluster();
  });
});
