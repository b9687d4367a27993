import { createQueryAnalyser, type QueryAnalyser } from '../../src/corpus/analysis/analyse_query.ts';
import { stemAlgorithm, stemmerFor } from '../../src/corpus/analysis/stem.ts';
import { tokenise } from '../../src/corpus/analysis/tokenise.ts';
import type { Unit } from '../../src/corpus/analysis/unit.ts';
import type { Corpus } from '../../src/corpus/corpus.ts';
import { FIELDS, type FieldName } from '../../src/corpus/index/fields.ts';
import { rarity } from '../../src/corpus/index/ranking.ts';
import type { MatchNode, Query, TextClause } from '../../src/query/ask/plan.ts';
import { fold } from '../../src/text/fold.ts';
import { searchForm } from '../../src/text/search_form.ts';

/** One field as a list of positions, each with its terms. */
type Places = readonly (readonly string[])[];

interface NaivePage {
  readonly path: string;
  readonly collection: string | null;
  readonly tags: readonly { readonly slug: string; readonly title: string }[];
  readonly published: string | null;
  /** Index of its stemmer in the stemmers of the site. */
  readonly stemmer: number;
  readonly fields: Readonly<Record<FieldName, Places>>;
}

export interface NaiveAnswer {
  /** Paths of all pages that match, sorted. */
  readonly paths: readonly string[];
  readonly relaxed: boolean;
}

/**
 * Answers queries by scanning every page of an opened artefact, without its index. Tests compare the index with it. Both share only
 * the analysis of words.
 */
export class NaiveSearch {
  readonly #pages: readonly NaivePage[];
  readonly #analyser: QueryAnalyser;
  readonly #read = new Map<string, readonly Unit[]>();
  readonly #corpus: Corpus;

  constructor(corpus: Corpus) {
    this.#corpus = corpus;
    this.#analyser = createQueryAnalyser(corpus.analyser.algorithms, corpus.settings.language);
    this.#pages = Array.from({ length: corpus.pages.count }, (_, page) => readNaivePage(corpus, page));
  }

  answer(query: Query): NaiveAnswer {
    const narrowed = (pages: readonly NaivePage[]): string[] =>
      pages
        .filter(({ collection }) => query.collection === null || collection === query.collection)
        .filter(({ tags }) => query.tag === null || tags.some(({ slug }) => slug === query.tag))
        .map(({ path }) => path);
    switch (query.form) {
      case 'match': {
        const strict = this.#pages.filter((page) => this.#holds(page, query.match));
        if (!('text' in query.match)) return { paths: narrowed(strict), relaxed: false };
        const clause = query.match;
        const isQuestion = this.#countContentWords(clause.text) > 3;
        if (strict.length >= (isQuestion ? 20 : 1)) return { paths: narrowed(strict), relaxed: false };
        const weighty = isQuestion ? this.#pages.filter((page) => this.#holdsEnough(page, clause)) : [];
        const loose = weighty.length > 0 ? weighty : this.#pages.filter((page) => this.#holdsRelaxed(page, clause));
        return loose.length > strict.length
          ? { paths: narrowed(loose), relaxed: true }
          : { paths: narrowed(strict), relaxed: false };
      }
      case 'slug':
        return {
          paths: narrowed(this.#pages.filter(({ path }) => path.split('/').at(-1) === query.slug)),
          relaxed: false,
        };
      case 'path': {
        const path = query.path === '/' ? 'index' : query.path.replace(/^\//, '');
        return { paths: narrowed(this.#pages.filter((page) => page.path === path)), relaxed: false };
      }
      case 'filter':
        return { paths: narrowed(this.#pages), relaxed: false };
      case 'traverse':
        return { paths: narrowed(this.#walk(query.traverse)), relaxed: false };
      case 'like':
        throw new Error('Cannot answer "like" naively: it ranks and has no condition');
    }
  }

  /** Facet counts over the given pages. */
  countTags(paths: ReadonlySet<string>): Map<string, number> {
    const counts = new Map<string, number>();
    for (const { path, tags } of this.#pages) {
      if (paths.has(path)) for (const { slug } of tags) counts.set(slug, (counts.get(slug) ?? 0) + 1);
    }
    return counts;
  }

  #units(text: string): readonly Unit[] {
    let units = this.#read.get(text);
    if (units === undefined) {
      // One query has at most 64 texts.
      if (this.#read.size > 64) this.#read.clear();
      units = this.#analyser.units(text);
      this.#read.set(text, units);
    }
    return units;
  }

  /** The words of a text that a page must hold: without function words of the site's or the page's language, unless the text has no other words. */
  #required(page: NaivePage, text: string): readonly Unit[] {
    const units = this.#units(text);
    const telling = units.filter(({ functionWordOn }) => ((functionWordOn >>> page.stemmer) & 1) === 0);
    return telling.length > 0 ? telling : units;
  }

  #holds(page: NaivePage, node: MatchNode): boolean {
    if ('all' in node) return node.all.every((child) => this.#holds(page, child));
    if ('any' in node) return node.any.some((child) => this.#holds(page, child));
    if ('not' in node) return !this.#holds(page, node.not);
    const units = this.#required(page, node.text);
    return units.length > 0 && units.every((unit) => this.#holdsUnit(page, unit, node.in));
  }

  #holdsUnit(page: NaivePage, unit: Unit, field: TextClause['in']): boolean {
    return (field === 'all' ? FIELDS : [field]).some((name) => stands(page.fields[name], unit, page.stemmer));
  }

  /** The stemmers on whose pages a unit is required; on others it is a function word beside other words. */
  #requiredOn(text: string, { functionWordOn }: Unit): number {
    const all = this.#analyser.allStemmers;
    const nothingElseOn = this.#units(text).reduce((bits, unit) => bits & unit.functionWordOn, all);
    return (~functionWordOn | nothingElseOn) & all;
  }

  #countContentWords(text: string): number {
    const units = this.#units(text).filter((unit) => this.#requiredOn(text, unit) !== 0);
    return new Set(units.map(({ parts }) => JSON.stringify(parts.map(({ terms, offset }) => [terms, offset])))).size;
  }

  /** Whether a page holds all phrases of a clause, and words that carry enough of its weight. */
  #holdsEnough(page: NaivePage, clause: TextClause): boolean {
    const units = this.#units(clause.text).filter((unit) => this.#requiredOn(clause.text, unit) !== 0);
    const words = new Map<string, { unit: Unit; times: number; requiredOn: number }>();
    for (const unit of units) {
      const requiredOn = this.#requiredOn(clause.text, unit);
      const apart = unit.quoted ? [unit] : unit.parts.map((part) => ({ ...unit, parts: [{ ...part, offset: 0 }] }));
      for (const each of apart) {
        const key = JSON.stringify([each.quoted, each.parts.map(({ terms, offset }) => [terms, offset])]);
        const known = words.get(key);
        words.set(key, {
          unit: each,
          times: (known?.times ?? 0) + 1,
          requiredOn: (known?.requiredOn ?? 0) | requiredOn,
        });
      }
    }
    const weighed = [...words.values()]
      .map((word) => ({ ...word, holding: this.#pages.filter((p) => this.#holdsUnit(p, word.unit, clause.in)).length }))
      .map((word) => ({ ...word, weight: word.times * rarity(this.#pages.length, word.holding) }));
    if (weighed.some(({ unit, holding }) => unit.quoted && holding === 0)) return false;
    const known = weighed.filter(({ holding }) => holding > 0);
    const counted = known.filter(({ requiredOn }) => (requiredOn >>> page.stemmer) & 1);
    const held = counted.filter(({ unit }) => this.#holdsUnit(page, unit, clause.in));
    const weightOf = (list: typeof known): number => list.reduce((sum, { weight }) => sum + weight, 0);
    if (held.length === 0 || !known.every(({ unit }) => !unit.quoted || this.#holdsUnit(page, unit, clause.in))) {
      return false;
    }
    return weightOf(held) >= (0.6 / known.length) * weightOf(counted);
  }

  /** Whether a page matches a relaxed clause: it holds all phrases, or any part if the clause has no phrase. */
  #holdsRelaxed(page: NaivePage, clause: TextClause): boolean {
    const phrases = this.#units(clause.text).filter(({ quoted }) => quoted);
    const words = this.#required(page, clause.text).filter(({ quoted }) => !quoted);
    // Relaxing drops single words, so there must be a page on which one is required.
    const others = this.#pages.some((each) => this.#required(each, clause.text).some(({ quoted }) => !quoted));
    if (!others) return false;
    if (phrases.length > 0) return phrases.every((unit) => this.#holdsUnit(page, unit, clause.in));
    return words.some(({ parts }) =>
      parts.some((part) =>
        this.#holdsUnit(page, { parts: [{ ...part, offset: 0 }], quoted: false, functionWordOn: 0 }, clause.in),
      ),
    );
  }

  #walk({ from, follow, depth }: { from: string; follow: string; depth: number }): NaivePage[] {
    const start = this.#pages.findIndex(({ path }) => path === (from === '/' ? 'index' : from.replace(/^\//, '')));
    const reached = new Set<number>([start]);
    for (let step = 0; step < depth && start >= 0; step++) {
      for (const page of [...reached]) {
        if (follow !== 'incoming') for (const next of this.#corpus.links.outgoing(page)) reached.add(next);
        if (follow !== 'outgoing') for (const next of this.#corpus.links.incoming(page)) reached.add(next);
      }
    }
    reached.delete(start);
    return [...reached].sort((a, b) => a - b).map((page) => this.#pages[page]!);
  }
}

/** Whether all parts of the unit are adjacent somewhere, each as the term of the page's stemmer. */
function stands(places: Places, { parts }: Unit, stemmer: number): boolean {
  return places.some((_, place) =>
    parts.every(({ terms, offset }) => {
      const term = terms.length === 1 ? terms[0]! : terms[stemmer]!;
      return term !== '' && places[place + offset]?.includes(term) === true;
    }),
  );
}

function readNaivePage(corpus: Corpus, page: number): NaivePage {
  const row = JSON.parse(`${Buffer.from(corpus.pages.row(page)).toString()}}`) as {
    path: string;
    title: string;
    description: string;
    collection: string | null;
    aliases: string[];
    tags: { slug: string; title: string }[];
    published: string | null;
    language: string;
  };
  const body = corpus.text.bodies.window(page, 0, corpus.text.bodies.length(page));
  const places = (text: string): Places => placesOf(text, row.language);
  return {
    ...row,
    stemmer: Math.max(0, corpus.analyser.algorithms.indexOf(stemAlgorithm(row.language))),
    fields: {
      title: places(row.title),
      description: places(row.description),
      aliases: places(row.aliases.join('\n')),
      tags: places(row.tags.map(({ slug, title }) => `${title}\n${slug}`).join('\n')),
      body: places(body),
    },
  };
}

function placesOf(written: string, language: string): Places {
  const text = searchForm(written);
  const stem = stemmerFor(stemAlgorithm(language));
  const places: string[][] = [];
  let whole: string | null = null;
  let last = '';
  tokenise(text, {
    compound(start, end, signed) {
      whole = signed ? fold(text.slice(start, end)) : null;
    },
    word(start, end) {
      places.push([stem(fold(text.slice(start, end))), ...(whole === null ? [] : [whole])]);
      whole = null;
    },
    character(start, end, joined) {
      const character = fold(text.slice(start, end));
      if (joined) places.at(-1)!.push(last + character);
      places.push([character]);
      last = character;
    },
    border() {
      places.push([]);
    },
  });
  return places;
}
