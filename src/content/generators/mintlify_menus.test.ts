import { describe, expect, test } from 'vitest';
import { orderOf, pages } from '../../../test/fixtures/order_of.ts';

const docs = (navigation: unknown) => ({ 'docs.json': JSON.stringify({ name: 'x', navigation }) });

describe('the order of the pages of Mintlify', () => {
  test.each<[string, Record<string, string>, readonly string[] | null]>([
    [
      'is that of groups, with their root pages, without hidden ones',
      {
        ...docs({
          groups: [
            { group: 'A', root: 'b', pages: ['/c', { group: 'In', pages: ['in/d', 'in/h', 'https://x.example'] }] },
            { group: 'Off', hidden: true, root: 'o', pages: ['p'] },
            { group: 'B', pages: ['a'] },
          ],
        }),
        ...pages('', 'a', 'b', 'c', 'in/d', 'o', 'p'),
        'in/h.md': '---\nhidden: true\n---\n# H\n',
      },
      ['b > c > in/d > a'],
    ],
    [
      'is that of each tab, version and language',
      {
        ...docs({
          languages: [
            {
              language: 'en',
              versions: [
                {
                  version: '2',
                  tabs: [
                    { tab: 'T', pages: ['b', 'a'] },
                    { tab: 'U', groups: [{ group: 'G', pages: ['c', 'd'] }] },
                  ],
                },
                { version: '1', groups: [{ group: 'G', pages: ['v1/a', 'v1/b'] }] },
              ],
            },
            { language: 'fr', tabs: [{ tab: 'T', menu: [{ item: 'I', pages: ['fr/a', 'fr/b'] }] }] },
          ],
        }),
        ...pages('', 'a', 'b', 'c', 'd', 'v1/a', 'v1/b', 'fr/a', 'fr/b'),
      },
      ['b > a', 'c > d', 'fr/a > fr/b', 'v1/a > v1/b'],
    ],
    [
      'is broken by pages that Mintlify makes, and by other files',
      {
        ...docs({
          pages: [
            'a',
            { group: 'API', openapi: 'api.json' },
            'b',
            { group: 'API', openapi: 'api.json', pages: ['GET /x', 'c', 'd'] },
            { $ref: './x.json' },
            'e',
          ],
        }),
        ...pages('', 'a', 'b', 'c', 'd', 'e'),
      },
      ['c > d'],
    ],
    [
      'is that of the groups of `mint.json`, by their versions, tabs and anchors',
      {
        'mint.json': JSON.stringify({
          tabs: [{ name: 'API', url: 'api' }],
          navigation: [
            { group: 'A', pages: ['b'] },
            { group: 'API', pages: ['api/y', 'api/x'] },
            { group: 'B', pages: ['a'] },
            { group: 'Old', version: '1', pages: ['v1/a', 'v1/b'] },
          ],
        }),
        ...pages('', 'a', 'b', 'api/x', 'api/y', 'v1/a', 'v1/b'),
      },
      ['api/y > api/x', 'b > a', 'v1/a > v1/b'],
    ],
    [
      'is none of settings that are no record',
      { 'docs.json': '{"navigation": "a", "pages": [', ...pages('', 'a', 'b') },
      null,
    ],
  ])('%s', (_what, files, order) => {
    expect(orderOf(files)).toEqual(order);
  });

  test('is found in bounded time of deep and long navigations', () => {
    const deep = `${'{"tabs":['.repeat(5000)}${']}'.repeat(5000)}`;
    const long = JSON.stringify({ tabs: Array.from({ length: 8000 }, () => ({ pages: ['a', 'b'] })) });
    const pagesOf = (navigation: string) => ({ 'docs.json': `{"navigation": ${navigation}}`, ...pages('', 'a', 'b') });
    expect(orderOf(pagesOf(deep))).toBeNull();
    expect(orderOf(pagesOf(long))).toEqual(['a > b']);
  });
});
