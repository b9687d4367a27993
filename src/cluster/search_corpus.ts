import type { Unit } from '../corpus/analysis/unit.ts';
import type { Corpus } from '../corpus/corpus.ts';
import { FIELDS, type FieldName } from '../corpus/index/fields.ts';
import type { NamedPage } from '../corpus/index/name_index.ts';
import type { PositionedSet, PostingList, PostingLookUp } from '../corpus/index/posting_set.ts';
import { rarity } from '../corpus/index/ranking.ts';
import type { TextIndex } from '../corpus/index/text_index.ts';
import type { WordList } from '../corpus/words/word_list.ts';
import { partTerms } from '../query/match/postings.ts';
import { unitKey } from '../query/match/unit_key.ts';
import type { ClusterParts } from './cluster_parts.ts';
import type { BuildAsker } from './fetch/ask_build.ts';
import { foundPage, wordsOf } from './fetch/fetch_best.ts';
import { collectPages, fetchPostings, holdingAny } from './fetch/fetch_postings.ts';
import { findNamed } from './fetch/find_named.ts';
import { FoundBodies } from './found/found_bodies.ts';
import { positionedSet } from './found/found_corpus.ts';
import { FoundHeadings } from './found/found_headings.ts';
import type { ShownPage } from './index/page_document.ts';
import { type FoundWords, writtenTitle } from './index/page_words.ts';
import { Missed, Missing } from './missing.ts';
import type { SearchTables } from './open_search_tables.ts';
import { onStemmers } from './translate/dsl.ts';
import { termsOf } from './translate/known_site.ts';
import { translatePhrase } from './translate/translate.ts';

const NO_PAGES = new Uint32Array();
const NO_IMPACTS = new Uint8Array();
/** Takes the place of the row of a page that was not fetched yet. */
const NO_ROW =
  '{"path":"","canonical":"","title":"","description":"","indexing":"","collection":null,"slug":"","aliases":[],"tags":[],"published":null,"updated":null,"language":"","markdown":"","fields":{}';

/**
 * A corpus for one search. The stages of the embedded engine run over it. What they need and was not fetched yet is
 * recorded and fetched; then the stages run again.
 */
export class SearchCorpus implements PostingLookUp {
  readonly corpus: Corpus;
  #missing = new Missing();
  readonly #parts: ClusterParts;
  readonly #tables: SearchTables;
  readonly #lists = new Map<string, PostingList>();
  readonly #phrases = new Map<string, PostingList>();
  readonly #prefixes = new Map<string, Uint32Array>();
  readonly #names = new Map<string, NamedPage[]>();
  /** The words of prefetched pages, and the terms that they were fetched for, ascending. */
  #words = new Map<number, FoundWords>();
  #terms: readonly number[] = [];
  #sets: Readonly<Record<FieldName, PositionedSet>>;
  readonly #shown = new Map<number, ShownPage>();
  readonly #bodies = new FoundBodies();
  readonly #headings: FoundHeadings;

  constructor(parts: ClusterParts, tables: SearchTables) {
    this.#parts = parts;
    this.#tables = tables;
    this.#sets = this.#readSets();
    this.#headings = new FoundHeadings(parts.site.pages);
    this.corpus = this.#open();
  }

  /** Whether the last run missed something. */
  get isMissing(): boolean {
    return this.#missing.some || this.#bodies.missing.size > 0;
  }

  list(field: FieldName | 'all', term: number, whole: boolean): PostingList {
    const weight = this.#parts.site.rarity[term]!;
    if (field === 'all' || whole) {
      const key = `${field}:${term}`;
      const known = this.#lists.get(key) ?? this.#tables.lists.get(key);
      if (known !== undefined) return known;
      this.#missing.lists.add(key);
      return { pages: NO_PAGES, impacts: NO_IMPACTS, set: null, from: 0, to: 0, rarity: weight };
    }
    const place = this.#terms.indexOf(term);
    const set = this.#sets[field];
    if (place < 0) this.#missing.terms.add(term);
    const [from, to] = place < 0 ? [0, 0] : [set.starts[place]!, set.starts[place + 1]!];
    return { pages: set.pages, impacts: set.impacts, set, from, to, rarity: weight };
  }

  phrase(field: FieldName | 'all', unit: Unit): PostingList {
    const key = `${field}\n${unitKey(unit)}`;
    const known = this.#phrases.get(key);
    if (known !== undefined) return known;
    this.#missing.phrases.set(key, { field, unit });
    return { pages: NO_PAGES, impacts: NO_IMPACTS, set: null, from: 0, to: 0, rarity: 1 };
  }

  prefetch(pages: Iterable<number>, shown: boolean): void {
    for (const page of pages) {
      if (!this.#words.has(page)) this.#missing.words.add(page);
      if (shown && !this.#shown.has(page)) this.#missing.shown.add(page);
    }
    if (this.isMissing) throw new Missed();
  }

  /** Fetches the data that the last run lacked. */
  async fetch(signal: AbortSignal): Promise<void> {
    const missing = this.#missing;
    this.#missing = new Missing();
    for (const page of this.#bodies.missing) missing.shown.add(page);
    const { asker } = this.#parts;
    await Promise.all([
      this.#fetchLists([...missing.lists], signal),
      this.#fetchPhrases(missing.phrases, signal),
      ...[...missing.prefixes].map((prefix) => this.#fetchPrefix(prefix, signal)),
      ...[...missing.names].map(async (name) => this.#names.set(name, await findNamed(asker, name, signal))),
      this.#fetchWords(missing, signal),
      this.#fetchShown([...missing.shown], signal),
    ]);
  }

  async #fetchLists(keys: readonly string[], signal: AbortSignal): Promise<void> {
    const { asker, site } = this.#parts;
    for (const name of ['all', ...FIELDS] as const) {
      const terms = keys
        .filter((key) => key.startsWith(`${name}:`))
        .map((key) => Number(key.slice(name.length + 1)))
        .sort((a, b) => a - b);
      for (let at = 0; at < terms.length; at += MOST_TERMS) {
        const some = terms.slice(at, at + MOST_TERMS);
        const fetched = await fetchPostings(asker, FIELDS.indexOf(name as FieldName), some, signal);
        some.forEach((term, i) => {
          const { pages, impacts } = fetched[i]!;
          const list = { pages, impacts, set: null, from: 0, to: pages.length, rarity: site.rarity[term]! };
          this.#lists.set(`${name}:${term}`, list);
          this.#tables.lists.set(`${name}:${term}`, list, 5 * pages.length + 200);
        });
      }
    }
  }

  /** A few at a time: a clause may have more than a hundred. */
  async #fetchPhrases(phrases: Missing['phrases'], signal: AbortSignal): Promise<void> {
    const rest = [...phrases];
    while (rest.length > 0) {
      const some = rest.splice(0, PHRASES_AT_ONCE);
      await Promise.all(some.map(([key, { field, unit }]) => this.#fetchPhrase(key, field, unit, signal)));
    }
  }

  async #fetchPhrase(key: string, field: FieldName | 'all', unit: Unit, signal: AbortSignal): Promise<void> {
    const { asker, site, analyser } = this.#parts;
    const query = translatePhrase(site, analyser, field, unit);
    const weights = new Map<number, { weight: number; stemmers: number }>();
    for (const part of unit.parts) {
      for (const { term, stemmers } of partTerms(site, part)) {
        const known = weights.get(term);
        if (known === undefined) weights.set(term, { weight: site.rarity[term]!, stemmers });
        else known.weight += site.rarity[term]!;
      }
    }
    const terms = [...weights.keys()].sort((a, b) => a - b);
    const index = FIELDS.indexOf(field as FieldName);
    const found = query === null ? [] : await collectPages(asker, query, index, terms, signal);
    const sums = found.map(({ page, terms: held }) => {
      let sum = 0;
      for (const { asked, impact } of held) {
        const { weight, stemmers } = weights.get(terms[asked]!)!;
        if ((stemmers >>> this.#tables.stemmers[page]!) & 1) sum += impact * weight;
      }
      return sum;
    });
    const pages = Uint32Array.from(found, ({ page }) => page);
    this.#phrases.set(key, {
      pages,
      impacts: Float64Array.from(sums),
      set: null,
      from: 0,
      to: pages.length,
      rarity: 1,
    });
  }

  async #fetchPrefix(prefix: string, signal: AbortSignal): Promise<void> {
    const { words } = this.#tables;
    const [from, to] = words.withPrefix(prefix);
    const byStemmers = new Map<number, number[]>();
    for (let i = words.termStarts[from]!; i < words.termStarts[to]!; i++) {
      const set = words.stemmers[i]!;
      const terms = byStemmers.get(set) ?? [];
      terms.push(words.terms[i]!);
      byStemmers.set(set, terms);
    }
    const all = 2 ** this.#parts.site.analyser.algorithms.length - 1;
    const should = [...byStemmers].map(([set, terms]) =>
      set === all ? holdingAny(terms, -1) : onStemmers(set, holdingAny(terms, -1)),
    );
    const query = { bool: { should, minimum_should_match: 1 } };
    const bits = new Uint32Array(Math.ceil(this.#parts.site.pages / 32));
    for (const { page } of await collectPages(this.#parts.asker, query, -1, [], signal)) {
      bits[page >>> 5]! |= 1 << (page & 31);
    }
    this.#prefixes.set(prefix, bits);
  }

  async #fetchWords(missing: Missing, signal: AbortSignal): Promise<void> {
    if (missing.terms.size === 0 && missing.words.size === 0) return;
    const terms = [...new Set([...this.#terms, ...missing.terms])].sort((a, b) => a - b);
    const pages = [...new Set([...this.#words.keys(), ...missing.words])].sort((a, b) => a - b);
    this.#words = new Map();
    const { titleWeights, title, body } = this.#tables.columns;
    for (const found of pages.length === 0 ? [] : await fetchWords(this.#parts.asker, pages, terms, signal)) {
      const words = found.words!;
      this.#words.set(found.page, words);
      titleWeights[found.page] = words.titleWeight;
      title[found.page] = words.titleLength;
      body[found.page] = words.bodyLength;
    }
    this.#terms = terms;
    this.#sets = this.#readSets();
  }

  async #fetchShown(pages: readonly number[], signal: AbortSignal): Promise<void> {
    const shown = await this.#parts.asker.shown(pages, signal);
    shown.forEach((each, i) => {
      this.#shown.set(pages[i]!, each);
      this.#bodies.add(pages[i]!, each);
      this.#headings.add(pages[i]!, each.headings);
    });
  }

  #readSets(): Readonly<Record<FieldName, PositionedSet>> {
    const pages = [...this.#words.keys()];
    const words = [...this.#words.values()];
    const sets = FIELDS.map((name, field): [FieldName, PositionedSet] => {
      const set = positionedSet(this.#terms.length, words, field);
      return [name, { ...set, pages: set.pages.map((place) => pages[place]!) }];
    });
    return Object.fromEntries(sets) as Record<FieldName, PositionedSet>;
  }

  #row(page: number): Buffer {
    const shown = this.#shown.get(page);
    if (shown === undefined) this.#missing.shown.add(page);
    return Buffer.from(shown?.row ?? NO_ROW);
  }

  #open(): Corpus {
    const { base, words, linksIn } = this.#tables;
    const pages: Corpus['pages'] = Object.create(base.pages, {
      row: { value: (page: number) => this.#row(page) },
      // Prefetched before titles are read.
      title: { value: (page: number) => writtenTitle(this.#words.get(page)!.title) },
      path: { value: (page: number) => (JSON.parse(`${this.#row(page)}}`) as { path: string }).path },
    });
    const ownWords: WordList = Object.create(words, {
      pagesOfPrefix: { value: (prefix: string) => this.#pagesOfPrefix(prefix) },
    });
    return {
      ...base,
      pages,
      words: ownWords,
      text: this.#openIndex(),
      links: { outgoing: () => NO_PAGES, incoming: (page) => ofLength(linksIn[page]!) },
      headings: this.#headings,
    };
  }

  #pagesOfPrefix(prefix: string): Uint32Array | null {
    const known = this.#prefixes.get(prefix);
    if (known !== undefined) return known;
    if (!this.#tables.words.hasPrefix(prefix)) return null;
    this.#missing.prefixes.add(prefix);
    return new Uint32Array(Math.ceil(this.#parts.site.pages / 32));
  }

  #openIndex(): TextIndex {
    const { site } = this.#parts;
    const { columns, starts, stemmers } = this.#tables;
    const self = this;
    const { isHeld, costOfHeld } = termsOf(site);
    return {
      vocabulary: site.vocabulary,
      rarity: site.rarity,
      all: { starts, pages: NO_PAGES, impacts: NO_IMPACTS, maxima: NO_IMPACTS },
      get fields() {
        return self.#sets;
      },
      bodies: this.#bodies,
      names: { find: (name) => this.#find(name) },
      space: {
        dimensions: site.space.dimensions,
        addTerm: (term, weight, into) => site.space.addTerm(term, weight, into),
        cosines: (vector, pages, into) => this.#cosines(vector, pages, into),
        page: (page) => this.#words.get(page)!,
        of: (terms, parts) => site.space.of(terms, parts),
      },
      titleWeights: columns.titleWeights,
      lengths: columns,
      stemmers,
      lookUp: this,
      rarityInTitles: (term) => rarity(site.pages, site.inTitles[term]!),
      isHeld,
      costOfHeld,
    };
  }

  #find(name: string): NamedPage[] {
    const known = this.#names.get(name);
    if (known === undefined && name !== '') this.#missing.names.add(name);
    return known ?? [];
  }

  #cosines(...[vector, pages, into]: Parameters<TextIndex['space']['cosines']>): Float64Array {
    const { space } = this.#parts.site;
    const pageVectors = new Int8Array(pages.length * space.dimensions);
    const pageLengths = new Uint32Array(pages.length);
    pages.forEach((page, row) => {
      const words = this.#words.get(page);
      if (words === undefined) return;
      pageVectors.set(words.vector, row * space.dimensions);
      pageLengths[row] = words.squaredLength;
    });
    const rows = Uint32Array.from(pages, (_, row) => row);
    return space.of([], { pageVectors, pageLengths }).cosines(vector, rows, into);
  }
}

/** Terms whose postings one request fetches: an answer takes a few megabytes on a large site. */
const MOST_TERMS = 256;
const PHRASES_AT_ONCE = 8;

/** Only the number of links matters. */
function ofLength(length: number): Uint32Array {
  return length === 0 ? NO_PAGES : new Uint32Array(length);
}

async function fetchWords(asker: BuildAsker, pages: readonly number[], terms: readonly number[], signal: AbortSignal) {
  const query = { bool: { filter: [{ terms: { page: pages } }] } };
  const sort = [{ page: 'asc' }];
  const body = { query, size: pages.length, sort, script_fields: wordsOf(terms), track_total_hits: false };
  return (await asker.search(body, signal)).hits.map((hit) => foundPage(hit, 0));
}
