import { expect, test } from 'vitest';
import { readSite } from '../../../test/fixtures/read_site.ts';

const HOME = '---\nlayout: home\n---\ntext\n';

test.each([
  ['hexo', { '_config.yml': 'title: The Site\n', 'package.json': '"hexo"' }, 'source/index.md', 'source/de/index.md'],
  [
    'vitepress',
    { '.vitepress/config.ts': "export default { title: 'The Site', locales: { de: {} } };" },
    'index.md',
    'de/index.md',
  ],
  [
    'hugo',
    { 'hugo.toml': 'title = "The Site"\n[languages.en]\n[languages.de]\n' },
    'content/_index.md',
    'content/_index.de.md',
  ],
  ['jekyll', { '_config.yml': 'title: The Site\n' }, 'index.md', 'de/index.md'],
  [
    'zola',
    { 'config.toml': 'base_url = "https://x.example"\ntitle = "The Site"\n[languages.de]\n' },
    'content/_index.md',
    'content/_index.de.md',
  ],
])('a home page of %s without a title has that of the site', (generator, settings, home, translated) => {
  const [root] = [home.replace(/_?index.*$/, '')];
  const languages = ['en', 'de', 'fr'].map((code) => [`${root}${code}/a.md`, '# A\n'] as const);
  const site = readSite({
    ...settings,
    [home]: HOME,
    [translated]: HOME,
    [`${root}x/index.md`]: HOME,
    ...Object.fromEntries(languages),
  });
  expect(site.context.generator).toBe(generator);
  const titles = new Map(site.site.pages.map(({ file, title }) => [`${root}${file}`, title]));
  expect([titles.get(home), titles.get(translated), titles.get(`${root}x/index.md`)]).toEqual([
    'The Site',
    'The Site',
    'X',
  ]);
});
