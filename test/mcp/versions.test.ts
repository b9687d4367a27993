import { expect, it } from 'vitest';
import { corpusOf, STAMPS } from '../fixtures/corpus_of.ts';
import { openEndpoint, pathsOf } from './open_endpoint.ts';

const pages = [
  { path: 'docs/locks', title: 'Locks', text: 'A lock of a key.' },
  ...['7.22', '7.8', '7.4', '7.2'].map((version) => {
    return { path: `docs/${version}/locks`, title: 'Locks', text: `A lock of a key in ${version}.` };
  }),
  { path: 'docs/7.4/gone', title: 'Gone', text: 'A lock of the old form.' },
];
const site = openEndpoint(corpusOf(pages, {}, STAMPS, true));
const search = (args: object) => site.call('search', { query: 'lock', ...args });

it('a search finds each page once, in its current version, and names the others', async () => {
  const { content } = await search({ query: 'key' });
  expect(content[0]!.text).toBe(
    '1 of 1 page for "key".\n\n1. Locks\n   path: docs/locks\n   url: https://site.example/docs/locks\n   also in 7.22, 7.8, 7.4 and 1 more\n\nA lock of a key.',
  );
});

it('a page of an old version says which', async () => {
  const { content } = await search({ query: 'old form' });
  expect(content[0]!.text).toContain(
    '1. Gone\n   path: docs/7.4/gone\n   url: https://site.example/docs/7.4/gone\n   version: 7.4\n',
  );
});

it('beside an old version the page outside all versions is the current one', async () => {
  const { content } = await search({ query: 'key', version: '7.4' });
  expect(content[0]!.text).toContain('version: 7.4, also in current version, 7.22, 7.8 and 1 more\n');
});

it.each([
  [{ version: '7.4' }, ['docs/7.4/gone', 'docs/7.4/locks']],
  [{ version: 'all' }, pages.map(({ path }) => path).sort()],
])('a search with %j finds %j', async (args, paths) => {
  expect([...pathsOf(await search({ limit: 20, ...args }))].sort()).toEqual(paths);
});

it('an unknown version is refused with those that there are', async () => {
  const { content } = await search({ version: '9' });
  expect(content[0]!.text).toBe('version: expected one of "current", "all", "7.22", "7.8", "7.4", "7.2", got "9".');
});

it('the site says its versions, and lists every page', async () => {
  const client = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a', version: '1' } };
  const { instructions } = await site.ask('initialize', client);
  expect(instructions).toContain(
    'Versions: 7.22, 7.8, 7.4, 7.2; search covers the current one unless you pass version.',
  );
  const { content } = await openEndpoint(corpusOf(pages, { collections: [] }, STAMPS, true)).call('contents');
  expect(content[0]!.text).toContain('Pages 1 to 6 of 6.');
});
