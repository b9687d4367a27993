import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import type { BakeSettings } from '../../bake/bake_options.ts';
import { bake } from '../../bake/site_baker.ts';
import { readCuration } from '../../content/curation/read_curation.ts';
import { joinArtefact } from '../../corpus/artefact/artefact_format.ts';
import { shareBytes } from '../../corpus/artefact/shared_bytes.ts';
import { openCorpus } from '../../corpus/open_corpus.ts';
import { pageDocument } from '../index/page_document.ts';
import { publicationOf } from '../index/publication.ts';
import { keptSections, openSite } from '../index/site_parts.ts';
import { type StreamedSite, streamSite } from './stream_site.ts';

const SAMPLES = fileURLToPath(new URL('../../../test/fixtures/sites', import.meta.url));
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

const SETTINGS: BakeSettings = {
  ...{ origin: 'https://example.org', title: 'Site', description: '', language: null, addressStyle: null },
  ...{ collections: null, fields: [], tools: [], publicOrigin: null, frontMatter: 'drop' },
};

function write(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'catchword-stream-'));
  folders.push(folder);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return folder;
}

async function bothWays(folder: string, settings = SETTINGS) {
  const options = { folder, settings, commit: null, workers: 1 };
  const { artefact } = await bake({ ...options, out: null, local: true, spaceUpTo: -1, cache: null, allowEmpty: true });
  const shared = shareBytes(joinArtefact(artefact), true);
  const baked = publicationOf({ ...openCorpus(shared), shared });
  const streamed = await streamSite({ ...options, onProgress() {} });
  return { baked, streamed };
}

async function expectSame(folder: string, settings = SETTINGS): Promise<StreamedSite> {
  const { baked, streamed } = await bothWays(folder, settings);
  expect(streamed.meta.pages).toBe(baked.meta.pages);
  const documents = Array.from(streamed.pages(0), pageDocument);
  expect(documents).toEqual(Array.from(baked.pages(0), pageDocument));
  const [site, expected] = [streamed, baked].map(({ parts, meta }) => openSite(parts, meta.partsDigest));
  const { stamps, vocabulary, sections } = site!;
  const { vocabulary: known, sections: bakedSections } = expected!;
  // Its stamps are others.
  const [names, bakedNames] = [sections, bakedSections].map((each) =>
    keptSections(site!.settings.fields?.length ?? 0, (name) => each.has(name)).filter((name) => name !== 'manifest'),
  );
  expect(names).toEqual(bakedNames);
  for (const name of [...names!, 'terms.in-titles', 'terms.held-on', 'site.links-in']) {
    expect([name, Buffer.from(sections.bytes(name))]).toEqual([name, Buffer.from(bakedSections.bytes(name))]);
  }
  for (const name of ['settings', 'analyser'] as const) expect(site![name]).toEqual(expected![name]);
  expect(Array.from({ length: vocabulary.count }, (_, term) => vocabulary.term(term))).toEqual(
    Array.from({ length: known.count }, (_, term) => known.term(term)),
  );
  expect(stamps.content).toMatch(/^[0-9a-f]{64}$/);
  return streamed;
}

const SITE = {
  'index.md': '---\ntitle: Home\n---\n\nWelcome to the [plinth](guide/plinth.md), and [nowhere](none.md).\n',
  'guide/plinth.md':
    '---\ntitle: The plinth\ntags: [stone, Old Stone]\naliases: [base]\ndate: 2026-02-01\nweight: 3\n---\n\n# The plinth\n\nQuartz.\n\n## Use\n\nA plinth by a [fjord](fjord.md). C++ and node:sqlite. getServerSideProps, getserversideprops and setUp; setup, setup.\n',
  'guide/fjord.md':
    '---\ntitle: Fjord\ntags: [old stone]\nlastmod: 2026-03-01\n---\n\nWater, see [home](../index.md).\n',
  'notes/de.md': '---\ntitle: Der Plan\nlanguage: de\n---\n\nDie Pläne der Häuser und der Fjord.\n',
  'notes/ja.md': '---\ntitle: 水\nlang: ja\n---\n\n火と水。 [Plan](de.md)\n',
  'notes/draft.md': '---\ndraft: true\n---\n\nHidden words.\n',
};

describe('streamSite', () => {
  test('gives the documents and the parts of a bake without a space', async () => {
    const fields = [{ name: 'weight', type: 'number' } as const];
    const streamed = await expectSame(write(SITE), { ...SETTINGS, fields });
    expect(streamed.warnings).toBe(1);
    // Going on in the middle gives the same documents.
    const all = Array.from(streamed.pages(0), pageDocument);
    expect(Array.from(streamed.pages(3), pageDocument)).toEqual(all.slice(3));
    streamed.close();
  });

  test.each(readdirSync(SAMPLES))('does so for the sample site of %s', async (name) => {
    const streamed = await expectSame(join(SAMPLES, name));
    expect(streamed.meta.pages).toBeGreaterThan(0);
    streamed.close();
  });

  test('does so where only the path of the site on its host is known', async () => {
    const settings = { ...SETTINGS, origin: null };
    const streamed = await expectSame(
      write({ ...SITE, '.vitepress/config.js': "export default { base: '/docs/' };", 'guide/image.md': '![a](a.png)' }),
      settings,
    );
    const rows = Array.from(streamed.pages(0), ({ row, markdown }) => `${row} ${markdown}`).join('\n');
    expect(rows).toContain('"canonical":"/docs/guide/plinth.html"');
    expect(rows).toContain('![a](/docs/guide/a.png)');
    streamed.close();
  });

  test('does so with the order of the pages, and the neighbours that they name themselves', async () => {
    const streamed = await expectSame(
      write({
        '.vitepress/config.js':
          "export default { themeConfig: { sidebar: [{ link: '/a' }, { link: '/b' }, { link: '/c' }] } };",
        'a.md': '---\nnext: Go on\n---\n\n# A\n',
        'b.md': '---\nnext: false\n---\n\n# B\n',
        'c.md': '# C\n',
      }),
    );
    const { neighbours } = openSite(streamed.parts, streamed.meta.partsDigest);
    expect([0, 1, 2].map(neighbours)).toEqual([
      { previous: null, next: { page: 1, label: 'Go on' } },
      { previous: { page: 0, label: null }, next: null },
      { previous: { page: 1, label: null }, next: null },
    ]);
    streamed.close();
  });

  test('does so with the search rules of the owner', async () => {
    const { curation: rules } = readCuration('synonyms: [a -> xyzzy]\nweights: { notes/: 2 }\nexclude: [guide/]\n');
    const settings = { ...SETTINGS, curation: { name: 'rules.yaml', rules } };
    const plain = await expectSame(write(SITE));
    const streamed = await expectSame(write(SITE), settings);
    expect(streamed.meta.digest).not.toBe(plain.meta.digest);
    // No page has the word of the synonyms.
    expect(streamed.warnings - plain.warnings).toBe(1);
    const site = openSite(streamed.parts, streamed.meta.partsDigest);
    expect(site.curation()).toEqual({
      synonyms: [{ line: 1, rule: 'a -> xyzzy', from: ['a'], to: ['xyzzy'], language: null }],
      pins: [],
      weights: [{ line: 2, rule: 'notes/: 2', factor: 2, ranges: [[3, 5]] }],
      excluded: [[0, 2]],
    });
    for (const each of [plain, streamed]) each.close();
  });

  test('does so for a folder without pages', async () => {
    (await expectSame(write({ 'notes.txt': 'none' }))).close();
  });

  test('gives the same build from several threads, and another for other content or settings', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 300 }, (_, page) => [
        `p${page}.md`,
        `# Page ${page}\n\ngetWord${page}Value of [next](p${page + 1}.md).\n`,
      ]),
    );
    const options = { settings: SETTINGS, commit: null, onProgress() {} };
    const digestOf = async (folder: string, workers: number, settings = SETTINGS) => {
      const streamed = await streamSite({ ...options, folder, workers, settings });
      streamed.close();
      return streamed.meta.digest;
    };
    const folder = write(files);
    const first = await digestOf(folder, 1);
    expect(await digestOf(folder, 2)).toBe(first);
    expect(await digestOf(write({ ...files, 'p7.md': '# Page 7\n\nOther.\n' }), 1)).not.toBe(first);
    expect(await digestOf(folder, 1, { ...SETTINGS, title: 'Other' })).not.toBe(first);
  });
});
