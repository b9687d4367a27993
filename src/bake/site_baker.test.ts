import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { readCuration } from '../content/curation/read_curation.ts';
import { targetsByIndex } from '../content/site/assemble_site.ts';
import type { SiteContent } from '../content/site_content.ts';
import { loadArtefact } from '../corpus/load_artefact.ts';
import type { BakedSite, BakeOptions } from './bake_options.ts';
import { bake, createSiteBaker } from './site_baker.ts';

const work = mkdtempSync(join(tmpdir(), 'catchword-rebake-'));
afterAll(() => rmSync(work, { recursive: true }));

let folders = 0;

const SETTINGS: BakeOptions['settings'] = {
  origin: 'https://site.example',
  title: 'A site',
  description: '',
  language: null,
  collections: null,
  tools: [],
  publicOrigin: null,
};

const optionsOf = (folder: string): BakeOptions => ({
  folder,
  out: null,
  settings: SETTINGS,
  commit: null,
  local: false,
  cache: null,
  workers: 1,
  allowEmpty: true,
});

/** Files that make one generator recognised, in several versions. */
const GENERATORS: readonly (readonly Readonly<Record<string, string>>[])[] = [
  [{}],
  [{ 'hugo.toml': 'defaultContentLanguage = "de"' }, { 'hugo.toml': 'baseURL = "https://host.example"' }],
  [{ '_config.yml': 'permalink: /news/:title/' }, { '_config.yml': 'url: https://host.example' }],
  [{ 'docusaurus.config.js': "docs: { routeBasePath: 'guide' }" }, { 'docusaurus.config.js': '' }],
  [{ '.obsidian/app.json': '{}' }],
  [{ 'mkdocs.yml': 'site_name: x' }],
];

const WORDS = [
  'alpha',
  'beta',
  'gamma',
  'delta',
  'running',
  'runs',
  'naïve',
  '数据库',
  'node:sqlite',
  'C++',
  'zeta',
  'zetaAlpha',
  'zetaalpha',
];
const NAMES = ['index', 'a', 'b', '01-c', '02-d', '2024-01-02-e', 'de', 'README', 'long-name'];
const FOLDERS = [
  '',
  'x/',
  'x/',
  'de/',
  'x/y/',
  'docs/',
  '_posts/',
  'blog/',
  'content/',
  'content/x/',
  '1.0/',
  '2.0/',
  'x/1.0/',
];

/** A page as its parts, so that a step can change one of them alone. */
interface Page {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly title: string;
  readonly blocks: readonly string[];
}

const file = fc
  .tuple(fc.constantFrom(...FOLDERS), fc.constantFrom(...NAMES))
  .map(([folder, name]) => `${folder}${name}.md`);
const word = fc.constantFrom(...WORDS);
const words = fc.array(word, { maxLength: 12 }).map((some) => some.join(' '));
const target = fc.oneof(
  file,
  file.map((path) => `/${path.replace(/\.md$/, '')}`),
  file.map((path) => `/mounted/${path.replace(/\.md$/, '')}`),
  file.map((path) => `/mounted/${path.replace(/\.md$/, '')}`),
  fc.constantFrom(
    'a',
    'b',
    'nowhere',
    '../a',
    'an-alias',
    '/old/a',
    'https://else.example/a',
    'https://host.example/b',
  ),
);
const link = fc.oneof(
  target.map((to) => `[to](<${to}>)`),
  target.map((to) => `[[${to}]]`),
);
const block = fc.oneof(
  words,
  link,
  link,
  words.map((text) => `## ${text}`),
);
const FIELD_VALUES: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  title: words,
  tags: fc.array(word, { maxLength: 3 }),
  aliases: fc.array(fc.constantFrom('an-alias', '/old/a', 'b'), { maxLength: 2 }),
  draft: fc.boolean(),
  date: fc.constantFrom('2024-01-02', '2023-05-06'),
  description: words,
  slug: fc.constantFrom('a', 'b', 'other'),
  permalink: fc.constantFrom('/x/a', '/far/away'),
  canonical: fc.constantFrom('https://else.example/a', 'https://site.example/b'),
  categories: fc.constantFrom('news', 'old'),
  language: fc.constantFrom('fr', 'de'),
  cascade: fc.constant({ build: { render: 'never' } }),
};
const page: fc.Arbitrary<Page> = fc.record({
  fields: fc.record(FIELD_VALUES, { requiredKeys: [] }).map((fields) =>
    // Few fields, so that pages often differ in one.
    Object.fromEntries(Object.entries(fields).slice(0, 3)),
  ),
  title: words,
  blocks: fc.array(block, { maxLength: 6 }),
});

function textOf({ fields, title, blocks }: Page): string {
  const head = Object.keys(fields).length === 0 ? '' : `---\n${JSON.stringify(fields)}\n---\n`;
  return `${head}${title === '' ? '' : `# ${title}\n\n`}${blocks.join('\n\n')}\n`;
}

type Step =
  | { readonly kind: 'write'; readonly file: string; readonly page: Page }
  | { readonly kind: 'remove'; readonly at: number }
  | { readonly kind: 'rename'; readonly at: number; readonly to: string }
  | { readonly kind: 'touch'; readonly at: number }
  | { readonly kind: 'field'; readonly at: number; readonly field: string; readonly value: unknown }
  | { readonly kind: 'title'; readonly at: number; readonly title: string }
  | { readonly kind: 'append'; readonly at: number; readonly block: string }
  | { readonly kind: 'renameFolder'; readonly from: string; readonly to: string }
  | { readonly kind: 'settings'; readonly title: string; readonly collections: BakeOptions['settings']['collections'] }
  | { readonly kind: 'ignore'; readonly pattern: string };

const at = fc.nat(30);
/** A change of one field of a page, or its removal. */
const fieldStep = fc.constantFrom(...Object.keys(FIELD_VALUES)).chain((field) =>
  fc.record({
    ...{ kind: fc.constant('field' as const), at, field: fc.constant(field) },
    value: fc.option(FIELD_VALUES[field]!, { nil: undefined }),
  }),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('write' as const), file, page }),
  { weight: 6, arbitrary: fieldStep },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('append' as const), at, block }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('title' as const), at, title: words }) },
  fc.record({ kind: fc.constant('remove' as const), at }),
  fc.record({ kind: fc.constant('touch' as const), at }),
  fc.record({ kind: fc.constant('rename' as const), at, to: file }),
  fc.record({
    kind: fc.constant('renameFolder' as const),
    from: fc.constantFrom('x', 'de', 'docs', 'content/x'),
    to: fc.constantFrom('z', 'fr', 'x/w'),
  }),
  fc.record({
    kind: fc.constant('settings' as const),
    title: word,
    collections: fc.constantFrom(null, [{ name: 'x' }, { name: 'blog', title: 'News' }]),
  }),
  fc.record({ kind: fc.constant('ignore' as const), pattern: fc.constantFrom('', '/x', 'a.md', 'b.*') }),
);

/** What the links of each page lead to, by index. */
const targetsOf = (site: SiteContent) => site.pages.map((page) => [page.path, targetsByIndex(page, site)]);

/** A folder of a test, with the paths of its pages. */
class Site {
  readonly folder = join(work, String(folders++));
  readonly pages = new Map<string, Page>();
  settings = SETTINGS;

  write(path: string, text: string): string {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true });
    writeFileSync(join(this.folder, path), text);
    return path;
  }

  writePage(path: string, page: Page): string {
    this.pages.set(path, page);
    return this.write(path, textOf(page));
  }

  /** @returns the paths that changed, as a watcher would name them */
  apply(change: Step): string[] {
    const at = 'at' in change ? [...this.pages.keys()].sort()[change.at % Math.max(1, this.pages.size)] : '';
    if (at === undefined) return [];
    const page = this.pages.get(at)!;
    switch (change.kind) {
      case 'write':
        return [this.writePage(change.file, change.page)];
      case 'field':
        return [this.writePage(at, { ...page, fields: { ...page.fields, [change.field]: change.value } })];
      case 'title':
        return [this.writePage(at, { ...page, title: change.title })];
      case 'append':
        return [this.writePage(at, { ...page, blocks: [...page.blocks, change.block] })];
      case 'touch':
        return [this.write(at, textOf(page))];
      case 'remove':
        return [this.#remove(at)];
      case 'rename':
        return [this.#remove(at), this.writePage(change.to, page)];
      case 'renameFolder':
        return this.#renameFolder(change.from, change.to);
      case 'settings':
        this.settings = { ...SETTINGS, title: change.title, collections: change.collections };
        return [];
      case 'ignore':
        return [this.write('.gitignore', change.pattern)];
    }
  }

  #remove(path: string): string {
    this.pages.delete(path);
    rmSync(join(this.folder, path));
    return path;
  }

  #renameFolder(from: string, to: string): string[] {
    const inside = [...this.pages].filter(([path]) => path.startsWith(`${from}/`));
    if (inside.length === 0) return [];
    rmSync(join(this.folder, to), { recursive: true, force: true });
    for (const path of [...this.pages.keys()]) if (path.startsWith(`${to}/`)) this.pages.delete(path);
    if (`${to}/`.startsWith(`${from}/`)) return [...inside.map(([path]) => path), to];
    mkdirSync(dirname(join(this.folder, to)), { recursive: true });
    renameSync(join(this.folder, from), join(this.folder, to));
    for (const [path, page] of inside) {
      this.pages.delete(path);
      this.pages.set(to + path.slice(from.length), page);
    }
    return [from, to];
  }
}

describe('baking again', () => {
  test('gives the artefact and the report of a full bake, after any changes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...GENERATORS),
        fc.array(fc.tuple(file, page), { minLength: 1, maxLength: 12 }),
        fc.array(fc.tuple(fc.array(step, { minLength: 1, maxLength: 3 }), fc.boolean()), {
          minLength: 1,
          maxLength: 5,
        }),
        async (generator, pages, rounds) => {
          const site = new Site();
          for (const [path, text] of Object.entries(generator[0]!)) site.write(path, text);
          for (const [path, each] of pages) site.writePage(path, each);
          const assembled: SiteContent[] = [];
          const onAssembled = ({ content }: BakedSite) => assembled.push(content);
          const baker = createSiteBaker({ ...optionsOf(site.folder), onAssembled });
          await baker.bakeAll();
          for (const [round, [steps, isWatched]] of rounds.entries()) {
            const changed = steps.flatMap((change) => site.apply(change));
            if (round === 2 && generator.length > 1)
              for (const [path, text] of Object.entries(generator[1]!)) changed.push(site.write(path, text));
            const again = await baker.rebake(isWatched ? changed : null, { settings: site.settings });
            const pagesBaked = assembled.at(-1)!;
            const { artefact, ...report } = await bake({
              ...optionsOf(site.folder),
              settings: site.settings,
              onAssembled,
            });
            expect(targetsOf(pagesBaked)).toEqual(targetsOf(assembled.at(-1)!));
            const { artefact: ours, ...own } = again;
            expect(own).toEqual(report);
            expect(ours.digest).toBe(artefact.digest);
          }
          rmSync(site.folder, { recursive: true });
        },
      ),
      {
        numRuns: Number(process.env.REBAKE_RUNS ?? 100),
        ...(process.env.REBAKE_SEED !== undefined && { seed: Number(process.env.REBAKE_SEED) }),
      },
    );
  });

  test.each<[string, Readonly<Record<string, string>>, string, string]>([
    [
      'a canonical address that another page links to',
      { 'a.md': '# A', 'b.md': '[a](https://else.example/a)' },
      'a.md',
      '---\ncanonical: https://else.example/a\n---\n# A',
    ],
    ['the title of a collection', { 'x/index.md': '# X', 'x/a.md': '# A' }, 'x/index.md', '# Other'],
    [
      'a label of a tag',
      { 'a.md': '---\ntags: [Red]\n---\n# A', 'b.md': '# B' },
      'b.md',
      '---\ntags: [RED, red, red]\n---\n# B',
    ],
    [
      'the third link below a prefix that no page has, which makes the others resolve',
      { 'a.md': '[b](/m/b)\n[c](/m/c)', 'b.md': '# B', 'c.md': '# C', 'd.md': '# D' },
      'd.md',
      '# D\n\n[a](/m/a)',
    ],
    [
      'another address of a page, to which published Markdown links',
      { 'a.md': '[b](b.md)', 'b.md': '# B', 'c.md': '# C' },
      'b.md',
      '---\nslug: z\n---\n# B',
    ],
    ['a draft that hides a linked page', { 'a.md': '[b](b.md)', 'b.md': '# B' }, 'b.md', '---\ndraft: true\n---\n# B'],
    ['a page at the target of a dead link', { 'a.md': '[b](x/b.md)', 'c.md': '# C' }, 'x/b.md', '# B'],
    [
      'a page that is found by a name before another one',
      { 'a.md': '[[guide]]', 'x/guide.md': '# Guide', 'c.md': '[guide](x/guide.md)' },
      'guide.md',
      '# Guide',
    ],
    [
      'an alias that leads to the first of two pages',
      { 'b.md': '[[other]]', 'c.md': '---\naliases: [other]\n---\n# C' },
      'a.md',
      '---\naliases: [other]\n---\n# A',
    ],
    [
      'a page at the address that another page had',
      { 'b/index.md': '# B', 'a.md': '[b](/b)', 'c.md': '[b](b/index.md)' },
      'b.md',
      '# The other B',
    ],
    [
      'a page by which a prefix of dead links is learned',
      { 'a.md': '[b](/m/b)\n[c](/m/c)\n[d](/m/d)', 'b.md': '# B', 'c.md': '# C' },
      'd.md',
      '# D',
    ],
    [
      'a section of the host that the site has from now on',
      {
        'docfx.json': '{}',
        '.openpublishing.publish.config.json': '{}',
        'a.md': '[b](/x/b)\n[c](/x/c)',
        'c.md': '# C',
      },
      'x/c.md',
      '# C',
    ],
    [
      'the order of a menu',
      { 'mkdocs.yml': 'site_name: x\nnav: [a.md, b.md]\n', 'docs/a.md': '# A', 'docs/b.md': '# B' },
      'mkdocs.yml',
      'site_name: x\nnav: [b.md, a.md]\n',
    ],
    [
      'a section that hides the pages below',
      { 'hugo.toml': '', 'content/x/_index.md': '# X', 'content/x/a.md': '# A', 'content/b.md': '[a](/x/a)' },
      'content/x/_index.md',
      '---\ncascade: {build: {render: never}}\n---\n# X',
    ],
  ])('sees what %s does to other pages', async (_name, files, changed, text) => {
    const site = new Site();
    for (const [path, source] of Object.entries(files)) site.write(path, source);
    const baker = createSiteBaker(optionsOf(site.folder));
    await baker.bakeAll();
    site.write(changed, text);
    const { artefact: ours, ...own } = await baker.rebake([changed]);
    const { artefact, ...report } = await bake(optionsOf(site.folder));
    expect(own).toEqual(report);
    expect(ours.digest).toBe(artefact.digest);
  });

  test('reads no file but the candidates, and nothing at all for an edit that was undone', async () => {
    const site = new Site();
    site.write('a.md', '# A');
    site.write('b.md', '# B');
    const baker = createSiteBaker(optionsOf(site.folder));
    const first = await baker.bakeAll();
    site.write('b.md', '# Other');
    expect(await baker.rebake(['a.md'])).toBe(first);
    const second = await baker.rebake([join(site.folder, 'b.md')]);
    expect(second.artefact.digest).toBe((await bake(optionsOf(site.folder))).artefact.digest);
    expect(second.stamps.content).not.toBe(first.stamps.content);
  });

  test('stamps another commit', async () => {
    const site = new Site();
    site.write('a.md', '# A');
    const baker = createSiteBaker({ ...optionsOf(site.folder), commit: 'c1' });
    await baker.bakeAll();
    expect((await baker.rebake([], { commit: 'c2' })).stamps.commit).toBe('c2');
  });

  test('bakes everything when nothing was baked before, or the bake before failed', async () => {
    const site = new Site();
    site.write('a.md', '# A');
    const out = join(site.folder, 'missing', 'site.catchword');
    const baker = createSiteBaker({ ...optionsOf(site.folder), out });
    await expect(baker.rebake([])).rejects.toThrow('ENOENT');
    mkdirSync(dirname(out));
    const { artefact } = await baker.rebake([]);
    expect(loadArtefact(out).digest).toBe(artefact.digest);
  });

  test('finds changes of settings that are named by a candidate, such as an ignored folder', async () => {
    const site = new Site();
    site.write('x/a.md', '# A');
    site.write('b.md', '# B');
    const baker = createSiteBaker(optionsOf(site.folder));
    expect((await baker.bakeAll()).pages).toBe(2);
    site.write('.gitignore', '/x');
    expect((await baker.rebake(['.gitignore'])).pages).toBe(1);
  });
});

test('a rebake with other search rules gives the artefact of a full bake with these', async () => {
  const folder = join(work, 'curated');
  mkdirSync(folder);
  for (const name of ['a', 'b', 'c']) writeFileSync(join(folder, `${name}.md`), `# ${name}\n\nWords of ${name}.\n`);
  const withRules = (rules: string): BakeOptions => {
    const { curation } = readCuration(rules);
    return { ...optionsOf(folder), settings: { ...SETTINGS, curation: { name: 'rules.yaml', rules: curation } } };
  };
  const baker = createSiteBaker(optionsOf(folder));
  const digests = [(await baker.bakeAll()).artefact.digest];
  for (const rules of ['exclude: [a]', '\nexclude: [a]', 'synonyms: [zebra -> words, okapi -> kiosk]']) {
    const options = withRules(rules);
    const { artefact, warnings } = await baker.rebake([], options);
    const full = await bake(options);
    expect([artefact.digest, warnings]).toEqual([full.artefact.digest, full.warnings]);
    digests.push(artefact.digest);
    expect((await baker.rebake([], options)).artefact).toBe(artefact);
  }
  expect(new Set(digests).size).toBe(4);
  const { artefact } = await baker.rebake([], optionsOf(folder));
  expect(artefact.digest).toBe(digests[0]);
});
