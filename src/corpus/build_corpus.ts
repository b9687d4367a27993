import { analyseField, type FieldTerms } from './analysis/analyse_field.ts';
import { analyserFacts, characterFingerprint, charactersOf, joinCharacters } from './analysis/analyser_facts.ts';
import { functionWords } from './analysis/function_words.ts';
import { languageOf, stemAlgorithm, stemmerFor } from './analysis/stem.ts';
import type { TermNumbers } from './analysis/term_numbers.ts';
import { type Artefact, digestOf, layOutArtefact, type NamedSection } from './artefact/artefact_format.ts';
import type { Manifest } from './artefact/manifest.ts';
import { numbersOf } from './artefact/number_lists.ts';
import { keyHash, type Packing, packBlock } from './artefact/packed_items.ts';
import type { SiteSettings, Stamps } from './corpus.ts';
import type { CorpusPage } from './corpus_page.ts';
import { type CurationTable, packCuration } from './curation/curation_table.ts';
import { packBodyTexts } from './index/body_texts.ts';
import { buildTextIndex, type FinishIndex } from './index/build_text_index.ts';
import type { FieldName } from './index/fields.ts';
import type { PageFields } from './index/invert_pages.ts';
import { type HashedName, hashNames, packNames } from './index/name_index.ts';
import { layOutMap, type MapLayout, NO_LAYOUT, packMap } from './map/lay_out_map.ts';
import { RebakeCache } from './rebake_cache.ts';
import type { SpaceProblem } from './space/build_space.ts';
import type { DenseRows } from './space/factor_rows.ts';
import { packHeadings } from './tables/heading_table.ts';
import { type CopiesInput, NO_COPIES, packCopies } from './tables/page_copies.ts';
import { packFields, packLinks, packTags } from './tables/page_lists.ts';
import { type OrderInput, packOrder } from './tables/page_order.ts';
import { packPages, slugOf } from './tables/page_table.ts';

export interface CorpusInput {
  readonly settings: SiteSettings;
  readonly stamps: Stamps;
  /** Sorted by path, by Unicode code point; paths are unique. */
  readonly pages: readonly CorpusPage[];
  /** By id, as in the links of the pages: the number of the page. Default: ids are page numbers. */
  readonly numberOf?: Int32Array;
  /** Which pages are copies of each other; absent: none. */
  readonly copies?: CopiesInput;
  /** The pages beside each page in the site's own order; null or absent: it is not known. */
  readonly order?: OrderInput | null;
  /** Sorted by slug, by Unicode code point. */
  readonly tags: readonly { readonly slug: string; readonly title: string }[];
  /** Term numbers used in the bodies. Terms of the other fields are added. */
  readonly terms: TermNumbers;
  /** Whether to compute the site's own space and its map, which take most of the time that a large site needs after one edit. Default: yes. */
  readonly space?: boolean;
  /** The owner's search rules; absent: none. */
  readonly curation?: CurationTable;
}

/** The full-text index of pages, before their texts are packed. */
export interface IndexedPages {
  readonly short: readonly ShortFields[];
  readonly stemmers: ReturnType<typeof stemmersOf>;
  readonly titles: ReadonlyMap<string, string>;
  readonly finish: FinishIndex;
}

/** Parts of an artefact that need much time and little data, so that another thread may compute them. Null: computed here. */
export interface SolvedParts {
  /** `solveSpace` of what `indexPages` gave. */
  readonly vectors: DenseRows | null;
  /** `layOutMap` of `mapOf` the input. */
  readonly layout: MapLayout | null;
}

type PagesToIndex = Pick<CorpusInput, 'settings' | 'pages' | 'tags' | 'terms' | 'space'>;

/**
 * Builds the index of the artefact, which needs no packed texts: they can be packed meanwhile.
 * @param onSpace receives early what another thread may solve meanwhile
 */
export function indexPages(
  { pages, settings, tags, terms, space = true }: PagesToIndex,
  cache = new RebakeCache(),
  stage: (name: string) => void = () => {},
  onSpace?: (problem: SpaceProblem) => void,
): IndexedPages {
  const titles = cache.recallList(
    'tag titles',
    tags.flatMap(({ slug, title }) => [slug, title]),
    () => new Map(tags.map(({ slug, title }) => [slug, title])),
  );
  const short = pages.map((page) =>
    cache.recall('fields', page.body, [page, titles], () => {
      const texts = [...Object.values(textsOf(page, titles)), page.language];
      return cache.recall('fields of texts', page.body, texts, () => shortFields(page, titles, terms));
    }),
  );
  stage('fields');
  const stemmers = stemmersOf(pages);
  const finish = buildTextIndex(
    {
      ...{ terms: terms.terms, spellings: terms.spellings },
      fields: { ...byField(short), body: pages.map(({ body }) => body) },
      ...{ algorithms: stemmers.distinct, stemmers: stemmers.ofPages },
      functionWords: space ? functionTerms(stemmers.distinct, settings.language) : null,
    },
    cache,
    onSpace,
  );
  stage('index');
  return { short, stemmers, titles, finish };
}

/**
 * Builds the artefact. Equal input gives equal bytes, whatever is remembered.
 * @param cache of earlier corpora with the same settings and term numbers; is updated. Its results for a page are reused while
 * the page's body is the same object
 * @param stage called at the end of each stage
 * @param indexed `indexPages` of the same input
 * @param solved of the same input
 */
export function buildCorpus(
  input: CorpusInput,
  cache = new RebakeCache(),
  stage: (name: string) => void = () => {},
  indexed: IndexedPages = indexPages(input, cache, stage),
  solved: SolvedParts = { vectors: null, layout: null },
): Artefact {
  const { pages, numberOf, settings, stamps, tags, curation, space = true } = input;
  const { short, stemmers, titles, finish } = indexed;
  // Before the tables, which take more memory.
  const index = finish(solved.vectors);
  stage('place pages');
  const packing: Packing = {
    pack: (parts) => cache.recall('block', parts[0]!, parts, () => packBlock(parts)),
    digest: (packed) => cache.recall('digest', packed, [], () => digestOf(packed)),
    keyHashes: numbersOf(Uint32Array, pages, ({ path }) => keyHash(path)),
  };
  const texts = [
    ...pages.map(({ text }) => cache.recall('characters', text, [], () => charactersOf(text))),
    ...short.map((fields) => fields.characters),
    charactersOf(Buffer.from(tags.map(({ slug, title }) => `${slug}\n${title}`).join('\n'))),
  ].filter(({ length }) => length > 0);
  const characters = cache.recallList('characters', texts, () => joinCharacters(texts));
  const manifest: Manifest = {
    settings,
    stamps,
    analyser: analyserFacts(stemmers.distinct),
    characters: cache.recallList('fingerprint', [characters], () => characterFingerprint(characters)),
    pages: pages.length,
  };
  stage('characters');
  const ofPages = pages.map((page) => page.tags);
  const links = pages.map((page) => page.links);
  const collections = pages.map(({ collection }) => collection);
  const tables: NamedSection[] = [
    ['manifest', Buffer.from(JSON.stringify(manifest))],
    ['text.characters', Buffer.from(characters)],
    ...(curation === undefined ? [] : [packCuration(curation)]),
    ...(input.order == null ? [] : packOrder(input.order)),
    ...packPages(pages, titles, settings, packing, cache),
    ...cache.recallList('tags', [titles, ...ofPages], () => packTags(tags, ofPages)),
    ...cache.recallList('links', [numberOf, ...links], () => packLinks(linkedNumbers(input))),
    ...(space
      ? cache.recallList('map', [numberOf, ...links, ...collections], () =>
          packMap(solved.layout ?? layOutMap(...mapOf(input))),
        )
      : packMap(NO_LAYOUT)),
    ...packCopies(input.copies ?? NO_COPIES, pages),
    ...packHeadings(pages, cache),
    ...packFields(pages, settings.fields ?? []),
    ...packNames(
      pages.map((page) => namesOf(page, cache)),
      cache,
    ),
    ['text.stemmers', stemmers.ofPages],
    ...packBodyTexts(
      pages.map(({ text }) => text),
      pages.map(({ body }) => body),
      packing,
      cache,
    ),
  ];
  stage('tables');
  const artefact = layOutArtefact([...tables, ...index], cache);
  stage('lay out');
  return artefact;
}

/** The stemmers of the pages, sorted, and by page the stemmer as an index into them. */
export function stemmersOf(pages: readonly Pick<CorpusPage, 'language'>[]) {
  const ofLanguages = new Map(pages.map(({ language }) => [language, '']));
  for (const language of ofLanguages.keys()) ofLanguages.set(language, stemAlgorithm(language));
  const distinct = [...new Set(ofLanguages.values())].sort();
  return {
    distinct,
    ofPages: numbersOf(Uint8Array, pages, ({ language }) => distinct.indexOf(ofLanguages.get(language)!)),
  };
}

/** The fields other than the body. */
export interface ShortFields extends Readonly<Record<Exclude<FieldName, 'body'>, FieldTerms>> {
  readonly characters: Uint32Array;
}

export function shortFields(page: ShortTexts, titles: ReadonlyMap<string, string>, numbers: TermNumbers): ShortFields {
  const { title, aliases, tags, description } = textsOf(page, titles);
  // Only excerpts of bodies need the steps.
  const terms = (text: string) =>
    text === '' ? NO_TERMS : { ...analyseField(text, page.language, numbers), steps: NO_TERMS.steps };
  return {
    ...{ title: terms(title), aliases: terms(aliases), tags: terms(tags), description: terms(description) },
    characters: charactersOf(Buffer.from([title, description, aliases].join('\n'))),
  };
}

type ShortTexts = Pick<CorpusPage, 'title' | 'aliases' | 'tags' | 'description' | 'language'>;

/** The texts of the fields other than the body. */
function textsOf({ title, aliases, tags, description }: ShortTexts, titles: ReadonlyMap<string, string>) {
  const tagTexts = tags.map((slug) => tagText(slug, titles.get(slug)!));
  return { title, aliases: aliases.join('\n'), tags: tagTexts.join('\n'), description };
}

function namesOf(page: CorpusPage, cache: RebakeCache): readonly HashedName[] {
  const { title, aliases, path, headings } = page;
  const texts = headings.map(({ text }) => text).join('\n');
  return cache.recall('names', page.body, [page], () =>
    cache.recall('names of texts', page.body, [title, aliases.join('\n'), path, texts], () =>
      hashNames({ title, aliases, slug: slugOf(path), headings }),
    ),
  );
}

const NO_TERMS: FieldTerms = {
  ...{ terms: new Uint32Array(0), counts: new Uint32Array(0), positions: new Uint32Array(0) },
  ...{ length: 0, spellings: new Uint32Array(0), steps: new Uint8Array(0) },
};

function byField(short: readonly ShortFields[]): Omit<PageFields, 'body'> {
  return {
    title: short.map(({ title }) => title),
    aliases: short.map(({ aliases }) => aliases),
    tags: short.map(({ tags }) => tags),
    description: short.map(({ description }) => description),
  };
}

/** Terms of the function words of the site's language and of those of its pages. */
function functionTerms(algorithms: readonly string[], language: string): Set<string> {
  const lists = new Set([language, ...algorithms.map(languageOf)].map(functionWords));
  const all = new Set([...algorithms, stemAlgorithm(language)]);
  return new Set([...all].flatMap((algorithm) => [...lists].flatMap((words) => stemsOf(words, algorithm))));
}

/** Of function words, by algorithm: stemming those of one language takes longer than the rest of a small build. */
const functionStems = new Map<string, Map<ReadonlySet<string>, readonly string[]>>();

function stemsOf(words: ReadonlySet<string>, algorithm: string): readonly string[] {
  const known = functionStems.get(algorithm) ?? new Map<ReadonlySet<string>, readonly string[]>();
  functionStems.set(algorithm, known);
  const stems = known.get(words) ?? Array.from(words, stemmerFor(algorithm));
  known.set(words, stems);
  return stems;
}

/**
 * The searchable text of a tag: its title, and its slug when that has other words. Repeating the same words would count them
 * twice and rank tags above titles.
 */
export function tagText(slug: string, title: string): string {
  return slug === title.toLowerCase().replace(/\s+/g, '-') ? title : `${title}\n${slug}`;
}

/** @returns the arguments of `layOutMap` for some pages */
export function mapOf(input: PagesToMap): readonly [links: readonly (readonly number[])[], groups: readonly number[]] {
  return [linkedNumbers(input), collectionNumbers(input)];
}

type PagesToMap = Pick<CorpusInput, 'pages' | 'numberOf' | 'settings'>;

/** By page: the numbers of the pages that it links to, in order of first link. */
function linkedNumbers({ pages, numberOf }: Pick<CorpusInput, 'pages' | 'numberOf'>): readonly (readonly number[])[] {
  return pages.map(({ links }) => (numberOf === undefined ? links : links.map((id) => numberOf[id]!)));
}

/** By page: the number of its collection from 1; 0 for none. */
function collectionNumbers({ pages, settings }: PagesToMap): readonly number[] {
  const numbers = new Map(settings.collections.map(({ name }, index) => [name, index + 1]));
  return pages.map(({ collection }) => (collection === null ? 0 : numbers.get(collection)!));
}
