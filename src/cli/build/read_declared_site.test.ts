import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { environmentOf, useCommandFolder } from '../../../test/fixtures/command_folder.ts';
import { runCommand } from '../../../test/fixtures/run_command.ts';
import { buildSite } from './build_command.ts';

const made = useCommandFolder();
const run = (...args: string[]) => runCommand(args, environmentOf(made));

/** A site whose addresses no rule would guess. */
function writeSite(pages: unknown): string {
  const folder = join(made.folder, 'declared');
  mkdirSync(join(folder, '_drafts'), { recursive: true });
  writeFileSync(join(folder, 'one.md'), '# One\n\nThe quokka, and [the other](./_drafts/two.md).\n');
  writeFileSync(join(folder, '_drafts', 'two.md'), 'The wombat.\n');
  writeFileSync(join(folder, 'unlisted.md'), '# Unlisted\n\nThe bilby.\n');
  writeFileSync(join(made.folder, 'pages.json'), JSON.stringify(pages));
  return folder;
}

const site = {
  generator: 'vitepress',
  base: '/zoo/',
  language: 'en-AU',
  pages: [
    { file: 'one.md', address: '/zoo/some/where.html' },
    { file: '_drafts/two.md', address: '/zoo/two/', title: 'The second', language: 'fr' },
    { file: 'missing.md', address: '/zoo/missing' },
    { file: 'component.vue', address: '/zoo/component' },
  ],
};

async function rows(artefact: string, q: string) {
  const { out } = await run('query', artefact, '--get', `/api/search?version=all&q=${q}`);
  return (JSON.parse(out) as { items: Record<string, unknown>[] }).items;
}

describe('build --pages', () => {
  test('publishes the declared pages at their addresses, and no others', async () => {
    const folder = writeSite(site);
    const out = join(made.folder, 'declared.catchword');
    const { code, err } = await run('build', folder, '--pages', join(made.folder, 'pages.json'), '--out', out);
    expect([code, err]).toEqual([0, expect.stringMatching(/^generator +vitepress$/m)]);
    const found = [await rows(out, 'quokka'), await rows(out, 'wombat'), await rows(out, 'bilby')];
    const facts = found.flat().map(({ path, canonical, title, language }) => [path, canonical, title, language]);
    expect(facts).toEqual([
      ['some/where', '/zoo/some/where.html', 'One', 'en-AU'],
      ['two', '/zoo/two/', 'The second', 'fr'],
    ]);
    const request = ['--get', '/api/pages/some/where', '--accept', 'text/markdown'];
    const { out: markdown } = await run('query', out, ...request);
    expect(markdown).toBe('# One\n\nThe quokka, and [the other](/two.md).\n');
  });

  test('leaves out the page for missing addresses, and pages that their generator does not search', async () => {
    const folder = join(made.folder, 'left_out');
    const files = {
      '404.md': '# Missing',
      'fr/404.md': '# Missing',
      'codes/404.md': '# Not found',
      'hidden.md': '---\nsearch: false\n---\n# Hidden',
      'starlight.md': '---\npagefind: false\n---\n# Hidden',
    };
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(join(folder, file, '..'), { recursive: true });
      writeFileSync(join(folder, file), `${text}\n\nThe quokka.\n`);
    }
    const language = (file: string) => (file.startsWith('fr/') ? { language: 'fr' } : {});
    const pages = Object.keys(files).map((file) => ({
      ...{ file, address: `/zoo/${file.replace('.md', '.html')}`, ...language(file) },
    }));
    writeFileSync(join(made.folder, 'pages.json'), JSON.stringify({ ...site, pages }));
    const out = join(made.folder, 'left_out.catchword');
    await run('build', folder, '--pages', join(made.folder, 'pages.json'), '--out', out);
    expect((await rows(out, 'quokka')).map(({ path }) => path)).toEqual(['codes/404']);
  });

  test('leads to the anchors that the built pages have', async () => {
    const folder = join(made.folder, 'anchors');
    mkdirSync(join(folder, 'dist'), { recursive: true });
    writeFileSync(join(folder, 'a.md'), '# Zoo\n\n## Food of the quokka\n\nLeaves.\n');
    writeFileSync(join(folder, 'dist', 'a.html'), '<h1>Zoo</h1><h2 id="Food-Of-It">Food of the quokka</h2>');
    const declared = { ...site, pages: [{ file: 'a.md', address: '/zoo/a.html' }] };
    const out = join(made.folder, 'anchors.catchword');
    const addresses = async (list: object) => {
      writeFileSync(join(made.folder, 'pages.json'), JSON.stringify(list));
      await run('build', folder, '--pages', join(made.folder, 'pages.json'), '--out', out);
      const [row] = (await rows(out, 'quokka')) as { sections: { address: string }[] }[];
      return row!.sections.map(({ address }) => address);
    };
    expect(await addresses(declared)).toEqual(['/zoo/a.html#food-of-the-quokka']);
    expect(await addresses({ ...declared, built: join(folder, 'dist') })).toEqual(['/zoo/a.html#Food-Of-It']);
    expect(await addresses({ ...declared, built: join(folder, 'missing') })).toEqual([
      '/zoo/a.html#food-of-the-quokka',
    ]);
  });

  test('uses the origin of the configuration for whole addresses', async () => {
    const folder = writeSite(site);
    writeFileSync(join(folder, 'catchword.config.json'), '{"origin":"https://zoo.example/zoo"}');
    const out = join(made.folder, 'declared.catchword');
    await run('build', folder, '--pages', join(made.folder, 'pages.json'), '--out', out);
    const found = [await rows(out, 'quokka'), await rows(out, 'wombat')];
    expect(found.flat().map(({ canonical }) => canonical)).toEqual([
      'https://zoo.example/zoo/some/where.html',
      'https://zoo.example/zoo/two/',
    ]);
  });

  test('finds the places of versions, and names one that it cannot read', async () => {
    const folder = join(made.folder, 'places');
    const places = ['app/', 'app/1.0', 'api/', 'api/1.0'];
    mkdirSync(folder, { recursive: true });
    for (const at of places.keys()) writeFileSync(join(folder, `${at}.md`), `# Page ${at}\n\nThe quokka.\n`);
    const file = join(made.folder, 'pages.json');
    const list = (versions: readonly string[]) => {
      const pages = versions.map((version, at) => ({ file: `${at}.md`, address: `/zoo/${at}`, version }));
      writeFileSync(file, JSON.stringify({ generator: 'plain', base: '/zoo/', pages }));
    };
    const out = join(made.folder, 'places.catchword');
    const build = () => run('build', folder, '--pages', file, '--out', out);
    list(places);
    expect((await build()).code).toBe(0);
    const found = async (version: string) => {
      const { out: answer } = await run('query', out, '--get', `/api/search?q=quokka&version=${version}`);
      return (JSON.parse(answer) as { items: { path: string }[] }).items.map(({ path }) => path).sort();
    };
    expect([await found('app/1.0'), await found('app/1.0,api/'), await found('1.0')]).toEqual([
      ['1', '2', '3'],
      ['1', '2'],
      ['1', '3'],
    ]);
    for (const wrong of ['1.0', '/1.0', 'app/1,2']) {
      list([wrong]);
      const { code, err } = await build();
      expect([code, err]).toEqual([
        2,
        expect.stringContaining('pages[0].version: it must be the name of a set of documents'),
      ]);
    }
  });

  test('groups the pages of declared versions, whatever they are called', async () => {
    const folder = join(made.folder, 'versions');
    for (const version of ['lion', 'tiger']) {
      mkdirSync(join(folder, version), { recursive: true });
      writeFileSync(join(folder, version, 'a.md'), `# Setup\n\nHow to set up ${version}, the quokka.\n`);
    }
    const pages = ['lion', 'tiger'].map((name) => ({ file: `${name}/a.md`, address: `/zoo/${name}/a` }));
    const file = join(made.folder, 'pages.json');
    const versions = ['/zoo/lion', '/zoo/tiger'];
    writeFileSync(file, JSON.stringify({ generator: 'plain', base: '/zoo/', currentVersion: 'lion', versions, pages }));
    const out = join(made.folder, 'versions.catchword');
    expect((await run('build', folder, '--pages', file, '--out', out)).code).toBe(0);
    const { out: answer } = await run('query', out, '--get', '/api/search?q=quokka');
    const { items } = JSON.parse(answer) as { items: object[] };
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({ path: 'lion/a', version: 'lion', copies: { items: [{ path: 'tiger/a' }] } });
    const { out: older } = await run('query', out, '--get', '/api/search?q=quokka&version=tiger');
    expect(JSON.parse(older)).toMatchObject({ items: [{ path: 'tiger/a' }] });
  });

  test('builds the same bytes as buildSite with the same pages', async () => {
    const folder = writeSite(site);
    const options = { folder, site, local: true };
    const [one, two] = [await buildSite(options), await buildSite(options)];
    expect(one.artefact.digest).toBe(two.artefact.digest);
    expect([one.pages, one.generator, one.root.why]).toEqual([2, 'vitepress', 'vitepress lists its pages']);
  });

  test.each([
    ['no JSON', 'x', /^Cannot read ".*pages.json" as JSON: .+\.\n$/],
    ['a list', [], /^Cannot use the pages in ".*pages.json":\n {2}the file: /],
    ['an unknown generator', { ...site, generator: 'vitepres' }, /\n {2}generator: it must be one of .*vitepress/],
    ['a base without a slash', { ...site, base: '/zoo' }, /\n {2}base: it must end with "\/"/],
    [
      'an address of a host',
      { ...site, pages: [{ file: 'a.md', address: '//host/a' }] },
      /\n {2}pages\[0\]\.address: it must not begin with/,
    ],
    [
      'an address above the root',
      { ...site, pages: [{ file: 'a.md', address: '/../a' }] },
      /\n {2}pages\[0\]\.address: it contains a segment "\." or "\.\."/,
    ],
    ['a wrong language', { ...site, language: '??' }, /\n {2}language: it must be a language tag/],
    ['an unknown key', { ...site, page: [] }, /\n {2}the file: unrecognized key: "page"/],
  ])('refuses %s with its place', async (_, pages, message) => {
    const folder = writeSite(pages);
    const file = join(made.folder, 'pages.json');
    if (pages === 'x') writeFileSync(file, '{');
    const { code, err } = await run('build', folder, '--pages', file, '--out', join(made.folder, 'none.catchword'));
    expect([code, err]).toEqual([2, expect.stringMatching(message)]);
  });

  test('refuses a site none of whose pages is there, and reads no file outside the folder', async () => {
    const folder = writeSite({ ...site, pages: [{ file: '../outside.md', address: '/zoo/outside' }] });
    writeFileSync(join(made.folder, 'outside.md'), '# Outside\n');
    const { code, err } = await run(
      'build',
      folder,
      '--pages',
      join(made.folder, 'pages.json'),
      '--out',
      join(made.folder, 'none.catchword'),
    );
    expect([code, err]).toEqual([1, expect.stringMatching(/it contains no Markdown files/)]);
  });
});
