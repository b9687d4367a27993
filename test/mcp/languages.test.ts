import { expect, it } from 'vitest';
import { corpusOf } from '../fixtures/corpus_of.ts';
import { openEndpoint, pathsOf } from './open_endpoint.ts';

const page = { text: 'A cache keeps answers.', description: 'On caches.' };
const pages = [
  { ...page, path: 'cache', title: 'Cache' },
  { ...page, path: 'fr/cache', title: 'Le cache', language: 'fr' },
  { ...page, path: 'pt/cache', title: 'O cache', language: 'pt-BR' },
];
const site = openEndpoint(corpusOf(pages, { language: 'en-US' }));
const paths = async (args: object) => {
  return [...pathsOf(await site.call('search', { query: 'cache', ...args }))].sort();
};

it.each([
  [{}, ['cache']],
  [{ language: 'fr' }, ['fr/cache']],
  [{ language: 'pt-BR' }, ['pt/cache']],
  [{ language: 'fr', query: 'anwsers' }, ['fr/cache']],
  [{ language: 'all' }, ['cache', 'fr/cache', 'pt/cache']],
])('a search with %j finds %j', async (args, found) => {
  expect(await paths(args)).toEqual(found);
});

it('an unknown language is refused with those that there are', async () => {
  const { isError, content } = await site.call('search', { query: 'cache', language: 'de' });
  expect([isError, content[0]!.text]).toEqual([
    true,
    'language: expected one of "en", "fr", "pt-BR", "all", got "de".',
  ]);
});

it('the site says its languages by name, and which one is searched', async () => {
  const { instructions } = await site.ask('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'a', version: '1' },
  });
  expect(instructions).toContain(
    'Pages are in en (English), fr (Français), pt-BR (Português); search covers en unless you pass language.',
  );
  const [search] = await site.tools();
  expect(search!.inputSchema).toMatchObject({
    properties: {
      query: { maxLength: 1000 },
      language: {
        type: 'string',
        enum: ['en', 'fr', 'pt-BR', 'all'],
        default: 'en',
        description: 'Language of the pages: en (English), fr (Français), pt-BR (Português); all = every language.',
      },
    },
  });
});

it('a site in one language has no such argument', async () => {
  const [search] = await openEndpoint(corpusOf(pages.slice(0, 1))).tools();
  expect(search!.inputSchema).not.toHaveProperty('properties.language');
});
