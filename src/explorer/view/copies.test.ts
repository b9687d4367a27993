import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import type { SearchRow } from '../../client/api_types.ts';
import { alsoIn } from './copies.ts';

const facts = {
  ...{ title: 'A site', description: '', collections: [], hasFeedback: false },
  languages: [
    { code: 'en', name: 'English' },
    { code: 'fr', name: 'Français' },
  ],
  versions: ['7.22', '7.8'],
};

/** What is read of copies with these names; a name that is a language is a translation. */
function said(total: number, ...names: readonly string[]): string {
  const items = names.map((name) => {
    const [own = name, language = ['fr', 'de'].includes(name) ? name : 'en'] = name.split(' ');
    return { name: own, language, path: `a/${own}` };
  });
  const row = { language: 'en', copies: { total, items } } as unknown as SearchRow;
  return renderToString(alsoIn(row, facts)!)
    .replaceAll(/<summary>|<\/details>/g, (tag) => (tag === '<summary>' ? '[' : ']'))
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

test.each([
  [1, ['7.22'], 'Also in 7.22'],
  [3, ['7.22', '7.8', '7.4'], 'Also in 7.22, 7.8, 7.4'],
  [4, ['7.22', '7.8', '7.4', '7.2'], 'Also in 7.22, 7.8 and [2 more 7.4, 7.2]'],
  [9, ['7.22', '7.8', '7.4', '7.2'], 'Also in 7.22, 7.8 and [7 more 7.4, 7.2 and 5 more]'],
  [3, ['fr', 'de', '7.8 fr'], 'Also in Français, de, 7.8, Français'],
])('of %i copies, %j among them, it says: %s', (total, names, text) => {
  expect(said(total, ...names)).toBe(text);
});

test('a copy in another language says which, for browsers and for those who listen', () => {
  const items = [{ name: 'fr', language: 'fr', path: 'fr/ça' }];
  const row = { language: 'en', copies: { total: 1, items } } as unknown as SearchRow;
  expect(renderToString(alsoIn(row, facts)!)).toContain(
    '<a href="/explore/page/fr/%C3%A7a" hreflang="fr" lang="fr">Français</a>',
  );
  expect(alsoIn({ language: 'en' } as SearchRow, facts)).toBe(null);
});
