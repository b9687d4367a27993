import type { SiteSettings } from '../../corpus/corpus.ts';

/** Example answers about pages that do not exist, with the collections of the site. */
export function examples(settings: SiteSettings) {
  const collection = settings.collections[0]?.name ?? null;
  const path = collection === null ? 'caching' : `${collection}/caching`;
  const page = {
    path,
    canonical: `${settings.origin}/${path}`,
    title: 'Caching',
    description: 'How caches keep answers, and when they ask again.',
    indexing: 'index, follow',
    collection,
    slug: 'caching',
    aliases: ['HTTP caching'],
    tags: [{ slug: 'http', title: 'HTTP' }],
    published: '2026-01-02',
    updated: null,
    language: settings.language,
    markdown: `${settings.origin}/${path}.md`,
  };
  const match = { score: 4.25, excerpt: 'How caches keep answers, and when they ask again.', ranges: [[4, 10]] };
  const facets = {
    collection: settings.collections.map(({ name }) => ({ value: name, count: name === collection ? 1 : 0 })),
    tags: [{ value: 'http', title: 'HTTP', count: 1 }],
  };
  const answer = { items: [{ ...page, match }], count: 1, total: 1, facets };
  const reference = { path: 'index', title: 'Home', collection: null };
  const heading = { depth: 2, text: 'Validators', anchor: 'validators' };
  return {
    answer,
    batchAnswer: { answers: [answer, { items: [], count: 0, total: 0 }] },
    page: { page: { ...page, references: [reference], referencedBy: [reference], headings: [heading] } },
    markdown: '# Caching\n\nHow caches keep answers, and when they ask again.\n',
  };
}
