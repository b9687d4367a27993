import { Missed } from '../../async/missed.ts';
import type { Unit } from '../../corpus/analysis/unit.ts';
import type { Corpus, HeadingTable, LinkGraph, PageTable } from '../../corpus/corpus.ts';
import { FIELDS, type FieldName } from '../../corpus/index/fields.ts';
import type { NamedPage } from '../../corpus/index/name_index.ts';
import type { PositionedSet, PostingList } from '../../corpus/index/posting_set.ts';
import { rarity } from '../../corpus/index/ranking.ts';
import type { TextIndex } from '../../corpus/index/text_index.ts';
import { EMPTY_ROW } from '../../corpus/tables/page_table.ts';
import type { WordList } from '../../corpus/words/word_list.ts';
import { type FieldOrAll, partTerms } from '../../query/match/postings.ts';
import { unitKey } from '../../query/match/unit_key.ts';
import type { ClusterParts } from '../cluster_parts.ts';
import { ClusterUnavailable } from '../fetch/cluster_unavailable.ts';
import { type Dsl, onStemmers } from '../fetch/dsl.ts';
import { collectPages, holdingAny } from '../fetch/fetch_postings.ts';
import { fetchWords, findNamed, findPaths } from '../fetch/find_pages.ts';
import { translatePhrase } from '../fetch/translate_phrase.ts';
import type { ShownHeading, ShownPage } from '../index/page_document.ts';
import type { FoundWords } from '../index/page_words.ts';
import { Fetched, oneByOne } from './fetched.ts';
import { FetchedBodies } from './fetched_bodies.ts';
import { headingTable } from './heading_table.ts';
import { positionedSet } from './posting_sets.ts';

const NO_PAGES = new Uint32Array();
const NO_IMPACTS = new Uint8Array();
const NO_LIST: PostingList = { pages: NO_PAGES, impacts: NO_IMPACTS, set: null, from: 0, to: 0, rarity: 1 };
/** Takes the place of the data of a page that was not fetched yet. */
const NOT_SHOWN: ShownPage = {
  row: EMPTY_ROW,
  ...{ reference: '', text: '', steps: '', headings: [] },
};

/** Bounds on what one request fetches: terms, and their postings. An answer takes a few megabytes on a large site. */
const MOST_TERMS = 256;
const MOST_POSTINGS = 1_000_000;
/** Bound on the postings of one question, which are in memory until it is answered, with 5 bytes each. */
const MOST_OF_A_QUESTION = 1 << 24;

/**
 * A corpus for one question. The stages of the embedded engine run over it. What they need and was not fetched yet is
 * recorded and fetched; then the stages run again.
 */
export class QuestionCorpus {
  readonly corpus: Corpus;
  readonly #parts: ClusterParts;
  readonly #lists: Fetched<AskedList, PostingList>;
  readonly #phrases: Fetched<{ readonly field: FieldOrAll; readonly unit: Unit }, PostingList>;
  readonly #prefixes: Fetched<string, Uint32Array>;
  readonly #names: Fetched<string, NamedPage[]>;
  readonly #paths: Fetched<string, number>;
  readonly #slugs: Fetched<string, Uint32Array>;
  readonly #links: Readonly<Record<'out' | 'in', Fetched<number, Uint32Array>>>;
  readonly #shown: Fetched<number, ShownPage>;
  /** The words of prefetched pages, and the terms that they were fetched for, both ascending. */
  #words: ReadonlyMap<number, FoundWords> = new Map();
  #terms: readonly number[] = [];
  #postings = 0;
  readonly #missingWords = new Set<number>();
  readonly #missingTerms = new Set<number>();
  #sets: Readonly<Record<FieldName, PositionedSet>>;
  readonly #bodies: FetchedBodies;
  readonly #headingsOf = new Map<number, readonly ShownHeading[]>();
  /** Made when it is first read after texts were fetched. */
  #headings: HeadingTable | null = null;

  constructor(parts: ClusterParts) {
    this.#parts = parts;
    const { asker, site } = parts;
    const { count } = site.pages;
    this.#lists = new Fetched(NO_LIST, (lists, signal) => this.#fetchLists(lists, signal));
    this.#phrases = new Fetched(
      NO_LIST,
      oneByOne(({ field, unit }, signal) => this.#fetchPhrase(field, unit, signal)),
    );
    this.#prefixes = new Fetched(
      new Uint32Array(Math.ceil(count / 32)),
      oneByOne((prefix, signal) => this.#fetchPrefix(prefix, signal)),
    );
    this.#names = new Fetched(
      [],
      oneByOne((name, signal) => findNamed(asker, name, signal)),
    );
    this.#paths = new Fetched(-1, (paths, signal) => findPaths(asker, paths, signal));
    this.#slugs = new Fetched(
      NO_PAGES,
      oneByOne((slug, signal) => this.#pagesOf({ term: { slug } }, signal)),
    );
    const links = (field: 'out' | 'in') =>
      new Fetched<number, Uint32Array>(NO_PAGES, async (pages, signal) => {
        // One list for all, which the first page gets: only a walk reads links, and it reads those of all pages of a distance.
        const linked = await this.#pagesOf({ terms: { [field]: pages } }, signal);
        return pages.map((_, i) => (i === 0 ? linked : NO_PAGES));
      });
    // The pages that a page links to have it among those that link to them.
    this.#links = { out: links('in'), in: links('out') };
    this.#shown = new Fetched(NOT_SHOWN, (pages, signal) => this.#fetchShown(pages, signal));
    this.#bodies = new FetchedBodies((page) => this.#shown.get(page, page));
    this.#sets = this.#readSets();
    this.corpus = this.#open();
  }

  /** Whether the last run missed something. */
  get isMissing(): boolean {
    const isMissing = this.#kinds().some((kind) => kind.isMissing);
    return isMissing || this.#missingWords.size + this.#missingTerms.size > 0;
  }

  #list(field: FieldOrAll, term: number, whole: boolean): PostingList {
    if (field === 'all' || whole) {
      const key = `${field}:${term}`;
      return this.#parts.lists.get(key) ?? this.#lists.get(key, { field, term });
    }
    const place = this.#terms.indexOf(term);
    if (place < 0) this.#missingTerms.add(term);
    const set = this.#sets[field];
    const [from, to] = place < 0 ? [0, 0] : [set.starts[place]!, set.starts[place + 1]!];
    return { pages: set.pages, impacts: set.impacts, set, from, to, rarity: this.#parts.site.rarity[term]! };
  }

  #prefetch(pages: Iterable<number>, { words, shown }: { readonly words: boolean; readonly shown: boolean }): void {
    for (const page of pages) {
      if (words && !this.#words.has(page)) this.#missingWords.add(page);
      if (shown) this.#shown.get(page, page);
    }
    if (this.isMissing) throw new Missed();
  }

  /** Fetches the data that the last run lacked. */
  async fetch(signal: AbortSignal): Promise<void> {
    await Promise.all([...this.#kinds().map((kind) => kind.fetch(signal)), this.#fetchWords(signal)]);
  }

  #kinds(): readonly Pick<Fetched<unknown, unknown>, 'isMissing' | 'fetch'>[] {
    const { out, in: into } = this.#links;
    return [this.#lists, this.#phrases, this.#prefixes, this.#names, this.#paths, this.#slugs, out, into, this.#shown];
  }

  async #fetchLists(asked: readonly AskedList[], signal: AbortSignal): Promise<PostingList[]> {
    const { asker, site, lists } = this.#parts;
    const { starts } = site;
    const found = new Map<AskedList, PostingList>();
    for (const field of ['all', ...FIELDS] as const) {
      const ofField = asked.filter((each) => each.field === field).sort((a, b) => a.term - b.term);
      for (let from = 0, to = 0; from < ofField.length; from = to) {
        let postings = 0;
        do {
          const { term } = ofField[to++]!;
          postings += starts[term + 1]! - starts[term]!;
        } while (to < ofField.length && to - from < MOST_TERMS && postings < MOST_POSTINGS);
        const some = ofField.slice(from, to);
        const terms = some.map(({ term }) => term);
        const collected = await collectPages(
          asker,
          holdingAny(terms, FIELDS.indexOf(field as FieldName)),
          FIELDS.indexOf(field as FieldName),
          terms,
          signal,
        );
        for (const [i, each] of some.entries()) {
          const { pages, impacts } = collected.postings[i]!;
          this.#postings += pages.length;
          if (this.#postings > MOST_OF_A_QUESTION) throw new ClusterUnavailable('overloaded');
          const list = { pages, impacts, set: null, from: 0, to: pages.length, rarity: site.rarity[each.term]! };
          found.set(each, list);
          lists.set(`${field}:${each.term}`, list, 5 * pages.length + 200);
        }
      }
    }
    return asked.map((each) => found.get(each)!);
  }

  async #fetchPhrase(field: FieldOrAll, unit: Unit, signal: AbortSignal): Promise<PostingList> {
    const { asker, site, engine } = this.#parts;
    const query = translatePhrase(site, engine.analyser, field, unit);
    if (query === null) return NO_LIST;
    const held = unit.parts.flatMap((part) => partTerms(site, part)).sort((a, b) => a.term - b.term);
    const terms = [...new Set(held.map(({ term }) => term))];
    const { pages, postings } = await collectPages(asker, query, FIELDS.indexOf(field as FieldName), terms, signal);
    const sums = new Map<number, number>();
    for (const { term, stemmers: on } of held) {
      const list = postings[terms.indexOf(term)]!;
      list.pages.forEach((page, i) => {
        if ((on >>> site.stemmers[page]!) & 1)
          sums.set(page, (sums.get(page) ?? 0) + list.impacts[i]! * site.rarity[term]!);
      });
    }
    return { ...NO_LIST, pages, impacts: Float64Array.from(pages, (page) => sums.get(page) ?? 0), to: pages.length };
  }

  /** The pages with a word that begins so, as bits. */
  async #fetchPrefix(prefix: string, signal: AbortSignal): Promise<Uint32Array> {
    const { words, analyser, pages } = this.#parts.site;
    const [from, to] = words.withPrefix(prefix);
    const byStemmers = new Map<number, number[]>();
    for (let i = words.termStarts[from]!; i < words.termStarts[to]!; i++) {
      const terms = byStemmers.get(words.stemmers[i]!) ?? [];
      terms.push(words.terms[i]!);
      byStemmers.set(words.stemmers[i]!, terms);
    }
    const all = 2 ** analyser.algorithms.length - 1;
    const should = [...byStemmers].map(([set, terms]) =>
      set === all ? holdingAny(terms, -1) : onStemmers(set, holdingAny(terms, -1)),
    );
    const bits = new Uint32Array(Math.ceil(pages.count / 32));
    for (const page of await this.#pagesOf({ bool: { should, minimum_should_match: 1 } }, signal)) {
      bits[page >>> 5]! |= 1 << (page & 31);
    }
    return bits;
  }

  async #pagesOf(query: Dsl, signal: AbortSignal): Promise<Uint32Array> {
    return (await collectPages(this.#parts.asker, query, -1, [], signal)).pages;
  }

  async #fetchWords(signal: AbortSignal): Promise<void> {
    if (this.#missingTerms.size + this.#missingWords.size === 0) return;
    const terms = [...new Set([...this.#terms, ...this.#missingTerms])].sort((a, b) => a - b);
    const pages = [...new Set([...this.#words.keys(), ...this.#missingWords])].sort((a, b) => a - b);
    this.#missingTerms.clear();
    this.#missingWords.clear();
    this.#words = pages.length === 0 ? new Map() : await fetchWords(this.#parts.asker, pages, terms, signal);
    const { titleWeights, title, body } = this.#parts.columns;
    for (const [page, words] of this.#words) {
      titleWeights[page] = words.titleWeight;
      title[page] = words.titleLength;
      body[page] = words.bodyLength;
    }
    this.#terms = terms;
    this.#sets = this.#readSets();
  }

  async #fetchShown(pages: readonly number[], signal: AbortSignal): Promise<ShownPage[]> {
    const sources = await this.#parts.asker.sources(pages, ['shown'], signal);
    this.#headings = null;
    return sources.map(({ shown }, i) => {
      this.#bodies.add(pages[i]!, shown!);
      this.#headingsOf.set(pages[i]!, shown!.headings);
      return shown!;
    });
  }

  #readSets(): Readonly<Record<FieldName, PositionedSet>> {
    const sets = FIELDS.map((name, field) => [name, positionedSet(this.#terms.length, this.#words, field)]);
    return Object.fromEntries(sets) as Record<FieldName, PositionedSet>;
  }

  #open(): Corpus {
    const { site } = this.#parts;
    const { words, linksIn } = site;
    const row = (page: number) => Buffer.from(this.#shown.get(page, page).row);
    const pages: PageTable = Object.create(site.pages, {
      row: { value: row },
      // Prefetched before titles are read.
      title: { value: (page: number) => this.#words.get(page)!.title },
      path: { value: (page: number) => (JSON.parse(`${row(page)}}`) as { path: string }).path },
      find: { value: (path: string) => this.#paths.get(path, path) },
      withSlug: { value: (slug: string) => this.#slugs.get(slug, slug) },
    });
    const ownWords: WordList = Object.create(words, {
      pagesOfPrefix: {
        value: (prefix: string) => (words.hasPrefix(prefix) ? this.#prefixes.get(prefix, prefix) : null),
      },
    });
    const links: LinkGraph = {
      outgoing: (page) => this.#links.out.get(page, page),
      incoming: (page) => this.#links.in.get(page, page),
      countIncoming: (page) => linksIn[page]!,
    };
    const text = this.#openIndex();
    // Questions ask for no other members.
    const { settings, stamps, analyser, tags, copies, fields, codeNames, curation } = site;
    const kept = { settings, stamps, analyser, tags, copies, fields, codeNames, curation };
    const self = this;
    const fetched: Partial<Corpus> = {
      ...{ ...kept, pages, words: ownWords, text, links },
      get headings() {
        self.#headings ??= headingTable(self.#parts.site.pages.count, self.#headingsOf);
        return self.#headings;
      },
    };
    return fetched as Corpus;
  }

  #openIndex(): TextIndex {
    const { site, columns } = this.#parts;
    const { starts, stemmers } = site;
    const self = this;
    return {
      vocabulary: site.vocabulary,
      rarity: site.rarity,
      all: { starts, pages: NO_PAGES, impacts: NO_IMPACTS, maxima: NO_IMPACTS },
      get fields() {
        return self.#sets;
      },
      bodies: this.#bodies,
      names: { find: (name) => (name === '' ? [] : this.#names.get(name, name)) },
      space: {
        dimensions: site.space.dimensions,
        addTerm: (term, weight, into) => site.space.addTerm(term, weight, into),
        cosines: (vector, pages, into) => this.#cosines(vector, pages, into),
        page: (page) => this.#words.get(page)!,
        withPages: (parts) => site.space.withPages(parts),
      },
      titleWeights: columns.titleWeights,
      lengths: columns,
      stemmers,
      postings: (field, term, whole) => this.#list(field, term, whole),
      phrase: (field, unit) => this.#phrases.get(`${field}\n${unitKey(unit)}`, { field, unit }),
      prefetch: (pages, parts) => this.#prefetch(pages, parts),
      rarityInTitles: (term) => rarity(stemmers.length, site.inTitles[term]!),
      isHeld: (term, on) => (site.heldOn[term]! & on) !== 0,
      costOfHeld: () => 1,
    };
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
    return space.withPages({ pageVectors, pageLengths }).cosines(vector, rows, into);
  }
}

interface AskedList {
  readonly field: FieldOrAll;
  readonly term: number;
}
