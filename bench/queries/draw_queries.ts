import type { QueryAnalyser } from '../../src/corpus/analysis/analyse_query.ts';
import type { BenchQuery, Match, Word } from '../engine.ts';
import type { SitePage } from '../pages/site_pages.ts';
import { distinctiveWords } from '../retrieval/distinctive_words.ts';
import { QUERY_CLASSES, type QueryClass } from './query_classes.ts';
import { SeededRandom } from './seeded_random.ts';
import { type KnownWord, WordList } from './word_list.ts';

/** Document frequencies of rare, medium and common words, as shares of the pages. */
const RARE_MOST = 0.001;
const MIDDLE_LEAST = 0.005;
const COMMON_LEAST = 0.05;
const COMMON_MOST = 0.4;
const PASSAGE_WORDS = 300;
/** Number of terms that replace a passage for an engine without a `like` form. */
const PASSAGE_TERMS = 32;
/** A small site may not hold enough different queries of a class. */
const TRIES_A_QUERY = 20;

/**
 * Draws different queries of every class from the words of a site; the same site, count and seed give the same queries.
 * A class that the site cannot provide (no tags) is empty, as are those not in `classes`.
 */
export function drawQueries(
  pages: readonly SitePage[],
  analyser: QueryAnalyser,
  count: number,
  seed: number,
  classes: readonly QueryClass[] = QUERY_CLASSES,
): Record<QueryClass, BenchQuery[]> {
  const random = new SeededRandom(seed);
  const list = new WordList(pages, analyser);
  const share = (part: number): number => Math.max(1, Math.floor(part * pages.length));
  const rare = list.band(1, Math.max(3, share(RARE_MOST)));
  const middle = list.band(Math.max(4, share(MIDDLE_LEAST)), share(COMMON_LEAST));
  const common = list.band(share(COMMON_LEAST), share(COMMON_MOST));
  const tagged = pages.filter(({ tokens }) => tokens.tags.length > 0);
  const long = longPages(pages);

  const asked = (match: Match, more: Partial<BenchQuery> = {}): BenchQuery => ({
    match,
    tag: null,
    facets: false,
    passage: null,
    ...more,
  });
  const word = ({ written, term }: Word): Match => ({ word: { written, term } });
  /** Two words of one page, so that a query for both has a match. */
  const pair = (): [KnownWord, KnownWord] | null => {
    const words = list.ofPage(random.pick(pages), Math.max(2, share(MIDDLE_LEAST)), share(COMMON_MOST));
    if (words.length < 2) return null;
    const first = random.below(words.length);
    return [words[first]!, words[(first + 1 + random.below(words.length - 1)) % words.length]!];
  };

  const draw: Record<QueryClass, () => BenchQuery | null> = {
    'one rare word': () => asked(word(random.pick(rare))),
    'one common word': () => asked(word(random.pick(common))),
    'two words, all': () => {
      const both = pair();
      return both && asked({ all: both.map(word) });
    },
    'two words, any': () => asked({ any: [word(random.pick(middle)), word(random.pick(common))] }),
    '(A all B) or (C not D)': () => {
      const both = pair();
      const difference: Match = { all: [word(random.pick(middle)), { not: word(random.pick(common)) }] };
      return both && asked({ any: [{ all: both.map(word) }, difference] });
    },
    'word + tag filter': () => {
      if (tagged.length === 0) return null;
      const page = random.pick(tagged);
      const words = list.ofPage(page, share(MIDDLE_LEAST), share(COMMON_MOST));
      return words.length === 0 ? null : asked(word(random.pick(words)), { tag: random.pick(page.tokens.tags) });
    },
    'facets over all matches': () => asked(word(random.pick(common)), { facets: true }),
    'like, 300 words': () => {
      const passage = drawPassage(random.pick(long).body, random);
      const terms = analyser
        .units(passage)
        .filter(({ functionWordOn }) => functionWordOn === 0)
        .flatMap(({ parts }) => parts.flatMap((part) => part.terms.slice(0, 1)));
      const distinctive = distinctiveWords(terms, list.documents, pages.length, PASSAGE_TERMS);
      return distinctive.length === 0
        ? null
        : asked({ any: distinctive.map((term) => word({ written: term, term })) }, { passage });
    },
    'no match': () => {
      const unknown = drawUnknownWord(list, random);
      return asked(word({ written: unknown, term: unknown }));
    },
  };

  return Object.fromEntries(
    QUERY_CLASSES.map((name) => {
      if (!classes.includes(name)) return [name, []];
      const drawn = new Map<string, BenchQuery>();
      for (let tries = 0; tries < count * TRIES_A_QUERY && drawn.size < count; tries++) {
        const query = draw[name]();
        if (query !== null) drawn.set(JSON.stringify(query), query);
      }
      return [name, [...drawn.values()]];
    }),
  ) as Record<QueryClass, BenchQuery[]>;
}

/** Pages with a passage of full length, or all pages if there is none. */
function longPages(pages: readonly SitePage[]): readonly SitePage[] {
  const long = pages.filter(({ body }) => splitWords(body).length >= PASSAGE_WORDS);
  return long.length > 0 ? long : pages;
}

function drawPassage(body: string, random: SeededRandom): string {
  const words = splitWords(body);
  const start = random.below(Math.max(1, words.length - PASSAGE_WORDS + 1));
  // A pasted passage is at most 8,000 characters (specification 8); data in a text can have very long words.
  return Array.from(words.slice(start, start + PASSAGE_WORDS).join(' '))
    .slice(0, 8000)
    .join('');
}

function splitWords(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

/** A plausible word that no page holds. It does not end in a vowel, so that no stemmer shortens it. */
function drawUnknownWord(list: WordList, random: SeededRandom): string {
  for (;;) {
    let word = '';
    for (let syllable = 0; syllable < 4; syllable++) word += random.pick([...'bkptvz']) + random.pick([...'aou']);
    word += 'k';
    if (!list.documents.has(word)) return word;
  }
}
