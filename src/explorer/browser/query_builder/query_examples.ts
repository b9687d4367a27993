import type { SiteFacts } from '../../view/site_facts.ts';

/** A word and a page that the site has. */
export interface ExampleWords {
  readonly word: string;
  readonly path: string;
}

/** The value that examples use until a page of the site is known. */
export const assumedWords: ExampleWords = { word: 'search', path: 'index' };

/** Bodies of QUERY to begin with, by name. */
export function examplesFor(
  { collections }: SiteFacts,
  { word, path }: ExampleWords,
): readonly { readonly name: string; readonly body: unknown }[] {
  const words = { match: { text: word, in: 'all' }, limit: 5 };
  const [collection] = collections;
  const filter =
    collection === undefined
      ? []
      : [
          {
            name: 'A collection, counted',
            body: { collection: collection.name, limit: 5, facets: ['collection', 'tags'] },
          },
        ];
  return [
    { name: 'Words', body: words },
    { name: 'In the title', body: { match: { text: word, in: 'title' } } },
    ...filter,
    {
      name: 'This but not that',
      body: { match: { all: [{ text: word, in: 'all' }, { not: { text: word, in: 'title' } }] } },
    },
    { name: 'Linked pages', body: { traverse: { from: path, follow: 'both', depth: 1 }, limit: 10 } },
    {
      name: 'Like a passage',
      body: { like: 'How does the search find pages when a word is spelled wrongly?', limit: 5 },
    },
    { name: 'Two at once', body: { batch: [words, { path }] } },
  ];
}
