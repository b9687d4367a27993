import type { SiteSettings } from '../../corpus/corpus.ts';
import { FACETS } from '../../query/ask/plan.ts';
import type { Example } from './openapi_document.ts';

/** An example answer to a query, about a page that does not exist, in a collection of the site. */
export function answerExample(settings: SiteSettings) {
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
  return { items: [{ ...page, match }] as const, count: 1, total: 1 };
}

/** The owner's own fields of a page that has none of them. */
function ownFields({ fields = [] }: SiteSettings) {
  return fields.length === 0 ? {} : { fields: Object.fromEntries(fields.map(({ name }) => [name, null])) };
}

/** One query of each form. @param path of a page */
export function exampleQueries(path: string): Readonly<Record<string, Example>> {
  const match = { all: [{ text: 'cache', in: 'all' }, { not: { text: 'cookie', in: 'title' } }] };
  return {
    match: { value: { match, limit: 5, facets: FACETS } },
    like: { value: { like: 'A cache keeps answers and asks whether they still hold.' } },
    traverse: { value: { traverse: { from: path, follow: 'both', depth: 2 } } },
    slug: { value: { slug: 'caching' } },
    batch: { value: { batch: [{ path }, { tag: 'http' }] } },
  };
}

export const submissionExample = { kind: 'confusing', severity: 'low', message: 'What is a stamp?', about: 'index' };
