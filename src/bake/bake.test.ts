import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { contentOf } from '../../test/fixtures/content_of.ts';
import { joinArtefact } from '../corpus/artefact/artefact_format.ts';
import { loadArtefact } from '../corpus/load_artefact.ts';
import { openCorpus } from '../corpus/open_corpus.ts';
import type { BakeOptions, BakeReport } from './bake_options.ts';
import { bake } from './site_baker.ts';

const work = mkdtempSync(join(tmpdir(), 'catchword-bake-'));
afterAll(() => rmSync(work, { recursive: true }));

let folders = 0;

/** Writes files into a new folder, in the order given. */
function folderOf(files: readonly (readonly [string, string])[]): string {
  const folder = join(work, String(folders++));
  for (const [name, text] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

const SETTINGS: BakeOptions['settings'] = {
  origin: 'https://site.example',
  title: 'A site',
  description: '',
  language: 'en',
  collections: null,
  tools: [],
  publicOrigin: null,
};

function bakeFolder(folder: string, options: Partial<BakeOptions> = {}): Promise<BakeReport> {
  return bake({
    folder,
    out: null,
    settings: SETTINGS,
    commit: 'c'.repeat(40),
    local: false,
    cache: null,
    workers: 1,
    ...options,
  });
}

/** Enough pages that a bake starts workers. */
const MANY = Array.from(
  { length: 300 },
  (_, i) =>
    [
      `guides/page-${i}.md`,
      `---\ntitle: Page ${i}\ntags: [t${i % 7}, Ünïcode]\n---\n\nText ${'word '.repeat(i % 9)} of [the next](page-${(i + 1) % 300}.md) 数据库 number${i}.\n`,
    ] as const,
);

describe('bake', () => {
  test.each([
    ['no file', [], 'it contains no Markdown files'],
    ['no Markdown', [['a.txt', 'text']], 'it contains no Markdown files'],
    ['only drafts', [['a.md', '---\ndraft: true\n---\ntext']], 'none of its 1 Markdown files is a publishable page'],
  ] as const)('writes no artefact for %s unless allowEmpty is set', async (_name, files, refusal) => {
    const folder = folderOf([['sub/other.txt', ''], ...files]);
    const out = join(folder, 'site.catchword');
    expect((await bakeFolder(folder, { out })).refusal).toBe(refusal);
    expect(existsSync(out)).toBe(false);
    expect(await bakeFolder(folder, { out, allowEmpty: true })).toMatchObject({ refusal: null, pages: 0 });
    expect(loadArtefact(out).pages.count).toBe(0);
  });

  test('bakes the others when a file cannot be read, and names it', async () => {
    const folder = folderOf([
      ['index.md', '# Home'],
      ['large.md', ''.padEnd(4 * 1024 * 1024 + 1)],
    ]);
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0xff]), Buffer.from('.md')]), 'text');
    const { pages, warnings } = await bakeFolder(folder);
    expect(pages).toBe(1);
    expect(warnings).toEqual([
      {
        file: 'large.md',
        line: 0,
        column: 0,
        message: 'Cannot read the page: it is larger than 2621440 bytes',
        rule: 'unreadable',
      },
      {
        file: '\ufffd.md',
        line: 0,
        column: 0,
        message: 'Cannot read the file or folder: its name is not UTF-8',
        rule: 'file-name',
      },
    ]);
  });

  test('bakes without a cache when none can be written, and says so once', async () => {
    const folder = folderOf([['index.md', '# Home']]);
    const notices: string[] = [];
    const cache = join(folder, 'index.md', 'cache');
    const { pages } = await bakeFolder(folder, { cache, onNotice: (notice) => notices.push(notice) });
    expect(pages).toBe(1);
    expect(notices).toEqual([
      expect.stringMatching(/^Cannot save the cache: E[A-Z]+: [^\n]+\. The next build will read every page\.$/),
    ]);
  });

  test('warns of a collection without pages, and suggests the folder that was probably meant', async () => {
    const folder = folderOf([
      ['writing/a.md', '# A'],
      ['b.md', '# B'],
    ]);
    const collections = [{ name: 'writng' }, { name: 'glossary', folder: 'far/away' }];
    const { warnings } = await bakeFolder(folder, { settings: { ...SETTINGS, collections } });
    expect(warnings.map(({ file, message, rule }) => [file, message, rule])).toEqual([
      ['far/away', 'Cannot fill the collection "glossary": no page is in the folder "far/away"', 'collection'],
      [
        'writng',
        'Cannot fill the collection "writng": no page is in the folder "writng" (did you mean "writing"?)',
        'collection',
      ],
    ]);
  });

  test('reports what it baked', async () => {
    const folder = folderOf([
      ['index.md', '# Home\n\nSee [a](writing/a.md) and [nothing](writing/nothing.md).'],
      ['writing/a.md', '# A\n\nText.'],
      ['writing/b.md', '---\ntitle: [\n---\n\n# B\n\nText of b, see [home](/).'],
    ]);
    const { artefact, stamps, warnings, ...report } = await bakeFolder(folder);
    expect(report).toEqual({
      refusal: null,
      root: { path: '', why: 'it is the folder you passed' },
      origin: { value: 'https://site.example', from: null },
      title: { value: 'A site', from: null },
      unread: [],
      generator: 'plain',
      files: 3,
      pages: 3,
      titlesFromFiles: 0,
      collections: [{ name: 'writing', title: 'Writing', pages: 2 }],
      sitePages: 1,
      ...{ tags: 0, versions: [], copies: 0 },
      linksResolved: 2,
      linksUnresolved: 1,
    });
    expect(warnings.map(({ file, line }) => `${file}:${line}`)).toEqual(['index.md:3', 'writing/b.md:3']);
    expect(artefact.digest).toMatch(/^[0-9a-f]{64}$/);
    expect(stamps).toEqual({ commit: 'c'.repeat(40), content: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(openCorpus(joinArtefact(artefact)).digest).toBe(artefact.digest);
  });

  test('changes the content stamp with a setting of the generator that affects answers', async () => {
    const folder = folderOf([
      ['hugo.toml', 'defaultContentLanguage = "de"'],
      ['content/a.md', '# A'],
    ]);
    const stampOf = async () => {
      const { stamps, artefact } = await bakeFolder(folder, { settings: { ...SETTINGS, language: null } });
      return [openCorpus(joinArtefact(artefact)).settings.language, stamps.content];
    };
    const [language, stamp] = await stampOf();
    writeFileSync(join(folder, 'hugo.toml'), 'defaultContentLanguage = "fr"');
    const [other, changed] = await stampOf();
    expect([language, other]).toEqual(['de', 'fr']);
    expect(changed).not.toBe(stamp);
  });

  describe('without an origin', () => {
    const pages = [
      ['index.md', '# Home\n\nSee [one](guide/one.md).'],
      ['guide/one.md', '# One\n\n![Plan](plan.png) [Home](../index.md) [Port](http://localhost:4777/guide/one).'],
    ] as const;
    const vitepress = ['.vitepress/config.js', "export default { base: '/der Weg/', cleanUrls: true };"] as const;

    test.each([
      ['', 'no more is known', pages, ''],
      ['/der%20Weg', "the generator's settings name its path", [vitepress, ...pages], ''],
      [
        '',
        'the folder named is a part of a site',
        [vitepress, ...pages.map(([file, text]) => [`part/${file}`, text] as const)],
        'part',
      ],
    ])('begins addresses of pages with "%s" where %s', async (origin, _, files, named) => {
      const folder = join(folderOf(files), named);
      const report = await bakeFolder(folder, { settings: { ...SETTINGS, origin: null } });
      const { settings, pages: baked } = openCorpus(joinArtefact(report.artefact));
      expect([report.origin.value, settings.origin]).toEqual([null, origin]);
      const one = baked.find('guide/one');
      expect(JSON.parse(`${Buffer.from(baked.row(one))}}`)).toMatchObject({
        canonical: `${origin}/guide/one`,
        markdown: `${origin}/guide/one.md`,
      });
      expect(JSON.parse(`${Buffer.from(baked.row(baked.find('index')))}}`).canonical).toBe(`${origin}/`);
      // No address on the loopback interface is the site's.
      expect(Buffer.from(baked.markdown(one)).toString()).toBe(
        `# One\n\n![Plan](${origin}/guide/plan.png) [Home](/index.md) [Port](http://localhost:4777/guide/one).`,
      );
    });

    test('changes the content stamp with the path of the site on its host', async () => {
      const folder = folderOf([vitepress, ...pages]);
      const settings = { ...SETTINGS, origin: null };
      const before = await bakeFolder(folder, { settings });
      writeFileSync(join(folder, vitepress[0]), "export default { base: '/docs/', cleanUrls: true };");
      const after = await bakeFolder(folder, { settings });
      expect(after.stamps.content).not.toBe(before.stamps.content);
    });
  });

  test('gives a build without a space the same map, laid out when it is first looked at', async () => {
    const folder = folderOf([
      ['index.md', '[one](one.md) [two](two.md)'],
      ['one.md', '[two](two.md)'],
      ['two.md', 'x'],
    ]);
    const maps = await Promise.all(
      [0, 3].map(async (spaceUpTo) =>
        openCorpus(joinArtefact((await bakeFolder(folder, { spaceUpTo })).artefact)).map(),
      ),
    );
    expect(maps[0]).toEqual(maps[1]);
    expect(maps[0]!.pages).toEqual(Uint32Array.of(0, 1, 2));
  });

  test('gives a local build all that a stamped one has, but stamps', async () => {
    const folder = folderOf(MANY);
    const [local, stamped] = await Promise.all(
      [true, false].map(async (isLocal) => {
        const { artefact } = await bakeFolder(folder, { local: isLocal });
        const { facts, ...rest } = contentOf(openCorpus(joinArtefact(artefact)));
        return {
          facts: facts!() as [unknown, unknown],
          rest: Object.entries(rest).map(([name, read]) => [name, read()]),
        };
      }),
    );
    expect(local!.rest).toEqual(stamped!.rest);
    expect(local!.facts[0]).toEqual(stamped!.facts[0]);
    expect(local!.facts[1]).toEqual({ commit: 'c'.repeat(40), content: null });
  });

  test('says that a build has no space, where the site has more pages than it is given one for', async () => {
    const folder = folderOf(MANY);
    const settingsOf = async (spaceUpTo: number) => {
      const { settings, text } = openCorpus(joinArtefact((await bakeFolder(folder, { spaceUpTo })).artefact));
      return [settings.withoutSpace, text.space.dimensions > 0];
    };
    expect([await settingsOf(299), await settingsOf(300)]).toEqual([
      [true, false],
      [undefined, true],
    ]);
  });

  test('gives a local build no content stamp', async () => {
    const { stamps } = await bakeFolder(folderOf([['index.md', 'x']]), { local: true });
    expect(stamps.content).toBeNull();
  });

  test('bakes the same bytes for any order of writing, file times and number of workers', async () => {
    const one = folderOf(MANY);
    const other = folderOf(MANY.toReversed());
    for (const name of readdirSync(join(other, 'guides'))) utimesSync(join(other, 'guides', name), 1, 1);
    const digests = await Promise.all([
      bakeFolder(one),
      bakeFolder(one, { workers: 2 }),
      bakeFolder(other, { workers: 3 }),
    ]);
    expect(new Set(digests.map(({ artefact }) => artefact.digest)).size).toBe(1);
  });

  test('bakes the same bytes with a helper thread, which is for large sites', async () => {
    const folder = folderOf(
      Array.from({ length: 1000 }, (_, i) => [
        `page-${i}.md`,
        `# Page ${i}\n\nSome ${'text '.repeat(i % 50)} and [another](page-${(7 * i) % 1100}.md), word${i}.\n`,
      ]),
    );
    const alone = await bakeFolder(folder);
    const helped = await bakeFolder(folder, { workers: 2 });
    expect(helped.artefact.digest).toEqual(alone.artefact.digest);
    expect({ ...helped, artefact: null }).toEqual({ ...alone, artefact: null });
  });

  test.each([
    { LC_ALL: 'C', TZ: 'UTC' },
    { LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8', TZ: 'Pacific/Kiritimati' },
    { LC_ALL: 'ja_JP.UTF-8', TZ: 'America/St_Johns' },
  ])('bakes the same bytes in a process of its own under %j', async (environment) => {
    const folder = folderOf(MANY.slice(0, 20));
    const program = `
      const { bake } = await import(${JSON.stringify(new URL('./site_baker.ts', import.meta.url).href)});
      const { artefact } = await bake(${JSON.stringify({ folder, out: null, settings: SETTINGS, commit: 'c'.repeat(40), local: false, cache: null, workers: 1 })});
      process.stdout.write(artefact.digest);`;
    const run = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      env: { ...process.env, ...environment },
      encoding: 'utf8',
    });
    expect(run.stdout).toBe((await bakeFolder(folder)).artefact.digest);
  });

  test('changes the content stamp with a page, a path and a setting that affects answers', async () => {
    const stampOf = async (files: readonly (readonly [string, string])[], settings = SETTINGS) =>
      (await bakeFolder(folderOf(files), { settings })).stamps.content;
    const stamps = await Promise.all([
      stampOf([['a.md', 'x']]),
      stampOf([['a.md', 'y']]),
      stampOf([['b.md', 'x']]),
      stampOf([['a.md', 'x']], { ...SETTINGS, origin: 'https://other.example' }),
    ]);
    expect(new Set(stamps).size).toBe(4);
    expect(await stampOf([['a.md', 'x']])).toBe(stamps[0]);
  });

  test('writes the complete artefact, and leaves no temporary file', async () => {
    const out = join(work, 'site.catchword');
    const { artefact } = await bakeFolder(folderOf([['index.md', 'x']]), { out });
    expect(readFileSync(out).equals(new Uint8Array(joinArtefact(artefact)))).toBe(true);
    expect(readdirSync(work).filter((name) => name.startsWith('site.catchword'))).toEqual(['site.catchword']);
  });
});

describe('a bake with a cache', () => {
  test('gives the same bytes as one without, after pages were changed, added and removed', async () => {
    const cache = join(work, 'analysis.bin');
    const folder = folderOf(MANY);
    await bakeFolder(folder, { cache });
    expect((await bakeFolder(folder, { cache })).artefact.digest).toBe((await bakeFolder(folder)).artefact.digest);
    writeFileSync(join(folder, 'guides/page-3.md'), '# Changed\n\nWith a word seen nowhere: quagga.');
    writeFileSync(join(folder, 'guides/new.md'), '# New\n\nText.');
    rmSync(join(folder, 'guides/page-5.md'));
    expect((await bakeFolder(folder, { cache })).artefact.digest).toBe((await bakeFolder(folder)).artefact.digest);
  });

  test('does not analyse an unchanged page again, but takes it from the cache', async () => {
    const cache = join(work, 'told.bin');
    const folder = folderOf([
      ['a.md', '# Original\n\nText.'],
      ['b.md', '# Other\n\nText.'],
    ]);
    await bakeFolder(folder, { cache });
    writeFileSync(
      cache,
      Buffer.from(readFileSync(cache).toString('latin1').replaceAll('Original', 'Pretence'), 'latin1'),
    );
    writeFileSync(join(folder, 'b.md'), '# Changed\n\nText.');
    const { artefact } = await bakeFolder(folder, { cache });
    const corpus = openCorpus(joinArtefact(artefact));
    const titles = [0, 1].map(
      (page) => (JSON.parse(Buffer.from(corpus.pages.reference(page)).toString()) as { title: string }).title,
    );
    expect(titles).toEqual(['Pretence', 'Changed']);
  });

  test('analyses every page when the cache cannot be read', async () => {
    const cache = join(work, 'broken.bin');
    writeFileSync(cache, 'not a cache');
    expect((await bakeFolder(folderOf([['a.md', 'x']]), { cache })).pages).toBe(1);
  });
});
