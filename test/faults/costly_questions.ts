import type { Corpus } from '../../src/corpus/corpus.ts';

/** @param round makes each question another, so that none is answered from the cache */
export type CostlyQuestion = (round: number) => unknown;

/** The dearest questions that the caps allow, made of a site's own words, by what they are. */
export function costlyQuestions(corpus: Corpus): Readonly<Record<string, CostlyQuestion>> {
  const words = frequentWords(corpus, 400);
  const pairs = frequentPairs(corpus, 640);
  const hub = bestLinked(corpus);

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
    'a batch of 2 passages': (round) => ({
      batch: [round, round + 1].map((at) => ({ like: fill(8_000, at), limit: 100, facets: ['collection', 'tags'] })),
    }),
  };

  function word(at: number): string {
    return words[at % words.length]!;
  }

  /** Frequent words, 16,000 characters of them at most together. */
  function clauses(count: number, round: number) {
    return Array.from({ length: count }, (_, at) => clause(`${word(count * round + at)} ${word(at)}`));
  }

  function fill(length: number, round: number): string {
    let text = '';
    for (let at = round; text.length < length; at++) text += `${word(at)} `;
    return text.slice(0, length - 1);
  }
}

function clause(text: string) {
  return { text, in: 'all' };
}

/** Leaves under alternating connectives, `levels` deep in all. */
function tree(leaves: readonly unknown[], levels: number): unknown {
  if (levels === 1 || leaves.length === 1) return leaves[0];
  const half = Math.ceil(leaves.length / 2);
  const parts = levels === 2 ? leaves : [tree(leaves.slice(0, half), levels - 1), tree(leaves.slice(half), levels - 1)];
  return levels % 2 === 0 ? { any: parts } : { all: parts };
}

function frequentWords(corpus: Corpus, count: number): string[] {
  return frequent(corpus, count, (words) => words);
}

/** Words that stand side by side. */
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
