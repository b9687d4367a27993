import type { Corpus } from '../../src/corpus/corpus.ts';
import type { Answerer } from '../../src/engine/answerer.ts';
import type { Field, MatchNode, Plan, Query } from '../../src/query/ask/plan.ts';
import type { SearchPlan } from '../../src/query/ask/search_plan.ts';
import { NaiveSearch } from './naive_search.ts';

const FIELDS: readonly Field[] = ['all', 'all', 'all', 'body', 'title', 'description', 'tags', 'aliases'];

/** Draws numbers from a seed, the same on every machine. */
export function createDraw(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 0x1_0000_0000) * below);
  };
}

/**
 * Sends an answerer of a corpus `count` queries made of the words of the corpus, and compares each answer with a scan of every page.
 * @returns a line for each query whose total, pages or tag counts differ; none when the index is right
 */
export async function compareRandomQueries(
  corpus: Corpus,
  answerer: Answerer,
  count: number,
  seed: number,
): Promise<string[]> {
  const { signal } = new AbortController();
  const draw = createDraw(seed);
  const naive = new NaiveSearch(corpus);
  const differences: string[] = [];
  for (let i = 0; i < count; i++) {
    const query = randomQuery(corpus, draw);
    const plan = { batch: false, queries: [{ ...query, limit: 100, facets: ['tags'] } as Query] };
    const answer = JSON.parse(Buffer.from(await answerer.answer(plan, signal)).toString()) as {
      items: { path: string }[];
      total: number;
      relaxed?: boolean;
      facets?: { tags: { value: string; count: number }[] };
    };
    const expected = naive.answer(query);
    const paths = new Set(expected.paths);
    const counts = naive.countTags(paths);
    const right =
      answer.total === paths.size &&
      (answer.relaxed ?? false) === expected.relaxed &&
      answer.items.every(({ path }) => paths.has(path)) &&
      answer.items.length === Math.min(100, paths.size) &&
      (answer.facets === undefined ||
        (answer.facets.tags.length === counts.size &&
          answer.facets.tags.every((tag) => counts.get(tag.value) === tag.count)));
    if (!right) differences.push(`${JSON.stringify(query)}: total ${answer.total}, by looking ${paths.size}`);
  }
  return differences;
}

/**
 * Draws requests of every form and limit, with and without facets, one in eight a batch.
 * @returns as many plans
 */
export function randomPlans(corpus: Corpus, count: number, seed: number): Plan[] {
  const draw = createDraw(seed);
  const query = (): Query => {
    const drawn = draw(6) === 0 ? randomListing(corpus, draw) : randomQuery(corpus, draw);
    if (drawn.form === 'slug' || drawn.form === 'path') return drawn;
    const facets = ([[], [], ['collection'], ['tags'], ['collection', 'tags']] as const)[draw(5)]!;
    return { ...drawn, facets, limit: [1, 3, 10, 10, 20, 100][draw(6)]! };
  };
  return Array.from({ length: count }, () => {
    const batch = draw(8) === 0;
    return { batch, queries: Array.from({ length: batch ? 1 + draw(4) : 1 }, query) };
  });
}

/**
 * Draws searches as people type: words with letters missing or swapped, beginnings of words, filters, sorts, facets, suggestions.
 * @returns as many plans
 */
export function randomSearches(corpus: Corpus, count: number, seed: number): SearchPlan[] {
  const draw = createDraw(seed);
  const { settings, tags, pages, fields } = corpus;
  const some = <Value>(values: readonly Value[]): Value => values[draw(values.length)]!;
  return Array.from({ length: count }, () => {
    const offset = [draw(40), draw(900)][draw(8)] ?? 0;
    const field = draw(6) === 0 && fields.length > 0 ? some(fields) : null;
    return {
      q: draw(12) === 0 ? null : typedText(corpus, draw),
      prefix: some(['last', 'last', 'none'] as const),
      typos: some(['auto', 'auto', 'auto', 'none'] as const),
      collection: draw(8) === 0 && settings.collections.length > 0 ? some(settings.collections).name : null,
      tags: draw(8) === 0 && tags.count > 0 ? [tags.slug(draw(tags.count))] : [],
      language: draw(10) === 0 ? pages.languages[draw(pages.languages.length)]!.toLowerCase() : null,
      version: some(['current', 'current', 'all', corpus.copies.versions[draw(4)] ?? 'current']),
      updated: draw(15) === 0 ? { from: 20190101, to: 20240630 } : null,
      published: draw(15) === 0 ? { from: 20200101, to: null } : null,
      sort: some(['relevance', 'relevance', 'relevance', 'relevance', 'updated', 'published', 'title'] as const),
      limit: some([1, 10, 10, 50]),
      offset,
      sections: some([0, 3, 3, 5]),
      facets: some([[], [], ['collection', 'tags'] as const]),
      fieldFacets: draw(4) === 0 ? fields.map(({ name }) => name) : [],
      fields: field === null || field.count === 0 ? [] : [[field.name, field.value(draw(field.count))] as const],
      values: 0,
      suggest: some([0, 0, 5]),
      explain: draw(4) === 0,
    };
  });
}

/** Words of a page as someone types them. A cut through a surrogate pair leaves U+FFFD, as an address has no lone surrogates. */
function typedText(corpus: Corpus, draw: (below: number) => number): string {
  return misspelt(corpus, draw).toWellFormed();
}

function misspelt(corpus: Corpus, draw: (below: number) => number): string {
  const words = randomWords(corpus, draw).slice(0, 60).trim();
  const at = draw(Math.max(1, words.length - 1));
  switch (draw(6)) {
    case 0:
      return words.slice(0, 1 + draw(Math.min(4, words.length))) || 'a';
    case 1:
      return words.slice(0, at) + words.slice(at + 1) || words;
    case 2:
      return words.slice(0, at) + (words[at + 1] ?? '') + (words[at] ?? '') + words.slice(at + 2);
    case 3:
      return words.replace(' ', '');
    case 4:
      return words.slice(0, Math.ceil(words.length / 2)) || words;
    default:
      return draw(4) === 0 ? `"${words}"` : words;
  }
}

/** A passage, a page by path, or a filter alone. */
function randomListing(corpus: Corpus, draw: (below: number) => number): Query {
  const { bodies } = corpus.text;
  const { pages, settings, tags } = corpus;
  const page = draw(pages.count);
  const rest = { collection: null, tag: null, limit: 10, facets: [] };
  if (draw(4) === 0) return { form: 'path', path: pages.path(page), collection: null, tag: null, limit: 1 };
  const isTagged = draw(2) === 0 && tags.count > 0;
  if (draw(3) === 0 && (isTagged || settings.collections.length > 0)) {
    const collection = isTagged ? null : settings.collections[draw(settings.collections.length)]!.name;
    return { ...rest, form: 'filter', collection, tag: isTagged ? tags.slug(draw(tags.count)) : null };
  }
  const position = draw(Math.max(1, bodies.positions(page)));
  const like = bodies.window(page, bodies.offset(page, position), 20 + draw(1500)).trim();
  return { ...rest, form: 'like', like: like === '' ? pages.path(page) : like };
}

function randomQuery(corpus: Corpus, draw: (below: number) => number): Query {
  const { tags, settings, pages } = corpus;
  const narrowing = {
    collection:
      draw(5) === 0 && settings.collections.length > 0
        ? settings.collections[draw(settings.collections.length)]!.name
        : null,
    tag: draw(6) === 0 && tags.count > 0 ? tags.slug(draw(tags.count)) : null,
  };
  const rest = { ...narrowing, limit: 10, facets: [] };
  switch (draw(8)) {
    case 0: {
      const follow = (['outgoing', 'incoming', 'both'] as const)[draw(3)]!;
      return {
        ...rest,
        form: 'traverse',
        traverse: { from: pages.path(draw(pages.count)), follow, depth: 1 + draw(5) },
      };
    }
    case 1:
      return { ...narrowing, form: 'slug', slug: pages.path(draw(pages.count)).split('/').at(-1)!, limit: 10 };
    case 2:
      return { ...rest, form: 'match', match: randomTree(corpus, draw, 3) };
    default: {
      // Words of two places: few pages hold all of them.
      const text = draw(3) === 0 ? `${randomText(corpus, draw)} ${randomText(corpus, draw)}` : randomText(corpus, draw);
      return { ...rest, form: 'match', match: { text, in: FIELDS[draw(FIELDS.length)]! } };
    }
  }
}

function randomTree(corpus: Corpus, draw: (below: number) => number, depth: number): MatchNode {
  const children = (): MatchNode[] => Array.from({ length: 1 + draw(3) }, () => randomTree(corpus, draw, depth - 1));
  switch (depth === 0 ? 0 : draw(4)) {
    case 1:
      return { all: children() };
    case 2:
      return { any: children() };
    case 3:
      return { not: randomTree(corpus, draw, depth - 1) };
    default:
      return { text: randomText(corpus, draw), in: FIELDS[draw(FIELDS.length)]! };
  }
}

/** One to three adjacent words of a page, sometimes as a phrase, sometimes with words of another page. */
function randomText(corpus: Corpus, draw: (below: number) => number): string {
  const words = randomWords(corpus, draw);
  switch (draw(6)) {
    case 0:
      return `"${words}"`;
    case 1:
      return `${words} ${randomWords(corpus, draw)}`;
    case 2:
      return `"${words}" ${randomWords(corpus, draw)}`;
    default:
      return words;
  }
}

function randomWords(corpus: Corpus, draw: (below: number) => number): string {
  const { bodies } = corpus.text;
  const page = draw(corpus.pages.count);
  const position = draw(Math.max(1, bodies.positions(page)));
  const words = bodies
    .window(page, bodies.offset(page, position), 200)
    .replaceAll('"', ' ')
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 1 + draw(3))
    .join(' ');
  return words === '' ? corpus.pages.path(page) : words;
}
