import { expect, it } from 'vitest';
import { corpusOf, STAMPS, type TestPage } from '../fixtures/corpus_of.ts';
import { expectRefusal } from './expected.ts';
import { describeOverTransports } from './over_transports.ts';
import { origin } from './site.ts';
import { jsonOf, textOf } from './transports.ts';

const guide = (path: string, text: string, language = 'en'): TestPage => ({ path, title: 'Snapshots', text, language });
const pages: readonly TestPage[] = [
  guide('docs/snapshots', 'A snapshot keeps all keys. It is compressed.'),
  guide('docs/7.4/snapshots', 'A snapshot keeps keys. It has a lock.'),
  guide('docs/7.22/snapshots', 'A snapshot keeps all keys. It has a lock.'),
  guide('fr/docs/snapshots', 'Un snapshot garde les clés.', 'fr'),
  { path: 'fr/docs/only', title: 'Clés', text: 'Elle garde les clés.', language: 'fr' },
  { path: 'docs/locks', title: 'Locks', text: 'A lock of a key.' },
  { path: 'docs/7.22/locks', title: 'Locks', text: 'A lock of a key.' },
  { path: 'docs/7.4/locks', title: 'Locks', text: 'A lock of one key.' },
  { path: 'docs/7.4/gone', title: 'Gone', text: 'A snapshot of the old form.' },
];

/** Resources beyond the specification: versions, translations and equal texts as one row of `GET /api/search`. */
describeOverTransports(
  '6 GET /api/search, copies',
  {
    corpus: corpusOf(pages, { publicOrigin: origin }, STAMPS, true),
  },
  (send) => {
    const search = async (parameters: string) => jsonOf(await send({ target: `/api/search?${parameters}` }));
    const pathsOf = async (parameters: string) =>
      (await search(parameters)).items.map(({ path }: { path: string }) => path);

    it('names the translations of a page in the sitemap and in the explorer', async () => {
      const sitemap = textOf(await send({ target: '/sitemap.xml' }));
      const site = 'https://site.example';
      const links = ['en', 'fr'].map((language) => {
        const path = `${language === 'en' ? '' : `${language}/`}docs/snapshots`;
        return `<xhtml:link rel="alternate" hreflang="${language}" href="${site}/${path}"/>`;
      });
      expect(sitemap.match(/^<url>.*xhtml.*$/gm)).toEqual([
        `<url><loc>${site}/docs/snapshots</loc>${links.join('')}</url>`,
        `<url><loc>${site}/fr/docs/snapshots</loc>${links.join('')}</url>`,
      ]);
      const html = textOf(await send({ target: '/explore/page/fr/docs/snapshots' }));
      expect(html.match(/<link rel="alternate" hreflang.*?>/g)).toEqual([
        '<link rel="alternate" hreflang="en" href="/explore/page/docs/snapshots"/>',
        '<link rel="alternate" hreflang="fr" href="/explore/page/fr/docs/snapshots"/>',
      ]);
    });

    it('answers one row for all copies of a page, with the others in it, and counts rows', async () => {
      const { items, ...counts } = await search('q=snapshot+keeps&facets=collection');
      expect(items).toEqual([
        expect.objectContaining({
          path: 'docs/snapshots',
          copies: {
            total: 3,
            items: [
              { name: '7.22', language: 'en', path: 'docs/7.22/snapshots' },
              { name: '7.4', language: 'en', path: 'docs/7.4/snapshots' },
              { name: 'fr', language: 'fr', path: 'fr/docs/snapshots' },
            ],
          },
        }),
      ]);
      expect('version' in items[0]).toBe(false);
      expect([counts.count, counts.total, counts.exactTotal]).toEqual([1, 1, 1]);
    });

    it.each([
      [
        'all copies by themselves with version=all',
        'q=snapshot+keeps&version=all&limit=3',
        ['docs/snapshots', 'docs/7.4/snapshots', 'docs/7.22/snapshots'],
      ],
      ['one version alone', 'q=lock&version=7.4', ['docs/7.4/locks', 'docs/7.4/snapshots']],
      ['no row of a version that the site does not have', 'q=lock&version=9', []],
      ['the translation in the language asked for', 'q=snapshot&language=fr', ['fr/docs/snapshots']],
      ['translations that alone have the word', 'q=garde', ['fr/docs/only', 'fr/docs/snapshots']],
      ['no outdated copy where a current page holds all words', 'q=lock', ['docs/locks']],
      [
        'the same version by another spelling of its name',
        'q=lock&version=v7.4',
        ['docs/7.4/locks', 'docs/7.4/snapshots'],
      ],
      ['a translation beside a page with all words', 'q=cl%C3%A9s+garde', ['fr/docs/only', 'fr/docs/snapshots']],
      ['an outdated copy where no current page holds a word', 'q=one', ['docs/7.4/locks']],
    ])('answers %s', async (_, parameters, paths) => {
      expect(await pathsOf(parameters)).toEqual(paths);
    });

    it('lists each page once without q, and by itself with version=all', async () => {
      const [grouped, all] = [await search('limit=50'), await search('limit=50&version=all')];
      expect(grouped.items.map(({ path }: { path: string }) => path)).toEqual([
        'docs/7.4/gone',
        'docs/locks',
        'docs/snapshots',
        'fr/docs/only',
      ]);
      expect([grouped.total, grouped.exactTotal, all.total, all.items.length]).toEqual([4, 4, 9, 9]);
      // Shown either way, as they are facts of the page.
      expect(all.items.filter((item: object) => 'copies' in item).length).toBe(7);
    });

    it('answers every page by itself at /api/pages', async () => {
      const answer = jsonOf(await send({ target: '/api/pages?q=lock' }));
      expect([answer.total, answer.items.some((item: object) => 'copies' in item || 'version' in item)]).toEqual([
        5,
        false,
      ]);
    });

    it('names the version of a page that has no current copy', async () => {
      const { items } = await search('q=gone');
      expect(items).toEqual([expect.objectContaining({ path: 'docs/7.4/gone', version: '7.4' })]);
      expect('copies' in items[0]).toBe(false);
    });

    it.each(['', 'v'.repeat(8001)])('refuses a version that is empty or too long %#', async (version) => {
      const answer = await send({ target: `/api/search?q=a&version=${version}` });
      expectRefusal(answer, 'invalid-query');
      const detail = `Cannot read a string of ${version.length} characters as version: expected 1 to 8000 characters.`;
      expect(jsonOf(answer).errors).toEqual([{ detail, parameter: 'version' }]);
    });
  },
);
