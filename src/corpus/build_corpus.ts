import { analyseField, type FieldTerms } from './analysis/analyse_field.ts';
import { analyserFacts } from './analysis/analyser_facts.ts';
import { CharacterMemory, charactersOf, joinCharacters } from './analysis/character_facts.ts';
import { functionWords } from './analysis/function_words.ts';
import { languageOf, stemAlgorithm, stemmerFor } from './analysis/stem.ts';
import type { TermNumbers } from './analysis/term_numbers.ts';
import type { NamedSection } from './artefact/artefact_format.ts';
import { type Artefact, layOutArtefact } from './artefact/artefact_format.ts';
import { BlockMemory } from './artefact/block_memory.ts';
import type { Manifest } from './artefact/manifest.ts';
import { keyHash, type PackBlock, packBlock } from './artefact/packed_items.ts';
import type { SiteSettings, Stamps } from './corpus.ts';
import type { CorpusPage } from './corpus_page.ts';
import { buildTextIndex, TextIndexMemory } from './index/build_text_index.ts';
import type { FieldName } from './index/fields.ts';
import type { PageFields } from './index/invert_pages.ts';
import { packNames } from './index/name_index.ts';
import { packMap } from './map/page_map.ts';
import { ListMemory, PageMemory } from './page_memory.ts';
import { packFields } from './tables/field_table.ts';
import { type HeadingMemory, packHeadings } from './tables/heading_table.ts';
import { packLinks } from './tables/link_graph.ts';
import { PageTableMemory, packPages, slugOf } from './tables/page_table.ts';
import { packTags } from './tables/tag_table.ts';

export interface CorpusInput {
  readonly settings: SiteSettings;
  readonly stamps: Stamps;
  /** Sorted by path, by Unicode code point; paths are unique. */
  readonly pages: readonly CorpusPage[];
  /** Sorted by slug, by Unicode code point. */
  readonly tags: readonly { readonly slug: string; readonly title: string }[];
  /** Term numbers used in the bodies. Terms of the other fields are added. */
  readonly terms: TermNumbers;
  /** Compresses blocks; it may take the results from a cache. Default: compress each. */
  readonly pack?: PackBlock;
  /** Whether to compute the site's own space, which takes most of the time that a large site needs after one edit. Default: yes. */
  readonly space?: boolean;
}

/** What building a corpus again can reuse. It belongs to one site with its settings. */
export class CorpusMemory {
  readonly blocks = new BlockMemory();
  readonly tagTitles = new ListMemory<string, ReadonlyMap<string, string>>();
  readonly fields = new PageMemory<ShortFields>();
  readonly characters = new CharacterMemory();
  readonly pages = new PageTableMemory();
  readonly tags = new ListMemory<unknown, readonly NamedSection[]>();
  readonly links = new ListMemory<readonly number[], readonly NamedSection[]>();
  readonly map = new ListMemory<unknown, readonly NamedSection[]>();
  readonly names = new ListMemory<unknown, readonly NamedSection[]>();
  readonly headings: HeadingMemory = new WeakMap();
  readonly index = new TextIndexMemory();
}

/**
 * Builds the artefact. Equal input gives equal bytes, whatever is remembered.
 * @param memory of earlier corpora with the same settings and term numbers; is updated. What it has of a page is reused while
 * the page's body is the same object
 * @param stage called at the end of each stage
 */
export function buildCorpus(
  input: CorpusInput,
  memory = new CorpusMemory(),
  stage: (name: string) => void = () => {},
): Artefact {
  const { pages, settings, stamps, tags, terms, pack = packBlock, space = true } = input;
  const titles = memory.tagTitles.recall(
    tags.flatMap(({ slug, title }) => [slug, title]),
    () => new Map(tags.map(({ slug, title }) => [slug, title])),
  );
  const short = pages.map((page) => shortFields(page, titles, terms, memory.fields));
  stage('fields');
  const packing = {
    pack: (parts: readonly Uint8Array[]) => memory.blocks.pack(parts, pack),
    digest: (packed: Uint8Array) => memory.blocks.digest(packed),
    keyHashes: pathHashes(pages),
  };
  const algorithms = pages.map(({ language }) => stemAlgorithm(language));
  const distinct = [...new Set(algorithms)].sort();
  const stemmers = Uint8Array.from(algorithms, (algorithm) => distinct.indexOf(algorithm));
  const ofBodies = pages.map(({ text }) => memory.characters.ofText(text));
  const ofTags = tags.map(({ slug, title }) => charactersOf(Buffer.from(`${slug}\n${title}`)));
  const characters = joinCharacters([...ofBodies, ...short.map((fields) => fields.characters), ...ofTags]);
  const manifest: Manifest = {
    settings,
    stamps,
    analyser: analyserFacts(distinct),
    characters: memory.characters.fingerprint(characters),
    pages: pages.length,
  };
  stage('characters');
  const tables: NamedSection[] = [
    ['manifest', Buffer.from(JSON.stringify(manifest))],
    ['text.characters', Buffer.from(characters)],
    ...packPages(pages, titles, settings, packing, memory.pages),
    ...memory.tags.recall([titles, ...pages.map((page) => page.tags)], () =>
      packTags(
        tags,
        pages.map((page) => page.tags),
      ),
    ),
    ...memory.links.recall(
      pages.map(({ links }) => links),
      () => packLinks(pages.map(({ links }) => links)),
    ),
    ...memory.map.recall([...pages.map(({ links }) => links), ...pages.map(({ collection }) => collection)], () =>
      packMap(
        pages.map(({ links }) => links),
        pages.map(({ collection }) => settings.collections.findIndex(({ name }) => name === collection) + 1),
      ),
    ),
    ...packHeadings(pages, memory.headings),
    ...packFields(pages, settings.fields ?? []),
    ...memory.names.recall(
      // Strings, which are compared by value: the list of a page that is read again is another object.
      pages.flatMap(({ title, aliases, path }) => [title, aliases.join('\n'), path]),
      () => packNames(pages.map(({ title, aliases, path }) => ({ title, aliases, slug: slugOf(path) }))),
    ),
    ['text.stemmers', stemmers],
  ];
  stage('tables');
  const texts = pages.map(({ text }) => text);
  const ignored = space ? functionTerms(distinct, settings.language) : null;
  const index = buildTextIndex(
    {
      ...{ terms: terms.terms, spellings: terms.spellings, fields: fieldsOf(pages, short), texts, packing },
      ...{ algorithms: distinct, stemmers, functionWords: ignored },
    },
    memory.index,
  );
  stage('index');
  const artefact = layOutArtefact([...tables, ...index]);
  stage('lay out');
  return artefact;
}

/** The fields other than the body. */
interface ShortFields extends Readonly<Record<Exclude<FieldName, 'body'>, FieldTerms>> {
  readonly characters: Uint32Array;
}

function shortFields(
  page: CorpusPage,
  titles: ReadonlyMap<string, string>,
  numbers: TermNumbers,
  memory: PageMemory<ShortFields>,
): ShortFields {
  const { title, description, language } = page;
  const texts = () => {
    const aliases = page.aliases.join('\n');
    const tags = page.tags.map((slug) => tagText(slug, titles.get(slug)!)).join('\n');
    return [title, aliases, tags, description, language] as const;
  };
  return memory.recall(page.body, page, titles, texts, () => {
    const [, aliases, tags] = texts();
    const terms = (text: string) => (text === '' ? NO_TERMS : analyseField(text, language, numbers));
    return {
      ...{ title: terms(title), aliases: terms(aliases), tags: terms(tags), description: terms(description) },
      characters: charactersOf(Buffer.from([title, description, aliases].join('\n'))),
    };
  });
}

const NO_TERMS: FieldTerms = {
  ...{ terms: new Uint32Array(0), counts: new Uint32Array(0), positions: new Uint32Array(0) },
  ...{ length: 0, spellings: new Uint32Array(0), steps: new Uint8Array(0) },
};

function fieldsOf(pages: readonly CorpusPage[], short: readonly ShortFields[]): PageFields {
  return {
    title: short.map(({ title }) => title),
    aliases: short.map(({ aliases }) => aliases),
    tags: short.map(({ tags }) => tags),
    description: short.map(({ description }) => description),
    body: pages.map(({ body }) => body),
  };
}

/** Terms of the function words of the site's language and of those of its pages. */
function functionTerms(algorithms: readonly string[], language: string): Set<string> {
  const languages = [language, ...algorithms.map(languageOf)];
  const words = languages.flatMap((each) => [...functionWords(each)]);
  return new Set([...algorithms, stemAlgorithm(language)].map(stemmerFor).flatMap((stem) => words.map(stem)));
}

/** The key hash of each page, by which lists of items by page are cut into blocks. */
export function pathHashes(pages: readonly { readonly path: string }[]): Uint32Array {
  return Uint32Array.from(pages, ({ path }) => keyHash(path));
}

/**
 * The searchable text of a tag: its title, and its slug when that has other words. Repeating the same words would count them
 * twice and rank tags above titles.
 */
export function tagText(slug: string, title: string): string {
  return slug === title.toLowerCase().replace(/\s+/g, '-') ? title : `${title}\n${slug}`;
}
