import { expect, it } from 'vitest';
import { withOwnTitles } from './site_facts.ts';

it('gives collections of the same title their names as well', () => {
  const collections = [
    { name: 'fr', title: 'Biome' },
    { name: 'blog', title: 'News' },
    { name: 'ja', title: 'Biome' },
  ];
  expect(withOwnTitles(collections).map(({ title }) => title)).toEqual(['Biome (fr)', 'News', 'Biome (ja)']);
});
