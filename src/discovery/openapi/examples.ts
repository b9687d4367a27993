import type { SiteSettings } from '../../corpus/corpus.ts';
import type { Example } from './openapi_document.ts';

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
    ...ownFields(settings),
  };
  const match = {
    score: 4.25,
    excerpt: 'How caches keep answers, and when they ask again.',
    ranges: [[4, 10]],
    section: { heading: 'Validators', anchor: 'validators' },
    titleRanges: [[0, 7]],
  };
  const facets = {
    collection: settings.collections.map(({ name }) => ({ value: name, count: name === collection ? 1 : 0 })),
    tags: [{ value: 'http', title: 'HTTP', count: 1 }],
  };
  const answer = { items: [{ ...page, match }], count: 1, total: 1, facets };
  const reference = { path: 'index', title: 'Home', collection: null };
  const heading = { depth: 2, text: 'Validators', anchor: 'validators' };
  return {
    answer,
    batchAnswer: { answers: [{ items: [], count: 0, total: 0 }] },
    page: { page: { ...page, references: [reference], referencedBy: [reference], headings: [heading] } },
    markdown: '# Caching\n\nHow caches keep answers, and when they ask again.\n',
  };
}

/** Example answers of `/api/search`, about the same page. */
export function searchExamples(settings: SiteSettings): Readonly<Record<string, Example>> {
  const { path, canonical, title, collection, tags, published, updated, language } = examples(settings).page.page;
  const excerpt = 'How caches keep answers, and when they ask again.';
  const section = { heading: 'Validators', anchor: 'validators' };
  const row = {
    path,
    canonical,
    title,
    titleRanges: [[0, 7]],
    collection,
    tags,
    published,
    updated,
    language,
    ...ownFields(settings),
  };
  const found = {
    ...row,
    typos: 0,
    match: { score: 4.25, excerpt, ranges: [[4, 10]], section },
    sections: [
      {
        anchor: section.anchor,
        address: `${canonical}#${section.anchor}`,
        heading: section.heading,
        headingRanges: [],
        depth: 2,
        trail: ['Caching'],
        excerpt,
        ranges: [[4, 10]],
      },
    ],
    moreSections: 0,
  };
  const word = { text: 'cach', as: 'prefix', distance: 0, matched: ['caches', 'caching'] };
  const none = { text: 'kubernets', as: 'none', distance: null, matched: [] };
  return {
    typing: {
      summary: 'To a word that is being typed',
      value: { items: [found], count: 1, total: 1, exactTotal: 1, words: [word], didYouMean: null },
    },
    nothing: {
      summary: 'When nothing is found',
      value: { items: [], count: 0, total: 0, exactTotal: 0, words: [none], didYouMean: null },
    },
  };
}

/** The owner's own fields of a page that has none of them. */
function ownFields({ fields = [] }: SiteSettings) {
  return fields.length === 0 ? {} : { fields: Object.fromEntries(fields.map(({ name }) => [name, null])) };
}
