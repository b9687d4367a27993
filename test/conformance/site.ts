import type { SiteSettings, Stamps } from '../../src/corpus/corpus.ts';
import { corpusOf, STAMPS, type TestPage } from '../fixtures/corpus_of.ts';

/** The site of the conformance cases: two collections with pages, one without, and three site pages. */
const pages: readonly TestPage[] = [
  { path: 'index', title: 'Home', description: 'Where to begin.', text: 'Welcome home.', links: ['writing/caching'] },
  { path: 'about', title: 'About', text: 'Who writes this.' },
  {
    path: 'docs/größe',
    title: 'Größe',
    text: 'A name outside ASCII.',
    source: 'A name outside ASCII, <b>as written</b>.',
  },
  {
    path: 'writing/caching',
    title: 'Caching',
    description: 'How caches keep answers.',
    text: 'A cache keeps answers. Validators let it ask again.',
    tags: ['http', 'cache'],
    collection: 'writing',
    published: '2026-01-02',
    links: ['glossary/etag', 'index'],
    headings: [{ depth: 2, text: 'Validators', anchor: 'validators' }],
  },
  {
    path: 'writing/search',
    title: 'Searching',
    text: `An index finds words. ${'Words make sentences and sentences make pages. '.repeat(40)}`,
    tags: ['search'],
    collection: 'writing',
    published: '2026-02-03',
    // Enough pages that the response is compressed.
    headings: Array.from({ length: 30 }, (_, part) => ({ depth: 2, text: `Part ${part}`, anchor: `part-${part}` })),
  },
  {
    path: 'glossary/etag',
    title: 'Entity tag',
    aliases: ['ETag'],
    text: 'A validator of one representation in a cache.',
    tags: ['http'],
    collection: 'glossary',
    links: ['writing/caching'],
  },
];

export const origin = 'http://catchword.test';

/** The origin is configured, so that both transports answer the same bytes. */
export function siteCorpus(settings: Partial<SiteSettings> = {}, stamps: Stamps = STAMPS) {
  return corpusOf(pages, { publicOrigin: origin, ...settings }, stamps);
}
