import type { Corpus } from '../../src/corpus/corpus.ts';

/** @param round makes each query different, so that none is answered from the cache */
export type CostlyQuestion = (round: number) => unknown;

/** The costliest queries that the caps allow, made of the words of a site, by name. */
export function costlyQuestions(corpus: Corpus): Readonly<Record<string, CostlyQuestion>> {
  const words = frequentWords(corpus, 400);
  const pairs = frequentPairs(corpus, 640);
  const hub = bestLinked(corpus);
  const sharedSlug = mostFrequent(Array.from({ length: corpus.pages.count }, (_, page) => slugOf(corpus, page)));
  const tag = corpus.tags.count === 0 ? null : corpus.tags.slug(0);

  return {
    'any of 64 clauses': (round) => ({
      match: { any: clauses(64, round) },
      limit: 100,
      facets: ['collection', 'tags'],
    }),
    'all of 64 negations': (round) => ({ match: { all: clauses(64, round).map((not) => ({ not })) }, limit: 100 }),
    'a tree of 8 levels': (round) => ({
      match: tree(clauses(64, round), 8),
      limit: 100,
      facets: ['collection', 'tags'],
    }),
    'a clause of 1,000 characters': (round) => ({
      match: clause(fill(1_000, round)),
      limit: 100,
      facets: ['collection', 'tags'],
    }),
    '16 clauses of 1,000 characters': (round) => ({
      match: { any: Array.from({ length: 16 }, (_, at) => clause(fill(1_000, 7 * round + at))) },
      limit: 100,
    }),
    'phrases of frequent words': (round) => ({
      match: {
        any: Array.from({ length: 64 }, (_, at) => clause(`"${word(round + at)} ${word(at + 1)} ${word(at + 2)}"`)),
      },
      limit: 100,
    }),
    'frequent pairs': (round) => ({
      match: { any: Array.from({ length: 64 }, (_, at) => clause(`"${pairs[(64 * round + at) % pairs.length]}"`)) },
      limit: 100,
    }),
    'frequent pairs the wrong way round': (round) => ({
      match: {
        any: Array.from({ length: 64 }, (_, at) =>
          clause(`"${pairs[(64 * round + at) % pairs.length]!.split(' ').reverse().join(' ')}"`),
        ),
      },
      limit: 100,
    }),
    'one letter again and again': (round) => ({
      match: { any: Array.from({ length: 64 }, (_, at) => clause(`"${'a '.repeat(20 + ((round + at) % 20))}"`)) },
      limit: 100,
    }),
    'a passage of 8,000 characters': (round) => ({
      like: fill(8_000, round),
      limit: 100,
      facets: ['collection', 'tags'],
    }),
    'a walk of 5 links from the best linked page': () => ({
      traverse: { from: hub, follow: 'both', depth: 5 },
      limit: 100,
      facets: ['collection', 'tags'],
    }),
    'a batch of 10': (round) => ({
      batch: Array.from({ length: 10 }, (_, at) => ({
        match: { any: clauses(6, 11 * round + at) },
        limit: 20,
        facets: ['collection', 'tags'],
      })),
    }),
    'pairs in one clause': (round) => ({
      match: clause(filled(990, (at) => `"${pairs[(100 * round + at) % pairs.length]}"`)),
      limit: 100,
    }),
    'long phrases of frequent words': (round) => ({
      match: { any: Array.from({ length: 16 }, (_, at) => clause(`"${fill(990, 7 * round + at)}"`)) },
      limit: 100,
    }),
    'a long phrase that most pages begin': (round) => ({
      match: {
        any: Array.from({ length: 16 }, (_, at) => clause(`"${filled(990, (i) => words[(i + at * round) % 2]!)}"`)),
      },
      limit: 100,
    }),
    'negated pairs, 8 levels deep': (round) => ({
      match: Array.from({ length: 5 }).reduce<unknown>((node) => ({ not: node }), {
        all: Array.from({ length: 64 }, (_, at) => ({
          not: clause(`"${pairs[(64 * round + at) % pairs.length]}" ${word(at)}`),
        })),
      }),
      limit: 100,
    }),
    'rows of many phrases': (round) => ({
      batch: [0, 1].map((half) => ({
        match: {
          any: Array.from({ length: 32 }, (_, at) =>
            clause(`"${pairs[(64 * round + 32 * half + at) % pairs.length]}"`),
          ),
        },
        limit: 100,
      })),
    }),
    'words that no page has': (round) => ({
      match: {
        any: Array.from({ length: 16 }, (_, at) => clause(filled(990, (i) => `q${(round * 16 + at) * 200 + i}ings`))),
      },
      limit: 100,
    }),
    'facets over all pages': (round) => ({
      batch: Array.from({ length: 10 }, (_, at) => ({
        match: { not: clause(`zq${10 * round + at}`) },
        limit: 20,
        facets: ['collection', 'tags'],
      })),
    }),
    'a slug that many pages share': (round) => ({
      batch: Array.from({ length: 10 }, () => ({
        slug: sharedSlug,
        ...(tag === null ? {} : { tag: round % 2 ? tag : 'none' }),
      })),
    }),
    'a batch of 2 passages': (round) => ({
      batch: [round, round + 1].map((at) => ({ like: fill(8_000, at), limit: 100, facets: ['collection', 'tags'] })),
    }),
  };

  function word(at: number): string {
    return words[at % words.length]!;
  }

  /** Frequent words, at most 16,000 characters in total. */
  function clauses(count: number, round: number) {
    return Array.from({ length: count }, (_, at) => clause(`${word(count * round + at)} ${word(at)}`));
  }

  function fill(length: number, round: number): string {
    return filled(length, (at) => word(round + at));
  }
}

/** As many pieces as fit into a length, joined by spaces. */
function filled(length: number, piece: (at: number) => string): string {
  let text = piece(0);
  for (let at = 1; text.length + 1 + piece(at).length < length; at++) text += ` ${piece(at)}`;
  return text;
}

function slugOf({ pages }: Corpus, page: number): string {
  return pages.path(page).split('/').at(-1)!;
}

function mostFrequent(values: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].reduce((best, each) => (each[1] > best[1] ? each : best))[0];
}

function clause(text: string) {
  return { text, in: 'all' };
}

/** Leaves under alternating connectives, `levels` deep. */
function tree(leaves: readonly unknown[], levels: number): unknown {
  if (levels === 1 || leaves.length === 1) return leaves[0];
  const half = Math.ceil(leaves.length / 2);
  const parts = levels === 2 ? leaves : [tree(leaves.slice(0, half), levels - 1), tree(leaves.slice(half), levels - 1)];
  return levels % 2 === 0 ? { any: parts } : { all: parts };
}

export function frequentWords(corpus: Corpus, count: number): string[] {
  return frequent(corpus, count, (words) => words);
}

/** Words that are next to each other on a page. */
function frequentPairs(corpus: Corpus, count: number): string[] {
  return frequent(corpus, count, (words) => words.slice(1).map((second, before) => `${words[before]} ${second}`));
}

function frequent(corpus: Corpus, count: number, counted: (words: string[]) => string[]): string[] {
  const seen = new Map<string, number>();
  const decoder = new TextDecoder();
  for (let page = 0; page < Math.min(corpus.pages.count, 2_000); page++) {
    const words = decoder
      .decode(corpus.pages.markdown(page))
      .toLowerCase()
      .match(/[a-z]{2,}/g);
    for (const found of counted(words ?? [])) seen.set(found, (seen.get(found) ?? 0) + 1);
  }
  return [...seen]
    .sort(([, a], [, b]) => b - a)
    .slice(0, count)
    .map(([found]) => found);
}

function bestLinked({ pages, links }: Corpus): string {
  let best = 0;
  for (let page = 0; page < pages.count; page++) {
    if (links.outgoing(page).length > links.outgoing(best).length) best = page;
  }
  return pages.path(best);
}
