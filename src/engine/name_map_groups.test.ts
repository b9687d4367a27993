import { describe, expect, test } from 'vitest';
import { corpusOf, type TestPage } from '../../test/fixtures/corpus_of.ts';
import { nameMapGroups } from './name_map_groups.ts';

/** Pages at two places of the map: `a` to `e` at the first, the others at the second. */
function namesOf(pages: readonly TestPage[], first = 5): readonly string[] {
  const layout = {
    pages: Uint32Array.from(pages.keys()),
    x: Uint16Array.from(pages, (_, page) => (page < first ? 8_000 + 10 * page : 60_000)),
    y: Uint16Array.from(pages, () => 30_000),
  };
  return nameMapGroups(corpusOf(pages), layout).map(({ x, y, name }) => `${x} ${y} ${name}`);
}

const pagesOf = (names: string, member: (name: string) => Partial<TestPage> = () => ({})): TestPage[] =>
  [...names].map((name) => ({ path: name, title: `Title ${name}`, ...member(name) }));

describe('the groups of the map of a site', () => {
  test('are named by a tag that many of their pages have and few others', () => {
    const tagged = pagesOf('abcdefghi', (name) => ({ tags: ['all', ...('abd'.includes(name) ? ['near'] : [])] }));
    expect(namesOf(tagged)).toEqual(['8020 30000 NEAR', '60000 30000 ALL']);
  });

  test('are named by the page with the most links to it where tags do not tell, and each has a name of its own', () => {
    const linked = pagesOf('abcdefghi', (name) => ({
      tags: name === 'a' ? ['rare'] : [],
      links: 'ab'.includes(name) ? ['c', 'h'] : [],
    }));
    expect(namesOf(linked)).toEqual(['8020 30000 Title c', '60000 30000 Title h']);
    const alike = pagesOf('abcdefghi', () => ({ title: 'Same' }));
    expect(namesOf(alike)).toEqual(['8020 30000 Same']);
  });

  test('have a few pages at least', () => {
    expect(namesOf(pagesOf('abcdefgh'))).toEqual(['8020 30000 Title a']);
    expect(namesOf(pagesOf('abc'), 3)).toEqual([]);
    expect(namesOf([])).toEqual([]);
  });
});
