import fs, { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { type ImageList, LARGEST_IMAGE } from '../content/files/image_files.ts';
import type { BakeSettings } from './bake_options.ts';
import { listImages, MOST_IMAGES, MOST_LINKS, MOST_SHOWN } from './list_images.ts';
import { bake } from './site_baker.ts';

const top = realpathSync(mkdtempSync(join(tmpdir(), 'catchword-list-')));
afterAll(() => rmSync(top, { recursive: true }));

const settings: BakeSettings = {
  ...{ origin: null, title: null, description: '', language: null, collections: null, tools: [], publicOrigin: null },
};
let sites = 0;

/** Makes a project of files; a path with `->` is a symbolic link. @returns its folder */
function project(files: Readonly<Record<string, string>>): string {
  const folder = join(top, String(sites++));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    if (text.startsWith('->')) symlinkSync(text.slice(2), join(folder, path));
    else writeFileSync(join(folder, path), text);
  }
  return folder;
}

async function imagesOf(folder: string, content = ''): Promise<ImageList> {
  let list: ImageList | null = null;
  await bake({
    ...{ folder: join(folder, content), out: null, settings, commit: null, local: true, cache: null, workers: 1 },
    onAssembled: (site) => {
      list = listImages(site);
    },
  });
  return list!;
}

/** The files of the images of a site by their paths on it, relative to the project. */
async function listOf(folder: string, content = ''): Promise<Readonly<Record<string, string>>> {
  const { files } = await imagesOf(folder, content);
  return Object.fromEntries([...files].map(([path, file]) => [path, relative(folder, file)]));
}

/** For each page: how its published Markdown names its images, and their paths. */
async function shownOf(folder: string, content = ''): Promise<unknown> {
  const { shown } = await imagesOf(folder, content);
  return Object.fromEntries([...shown].map(([page, images]) => [page, Object.fromEntries(images)]));
}

const show = (...paths: readonly string[]): string => `# A\n\n${paths.map((path) => `![x](${path})`).join('\n\n')}\n`;

describe('the images of a site', () => {
  test('are those that its published pages name', async () => {
    const folder = project({
      'a.md': `${show('b.png', 'in/c%20d.JPEG?x=1#y', '/e.svg', 'none.png', 'page.md', 'b.txt')}\n<img src="f.webp">\n`,
      'in/g.md': show('../b.png', 'h.gif', '../../out.png', './i.avif'),
      'draft.md': `---\ndraft: true\n---\n\n${show('draft.png')}`,
      'code.md': '# Code\n\n```\n![x](code.png)\n```\n\n[link](link.png)\n',
      ...{ 'b.png': '', 'in/c d.JPEG': '', 'e.svg': '', 'f.webp': '', 'in/h.gif': '', 'in/i.avif': '' },
      ...{ 'draft.png': '', 'code.png': '', 'link.png': '', 'unnamed.png': '', 'b.txt': '' },
    });
    expect(await listOf(folder)).toEqual({
      'b.png': 'b.png',
      'in/c d.JPEG': 'in/c d.JPEG',
      'e.svg': 'e.svg',
      'f.webp': 'f.webp',
      'in/h.gif': 'in/h.gif',
      'in/i.avif': 'in/i.avif',
    });
  });

  test('are beside the pages and in the folders of static files', async () => {
    const folder = project({
      'docusaurus.config.js': "export default { presets: [['classic', {}]] };",
      'docs/guide/a.md': show('near.png', '/img/far.svg', '/docs/near.png', '/src/secret.png', '../../own.png'),
      ...{ 'docs/guide/near.png': '', 'static/img/far.svg': '', 'own.png': '', 'src/secret.png': '' },
    });
    expect(await listOf(folder)).toEqual({
      'docs/guide/near.png': 'docs/guide/near.png',
      'static/img/far.svg': 'static/img/far.svg',
    });
  });

  test('are neither hidden nor ignored', async () => {
    const folder = project({
      '.git/HEAD': '',
      '.gitignore': 'private/\n/static/built.png\n',
      'package.json': '{}',
      'docs/.gitignore': 'ignored.png\n',
      'docs/a.md': show('ignored.png', 'private/a.png', '.hidden/a.png', '.a.png', 'node_modules/a.png', '/built.png'),
      'docs/b.md': show('.gitbook/assets/a.png', '../docs/a.png'),
      ...{ 'docs/ignored.png': '', 'docs/private/a.png': '', 'docs/.hidden/a.png': '', 'docs/.a.png': '' },
      ...{ 'docs/node_modules/a.png': '', 'static/built.png': '', 'docs/.gitbook/assets/a.png': '' },
    });
    expect(await listOf(folder, 'docs')).toEqual({ '.gitbook/assets/a.png': 'docs/.gitbook/assets/a.png' });
  });

  test('are not what a symbolic link leads to', async () => {
    const folder = project({
      'package.json': '{}',
      'other/a.png': '',
      'docs/a.md': show('link.png', 'folder/a.png', 'deep/in/a.png', 'up/other/a.png', '/linked/a.png', 'is.png/a.png'),
      'docs/link.png': '->../other/a.png',
      'docs/folder': '->../other',
      'docs/deep/in': '->../../other',
      'docs/up': '->..',
      'docs/is.png/b.md': '# B\n',
      'static/linked': '->../other',
    });
    expect(await listOf(folder, 'docs')).toEqual({});
  });

  test('are not too large, and are regular files', async () => {
    const folder = project({ 'a.md': show('largest.png', 'larger.png', 'folder.png'), 'folder.png/b.md': '# B\n' });
    for (const [at, name] of ['largest.png', 'larger.png'].entries()) {
      writeFileSync(join(folder, name), '');
      truncateSync(join(folder, name), LARGEST_IMAGE + at);
    }
    expect(await listOf(folder)).toEqual({ 'largest.png': 'largest.png' });
  });

  test('are told of each page that names one of them', async () => {
    const folder = project({
      'a.md': show('b.png', 'shot(1).png', '<shot (2).png>', '<in/shot (3).png>', 'none.png', 'b.png?again'),
      'in/c.md': `${show('/in/shot%20(3).png')}\n<img src="../shot (2).png">\n<img src='shot (3).png'>\n`,
      'd.md': show('none.png'),
      ...{ 'b.png': '', 'shot(1).png': '', 'shot (2).png': '', 'in/shot (3).png': '' },
    });
    expect(await shownOf(folder)).toEqual({
      a: Object.fromEntries(
        ['b.png', 'shot(1).png', 'shot (2).png', 'in/shot (3).png'].map((path) => [`/${path}`, path]),
      ),
      'in/c': { '/in/shot (3).png': 'in/shot (3).png', '/shot (2).png': 'shot (2).png' },
    });
  });

  test('are told apart where two pages mean different files by one address', async () => {
    const folder = project({
      'docusaurus.config.js': "export default { presets: [['classic', {}]] };",
      'docs/one/a.md': `---\nslug: /a\n---\n\n${show('same.png', 'own.png')}`,
      'docs/two/b.md': `---\nslug: /b\n---\n\n${show('same.png', 'same.png')}`,
      'docs/two/c.md': `---\nslug: /c\n---\n\n${show('same.png', 'own.png')}`,
      ...{ 'docs/one/same.png': '', 'docs/two/same.png': '', 'docs/one/own.png': '' },
    });
    expect(await shownOf(folder)).toEqual({
      'docs/a': { '/docs/same.png': 'docs/one/same.png', '/docs/own.png': 'docs/one/own.png' },
      'docs/b': { '/docs/same.png': 'docs/two/same.png' },
      'docs/c': { '/docs/same.png': 'docs/two/same.png' },
    });
  });

  test('are shown where only the generator knows their addresses', async () => {
    const folder = project({
      'astro.config.mjs': "export default { integrations: [starlight({ title: 'T' })] };",
      'src/content/docs/guide/a.md': show(
        ...[
          '../../../assets/up.png',
          '@assets/in/own.png',
          '~/assets/up.png?x=1',
          '@/images/b.png',
          '@site/public/c.png',
        ],
        ...['~/d.png', '@secret/e.png', '@site/secret/e.png', '@assets/../../secret/e.png', '~/../secret/e.png'],
      ),
      ...{ 'src/assets/up.png': '', 'src/assets/in/own.png': '', 'src/images/b.png': '', 'public/c.png': '' },
      ...{ 'src/d.png': '', 'secret/e.png': '', 'src/secret/e.png': '' },
    });
    expect(await shownOf(folder)).toEqual({
      'guide/a': {
        '../../../assets/up.png': 'src/assets/up.png',
        '@assets/in/own.png': 'src/assets/in/own.png',
        '~/assets/up.png': 'src/assets/up.png',
        '@/images/b.png': 'src/images/b.png',
        '@site/public/c.png': 'public/c.png',
      },
    });
  });

  test('are those of the folder that an alias names, where others have the same name', async () => {
    const folder = project({
      'astro.config.mjs': "export default { integrations: [starlight({ title: 'T' })] };",
      'src/content/docs/a.md': show('@images/a.png', '@assets/b.png', '~/assets/b.png', '@/images/a.png'),
      ...{ 'src/images/a.png': '', 'src/assets/a.png': '', 'src/assets/b.png': '', 'src/content/docs/b.png': '' },
      ...{ 'public/a.png': '', 'public/b.png': '', 'public/assets/b.png': '', 'src/content/docs/images/a.png': '' },
    });
    expect(await shownOf(folder)).toEqual({
      a: {
        '@images/a.png': 'src/images/a.png',
        '@assets/b.png': 'src/assets/b.png',
        '~/assets/b.png': 'src/assets/b.png',
        '@/images/a.png': 'src/images/a.png',
      },
    });
  });

  test('are not those of another site on the host, where the path of the site is known', async () => {
    const folder = project({
      'docusaurus.config.js': "export default { baseUrl: '/own/', presets: [['classic', {}]] };",
      'docs/a.md': show('/own/a.png', '/other/b.png'),
      ...{ 'static/a.png': '', 'static/b.png': '' },
    });
    expect(await listOf(folder)).toEqual({ 'static/a.png': 'static/a.png' });
  });

  test('are not in folders that the settings leave out', async () => {
    const quartz = "const config = { configuration: { ignorePatterns: ['private'] } };\nexport default config;\n";
    const folder = project({
      'quartz.config.ts': quartz,
      'content/a.md': '# A\n\n![[private/b.png]] ![x](private/c.png) ![[d.png]]\n',
      ...{ 'content/private/b.png': '', 'content/private/c.png': '', 'content/d.png': '' },
    });
    expect(await listOf(folder)).toEqual({ 'd.png': 'content/d.png' });
  });

  test('are found from addresses that end with a slash, and from those below the path of the site', async () => {
    const folder = project({
      'docs/guide/a.md': show('../../img/b.png', '/product/img/c.png', '/product/img/none.png', '/c.png'),
      ...{ 'static/img/b.png': '', 'static/img/c.png': '', 'package.json': '{}' },
    });
    expect(await shownOf(folder)).toEqual({
      'guide/a': { '/product/img/c.png': 'static/img/c.png', '../../img/b.png': 'static/img/b.png' },
    });
  });

  test('are the first that is named, where two files have one path', async () => {
    const folder = project({
      'astro.config.mjs': "export default { integrations: [starlight({ title: 'T' })] };",
      'src/content/docs/a.md': show('public/x.png', '/x.png', 'y.png'),
      ...{ 'src/content/docs/public/x.png': '', 'public/x.png': '', 'src/content/docs/y.png': '' },
    });
    expect(await listOf(folder)).toEqual({
      'public/x.png': 'src/content/docs/public/x.png',
      'y.png': 'src/content/docs/y.png',
    });
    expect(await shownOf(folder)).toEqual({ a: { '/public/x.png': 'public/x.png', '/y.png': 'y.png' } });
  });

  test('are found by their names in a vault', async () => {
    const folder = project({
      '.obsidian/app.json': '{}',
      '.gitignore': 'ignored/\n',
      '.git/HEAD': '',
      'notes/in/a.md': [
        '# A\n\n![[b.png]] ![[B.PNG|300]] ![[img/c.png#icon|C]] ![[d e (1).png]] ![](f.png) ![](../../../img/c.png)',
        '![[/img/c.png]] ![[none.png]] ![[ng.png]] ![[hidden.png]] ![[no.png]] ![[link.png]] ![[folder.png]] `![[code.png]]`',
      ].join('\n\n'),
      'other.md': '# Other\n\n![[b.png]] ![[in/b.png]] ![[files/b.png]]\n',
      ...{
        'files/b.png': '',
        'files/deep/in/b.png': '',
        'notes/in/own/B.png': '',
        'files/img/c.png': '',
        'img/c.png': '',
      },
      ...{ 'files/d e (1).png': '', 'files/f.png': '', '.hidden/hidden.png': '', 'ignored/no.png': '', 'code.png': '' },
      ...{ 'files/link.png': '->b.png', 'folder.png/x.md': '# X\n', linked: '->files' },
    });
    expect(await shownOf(folder)).toEqual({
      'notes/in/a': {
        'b.png': 'notes/in/own/B.png',
        'B.PNG': 'notes/in/own/B.png',
        'img/c.png': 'img/c.png',
        'd e (1).png': 'files/d e (1).png',
        '/notes/in/f.png': 'files/f.png',
        '../../../img/c.png': 'img/c.png',
      },
      other: { 'b.png': 'files/b.png', 'in/b.png': 'files/deep/in/b.png', 'files/b.png': 'files/b.png' },
    });
  });

  test('are not found by their names in what the settings of a vault leave out, and in other sites', async () => {
    const text = '# A\n\n![[b.png]] ![[c.png]]\n';
    const images = { 'content/files/b.png': '', 'content/private/c.png': '' };
    const settings = "const config = { configuration: { ignorePatterns: ['private'] } };\nexport default config;\n";
    const vault = project({ 'quartz.config.ts': settings, 'content/a.md': text, ...images });
    expect(await listOf(vault)).toEqual({ 'files/b.png': 'content/files/b.png' });
    const other = project({ 'hugo.toml': '', 'content/a.md': text, ...images });
    expect(await listOf(other)).toEqual({});
  });

  test('are not what the system cannot look at', async () => {
    const folder = project({ 'a.md': show('good.png', 'bad.png'), 'good.png': '', 'bad.png': '' });
    const { statSync } = fs;
    const failing = vi.spyOn(fs, 'statSync').mockImplementation(((path: string, options?: fs.StatSyncOptions) => {
      if (path.endsWith('bad.png')) throw Object.assign(new Error('EIO'), { code: 'EIO' });
      return statSync(path, options);
    }) as typeof statSync);
    syncBuiltinESMExports();
    try {
      expect(await listOf(folder)).toEqual({ 'good.png': 'good.png' });
      expect(failing).toHaveBeenCalledWith(join(folder, 'bad.png'));
    } finally {
      failing.mockRestore();
      syncBuiltinESMExports();
    }
  });

  test('are no more than can be listed', async () => {
    const names = Array.from({ length: MOST_IMAGES + 1 }, (_, at) => `${at}.png`);
    const folder = project({ 'a.md': names.map((name) => `![](${name})`).join(' ') });
    for (const name of names) writeFileSync(join(folder, name), '');
    const { files, shown } = await imagesOf(folder);
    expect([...files.keys()]).toEqual(names.slice(0, MOST_IMAGES));
    expect([...shown]).toEqual([['a', names.slice(0, MOST_SHOWN).map((name) => [`/${name}`, name])]]);
  });

  test('are found among links that lead nowhere, the first of which are looked at, and no folder is read for each of them', async () => {
    const links = Array.from({ length: MOST_LINKS - 2 }, (_, at) => `![](${'a/'.repeat(15)}${at}.png)`);
    const deep = `${'d/'.repeat(15)}d.png`;
    const folder = project({
      'a.md': show(deep, `d/${deep}`),
      ...Object.fromEntries(
        Array.from({ length: 10 }, (_, at) => [`b${at}.md`, links.splice(0, MOST_LINKS / 10).join('\n')]),
      ),
      'c.md': show('unseen.png'),
      ...{ [deep]: '', [`d/${deep}`]: '', 'unseen.png': '', 'a/b.md': '# B\n' },
    });
    const reading = vi.spyOn(fs, 'readdirSync');
    syncBuiltinESMExports();
    try {
      expect(await listOf(folder)).toEqual({ [deep]: deep });
      const read = reading.mock.calls.map(([path]) => String(path));
      expect(read.length).toBeLessThan(2 * new Set(read).size);
    } finally {
      reading.mockRestore();
      syncBuiltinESMExports();
    }
  });
});
