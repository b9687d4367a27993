import type { QueryAnalyser } from '../../corpus/analysis/analyse_query.ts';
import { beginningShare } from '../../corpus/artefact/string_list.ts';
import type { Corpus } from '../../corpus/corpus.ts';
import { FIELDS, type FieldName } from '../../corpus/index/fields.ts';
import type { NamedPage } from '../../corpus/index/name_index.ts';
import { blockMaxima, type PositionedSet, type PostingSet, SINGLE } from '../../corpus/index/posting_set.ts';
import { rarity } from '../../corpus/index/ranking.ts';
import type { TextIndex } from '../../corpus/index/text_index.ts';
import type { Engine } from '../../query/match/engine.ts';
import type { ShownPage } from '../index/page_document.ts';
import { endOfTitleWords, type FoundTerm, type FoundWords, packTitle, writtenTitle } from '../index/page_words.ts';
import type { ClusterSite } from '../index/site_parts.ts';
import type { AskedTerms } from '../translate/asked_terms.ts';
import { termsOf } from '../translate/known_site.ts';
import { FoundBodies } from './found_bodies.ts';
import { FoundHeadings } from './found_headings.ts';

/** A page that the cluster found. */
export interface FoundPage {
  /** Its number in the build. */
  readonly page: number;
  /** Its place in the order by date; 0 where that is not asked for. */
  readonly newest: number;
  /** Null where the query has no terms. */
  readonly words: FoundWords | null;
}

/** A corpus of some pages of a build, with the postings of some terms. */
export interface FoundCorpus {
  readonly corpus: Corpus;
  /** By page of the corpus: its number in the build. */
  readonly numbers: readonly number[];
  readonly bodies: FoundBodies;
  /** Adds the data of a row. @param page of the corpus */
  show(page: number, shown: ShownPage): void;
}

const NO_TITLE = packTitle('', '');

/**
 * Makes a corpus of the pages that a query found, over which the stages of the embedded engine run. Pages are numbered anew in the
 * order of their numbers in the build, terms by their places in `asked`; what depends on all pages is that of the build.
 *
 * @param found distinct pages, in any order
 * @param named pages of the build that have the names that may be asked for, by name
 */
export function openFound(
  site: ClusterSite,
  asked: AskedTerms,
  found: readonly FoundPage[],
  named: ReadonlyMap<string, readonly NamedPage[]>,
): FoundCorpus {
  const pages = found.toSorted((a, b) => a.page - b.page);
  const numbers = pages.map(({ page }) => page);
  const shown: (ShownPage | undefined)[] = [];
  const bodies = new FoundBodies();
  const text = textIndexOf(site, asked, pages, bodies, (name) => ownNames(named.get(name) ?? [], numbers));
  const newestFirst = Uint32Array.from(pages, (_, page) => page).sort((a, b) => pages[a]!.newest - pages[b]!.newest);
  const headings = new FoundHeadings(pages.length);
  const { settings, stamps, analyser } = site;
  const table = {
    count: pages.length,
    newestFirst,
    foreign: site.facts.hasForeign ? Uint8Array.from(pages, ({ words }) => words?.foreign ?? 0) : null,
    row: (page: number) => Buffer.from(shown[page]!.row),
    title: (page: number) => writtenTitle(pages[page]!.words?.title ?? NO_TITLE),
    readAhead: () => 0,
    titleShare(page: number, written: Uint8Array, inside: boolean): number {
      const title = pages[page]!.words?.title ?? NO_TITLE;
      return beginningShare(title, 0, endOfTitleWords(title), written, inside);
    },
  };
  const corpus = { settings, stamps, analyser, pages: table, text, headings };
  return {
    // The stages after matching read nothing else of a corpus.
    corpus: corpus as unknown as Corpus,
    numbers,
    bodies,
    show(page, each) {
      shown[page] = each;
      bodies.add(page, each);
      headings.add(page, each.headings);
    },
  };
}

/** An engine over found pages. Its filters pass all: the cluster has applied them. */
export function engineOver(analyser: QueryAnalyser, { corpus }: Pick<FoundCorpus, 'corpus'>): Engine {
  return { corpus, analyser, filter: () => null, nearWords: NO_CACHE };
}

const NO_CACHE: Engine['nearWords'] = { get: () => undefined, set() {} };

function ownNames(named: readonly NamedPage[], numbers: readonly number[]): NamedPage[] {
  return named.map(({ page, titled }) => ({ page: numbers.indexOf(page), titled })).filter(({ page }) => page >= 0);
}

function textIndexOf(
  site: ClusterSite,
  { numbers, places }: AskedTerms,
  pages: readonly FoundPage[],
  bodies: FoundBodies,
  names: (name: string) => NamedPage[],
): TextIndex {
  const facts = pages.map(({ words }) => words);
  const rarities = Uint32Array.from(numbers, (term) => site.rarity[term]!);
  const { isHeld } = termsOf(site);
  const { dimensions } = site.space;
  const pageVectors = new Int8Array(dimensions * pages.length);
  facts.forEach((words, page) => {
    if (words !== null) pageVectors.set(words.vector, page * dimensions);
  });
  const column = (value: (words: FoundWords) => number) =>
    Uint32Array.from(facts, (words) => (words === null ? 0 : value(words)));
  const fields = FIELDS.map((name, field): readonly [FieldName, PositionedSet] => [
    name,
    positionedSet(numbers.length, facts, field),
  ]);
  return {
    vocabulary: {
      count: numbers.length,
      term: (number) => site.vocabulary.term(numbers[number]!),
      find(term) {
        const place = places.get(term);
        if (place === undefined && site.vocabulary.find(term) >= 0) throw new RangeError('A term was not asked for');
        return place ?? -1;
      },
    },
    rarity: rarities,
    all: postingSet(numbers.length, facts, (term) => term.impact),
    fields: Object.fromEntries(fields) as Record<FieldName, PositionedSet>,
    bodies,
    names: { find: names },
    space: site.space.of(numbers, { pageVectors, pageLengths: column(({ squaredLength }) => squaredLength) }),
    titleWeights: column(({ titleWeight }) => titleWeight),
    lengths: { title: column(({ titleLength }) => titleLength), body: column(({ bodyLength }) => bodyLength) },
    stemmers: Uint8Array.from(facts, (words) => words?.stemmer ?? 0),
    lookUp: null,
    rarityInTitles: (term) => rarity(site.pages, site.inTitles[numbers[term]!]!),
    costOfHeld: () => 1,
    isHeld: (term, stemmers) => isHeld(numbers[term]!, stemmers),
  };
}

/** @param impactOf null: the term has no posting */
function postingSet(
  terms: number,
  pages: readonly (FoundWords | null)[],
  impactOf: (term: FoundTerm) => number | null,
  visit: (posting: number, term: FoundTerm) => void = () => {},
): PostingSet {
  const starts = new Uint32Array(terms + 1);
  for (const words of pages)
    for (const term of words?.terms ?? []) if (impactOf(term) !== null) starts[term.asked + 1]!++;
  for (let i = 0; i < terms; i++) starts[i + 1]! += starts[i]!;
  const next = starts.slice();
  const listed = new Uint32Array(starts[terms]!);
  const impacts = new Uint8Array(starts[terms]!);
  pages.forEach((words, page) => {
    for (const term of words?.terms ?? []) {
      const impact = impactOf(term);
      if (impact === null) continue;
      const posting = next[term.asked]!++;
      listed[posting] = page;
      impacts[posting] = impact;
      visit(posting, term);
    }
  });
  return { starts, pages: listed, impacts, maxima: blockMaxima(impacts) };
}

/** @param pages words of each page, by page; @param field index in `FIELDS` */
export function positionedSet(terms: number, pages: readonly (FoundWords | null)[], field: number): PositionedSet {
  const inField = (term: FoundTerm) => term.fields.find((each) => each.field === field);
  const places: number[] = [];
  const lists: Uint8Array[] = [];
  let length = 0;
  const set = postingSet(
    terms,
    pages,
    (term) => inField(term)?.impact ?? null,
    (posting, term) => {
      const { positions } = inField(term)!;
      const single = singlePosition(positions);
      places[posting] = single === null ? length : SINGLE + single;
      if (single !== null) return;
      lists.push(positions);
      length += positions.length;
    },
  );
  return { ...set, places: Uint32Array.from(places), positions: Buffer.concat(lists, length) };
}

/** The position of a list of one, which is stored without a list; else null. */
function singlePosition(positions: Uint8Array): number | null {
  if (positions[0] !== 1) return null;
  let position = 0;
  for (let at = 1, shift = 0; at < positions.length; at++, shift += 7) position |= (positions[at]! & 0x7f) << shift;
  return position;
}
