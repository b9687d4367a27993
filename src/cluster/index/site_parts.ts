import { hash } from 'node:crypto';
import type { AnalyserFacts } from '../../corpus/analysis/analyser_facts.ts';
import { ArtefactError, joinInto, layOutArtefact, type NamedSection } from '../../corpus/artefact/artefact_format.ts';
import { type Manifest, readManifest } from '../../corpus/artefact/manifest.ts';
import { Sections } from '../../corpus/artefact/sections.ts';
import { type SharedBytes, shareBytes } from '../../corpus/artefact/shared_bytes.ts';
import { packStrings, StringList } from '../../corpus/artefact/string_list.ts';
import type { Corpus, SiteSettings, Stamps } from '../../corpus/corpus.ts';
import type { PostingSet } from '../../corpus/index/posting_set.ts';
import { Vocabulary } from '../../corpus/index/vocabulary.ts';
import { checkAnalyser } from '../../corpus/open_corpus.ts';
import { readSpace, type SiteSpace } from '../../corpus/space/site_space.ts';

/** Sections of an artefact that a front end keeps in memory: none has postings, texts or anything else for each page. */
export const KEPT_SECTIONS = [
  ...['manifest', 'text.characters'],
  ...['terms', 'terms.starts', 'terms.slots', 'terms.rarity'],
  ...['tags.slug', 'tags.slug.starts', 'tags.title', 'tags.title.starts', 'languages', 'languages.starts'],
  ...['space.terms', 'space.term-vectors', 'space.term-scales'],
  ...['words', 'words.starts', 'words.terms', 'words.terms.starts', 'words.stemmers'],
] as const;

/**
 * Tables of pages that only `/api/search` needs: orders, dates, languages, collections, tags, own fields, words of titles.
 */
export const SEARCH_SECTIONS = [
  ...['pages.newest-first', 'pages.last-updated-first', 'pages.by-title', 'pages.title', 'pages.title.starts'],
  ...['pages.published', 'pages.updated', 'pages.language', 'pages.collection', 'pages.foreign', 'text.stemmers'],
  ...['tags.of-pages', 'tags.of-pages.starts', 'tags.pages', 'tags.pages.starts'],
  ...['text.all.starts', 'words.prefixes', 'words.prefixes.starts'],
] as const;

/** Sections of each of the owner's own fields: `fields.0`, `fields.0.starts` and so on. */
export const OWN_FIELD_SECTIONS = ['', '.starts', '.of-pages', '.of-pages.starts', '.pages', '.pages.starts'] as const;

/** Facts of a site that its artefact has only in tables of pages. */
export interface TableFacts {
  /** Numbers in a vector of the site's space. */
  readonly dimensions: number;
  /** Pages without a collection. */
  readonly sitePages: number;
  /** Whether some page is in another language than the site. */
  readonly hasForeign: boolean;
}

/** Sections that are made for the front end. */
export interface MadeParts {
  readonly facts: TableFacts;
  /** By term: the pages that hold it, and those that hold it in their title. */
  readonly inPages: Uint32Array;
  readonly inTitles: Uint32Array;
  /** By term: bit i when a page of the site's stemmer i holds it. */
  readonly heldOn: Uint32Array;
  /** Rows of the lists of collections and tags, as JSON. */
  readonly collections: readonly string[];
  readonly tags: readonly string[];
  /** As `SiteMap.bytes`. */
  readonly map: Uint8Array;
}

/** Bytes of a part. In base64 it is well below the 100 MB of a request. */
const PART_LENGTH = 1 << 20;

/** The parts of a build, and their digest in hexadecimal. */
export interface PackedParts {
  readonly parts: readonly Uint8Array[];
  readonly digest: string;
}

/** The document of a part. Its `_id` is the part's number. */
export function partDocument(bytes: Uint8Array, part: number) {
  return { part, bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64') };
}

/** @param shared bytes of the artefact; @param lists and @param map as the embedded engine has them */
export function packPartsOf(
  shared: SharedBytes,
  corpus: Corpus,
  made: Pick<MadeParts, 'collections' | 'tags' | 'map'>,
): PackedParts {
  const sections = new Sections(shared);
  const { text, pages } = corpus;
  const kept = KEPT_SECTIONS.map((name): NamedSection => [name, sections.bytes(name)]);
  // A program that opens an artefact may override stamps and settings.
  const { settings, stamps } = corpus;
  const manifest = { ...(sections.json('manifest') as Manifest), settings, stamps };
  kept[0] = ['manifest', json(manifest)];
  const facts: TableFacts = {
    dimensions: text.space.dimensions,
    sitePages: Array.from(pages.collection).filter((collection) => collection === 0).length,
    hasForeign: pages.foreign !== null,
  };
  const own = corpus.fields.flatMap((_, i) => OWN_FIELD_SECTIONS.map((ending) => `fields.${i}${ending}`));
  const forSearch = [...SEARCH_SECTIONS, ...own].map((name): NamedSection => [name, sections.bytes(name)]);
  const linksIn = Uint32Array.from({ length: pages.count }, (_, page) => corpus.links.incoming(page).length);
  return packParts([...kept, ...forSearch, ['site.links-in', linksIn]], {
    ...made,
    facts,
    inPages: countsOf(text.all),
    inTitles: countsOf(text.fields.title),
    heldOn: stemmersOf(text.all, text.stemmers),
  });
}

/** @param kept the sections of `KEPT_SECTIONS`, and the tables for searches */
export function packParts(kept: readonly NamedSection[], made: MadeParts): PackedParts {
  const artefact = layOutArtefact([
    ...kept,
    ['space.page-vectors', new Uint8Array()],
    ['space.page-lengths', new Uint32Array()],
    ['site.facts', json(made.facts)],
    ['terms.in-pages', made.inPages],
    ['terms.in-titles', made.inTitles],
    ['terms.held-on', made.heldOn],
    ...packStrings('site.collections', made.collections),
    ...packStrings('site.tags', made.tags),
    ['site.map', made.map],
  ]);
  const bytes = new Uint8Array(joinInto(new ArrayBuffer(artefact.length), artefact));
  const parts: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += PART_LENGTH) parts.push(bytes.subarray(at, at + PART_LENGTH));
  return { parts, digest: hash('sha256', bytes, 'hex') };
}

function json(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

function countsOf({ starts }: PostingSet): Uint32Array {
  return Uint32Array.from({ length: starts.length - 1 }, (_, term) => starts[term + 1]! - starts[term]!);
}

function stemmersOf({ starts, pages }: PostingSet, stemmers: Uint8Array): Uint32Array {
  const held = new Uint32Array(starts.length - 1);
  for (let term = 0; term < held.length; term++) {
    for (let i = starts[term]!; i < starts[term + 1]!; i++) held[term]! |= 1 << stemmers[pages[i]!]!;
  }
  return held;
}

/** The facts of a build that a front end knows without a request. */
export interface ClusterSite extends Omit<MadeParts, 'collections' | 'tags'> {
  readonly settings: SiteSettings;
  readonly stamps: Stamps;
  readonly analyser: AnalyserFacts;
  /** Number of pages. */
  readonly pages: number;
  readonly vocabulary: Vocabulary;
  readonly rarity: Uint32Array;
  /** Without vectors of pages. */
  readonly space: SiteSpace;
  readonly tagSlugs: StringList;
  readonly tagTitles: StringList;
  /** Rows of the lists, as `MadeParts` has them. */
  readonly lists: Readonly<Record<'collections' | 'tags', StringList>>;
  /** All of its sections. */
  readonly sections: Sections;
  /** Memory that it takes, in bytes. */
  readonly bytes: number;
}

/**
 * @param parts in order
 * @param digest of `PackedParts`
 * @throws ArtefactError when they are damaged, of another format, or another analyser produced them
 */
export function openSite(parts: readonly Uint8Array[], digest: string): ClusterSite {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  if (hash('sha256', bytes, 'hex') !== digest) throw new ArtefactError('its parts are damaged');
  const sections = new Sections(shareBytes(bytes.buffer, true));
  const manifest = readManifest(sections);
  checkAnalyser(manifest, sections);
  const { settings, stamps, analyser, pages } = manifest;
  const facts = sections.json('site.facts') as TableFacts;
  return {
    ...{ settings, stamps, analyser, pages, facts },
    vocabulary: new Vocabulary(sections),
    rarity: sections.numbers('terms.rarity'),
    inPages: sections.numbers('terms.in-pages'),
    inTitles: sections.numbers('terms.in-titles'),
    heldOn: sections.numbers('terms.held-on'),
    space: readSpace(sections, facts.dimensions),
    tagSlugs: new StringList(sections, 'tags.slug'),
    tagTitles: new StringList(sections, 'tags.title'),
    lists: {
      collections: new StringList(sections, 'site.collections'),
      tags: new StringList(sections, 'site.tags'),
    },
    map: sections.bytes('site.map'),
    sections,
    bytes: bytes.length,
  };
}
