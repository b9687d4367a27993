import { expect, test } from 'vitest';
import { externalLinks, withExternal } from './external_links.ts';
import type { LinkResult } from './link_results.ts';

const link = (target: string, more: object = {}) => ({ target, kind: 'outside' as const, line: 3, column: 1, ...more });
const pageOf = (...targets: string[]) => [{ file: 'a.md', links: targets.map((target) => link(target)) }];

test.each([
  'http://localhost:3000/a',
  'https://a.localhost/',
  'http://127.0.0.1/',
  'http://10.1.2.3/',
  'http://172.20.0.1/x',
  'http://192.168.1.1/',
  'http://169.254.169.254/latest/meta-data',
  'http://[::1]/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://printer/',
  'https://nas.local/',
  'https://docs.example/x',
  'https://api.example.com/x',
  'https://user:secret@site.org/',
  'https://site.org/{id}',
  'https://site.org/<name>',
  'https://YOUR_ORG.site.org/',
])('leaves out %s', (target) => {
  expect([...externalLinks(pageOf(target)).keys()]).toEqual([]);
});

test('names each address once, with its query, and all of its places', () => {
  const pages = [
    { file: 'b.md', links: [link('https://site.org/b', { query: '?v=1', line: 9 }), link('https://site.org/a')] },
    {
      file: 'c.md',
      links: [link('https://SITE.org/b', { query: '?v=1' }), { ...link('/x'), kind: 'address' as const }],
    },
  ];
  expect([...externalLinks(pages)]).toEqual([
    ['https://site.org/a', [{ file: 'b.md', line: 3, column: 1 }]],
    [
      'https://site.org/b?v=1',
      [
        { file: 'b.md', line: 9, column: 1 },
        { file: 'c.md', line: 3, column: 1 },
      ],
    ],
  ]);
});

test.each([
  [404, undefined, 'its site returned 404'],
  [410, undefined, 'its site returned 410'],
  [0, 'no such host', 'there is no such host'],
  [0, 'no response in time', null],
  [200, undefined, null],
  [403, undefined, null],
  [429, undefined, null],
  [500, undefined, null],
])('judges the status %i (%s): %s', (status, fault, problem) => {
  const links = externalLinks(pageOf('https://site.org/a'));
  const results = new Map<string, LinkResult>([['https://site.org/a', { checked: '2026-01-31', status, fault }]]);
  const { findings } = withExternal({ findings: [], ignored: 0, unusedIgnores: [] }, links, results, []);
  expect(findings).toEqual(
    problem === null
      ? []
      : [
          {
            ...{ file: 'a.md', line: 3, column: 1, rule: 'dead-external', target: 'https://site.org/a', problem },
            message: `Cannot follow the link "https://site.org/a": ${problem}`,
          },
        ],
  );
});

test('ignores findings by the same entries as the other rules, and says which match nothing', () => {
  const links = externalLinks(pageOf('https://site.org/a', 'https://site.org/b'));
  const dead = { checked: '2026-01-31', status: 404 };
  const results = new Map([...links.keys()].map((address) => [address, dead]));
  const [used, other, unused] = [{ target: '*/a' }, { rule: 'dead-link' }, { rule: 'dead-external', target: 'x' }];
  const report = { findings: [], ignored: 1, unusedIgnores: [used, other] };
  const { findings, ...counts } = withExternal(report, links, results, [used, other, unused]);
  expect(findings.map(({ target }) => target)).toEqual(['https://site.org/b']);
  expect(counts).toEqual({ ignored: 2, unusedIgnores: [other, unused] });
});
