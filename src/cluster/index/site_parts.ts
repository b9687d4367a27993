import { hash } from 'node:crypto';
import { ArtefactError, joinInto, layOutArtefact, type NamedSection } from '../../corpus/artefact/artefact_format.ts';
import { readManifest } from '../../corpus/artefact/manifest.ts';
import { Sections } from '../../corpus/artefact/sections.ts';
import { shareBytes } from '../../corpus/artefact/shared_bytes.ts';
import type { Corpus } from '../../corpus/corpus.ts';
import { CURATION_SECTION } from '../../corpus/curation/curation_section.ts';
import { readCuration } from '../../corpus/curation/curation_table.ts';
import { Vocabulary } from '../../corpus/index/vocabulary.ts';
import { checkAnalyser } from '../../corpus/open_corpus.ts';
import { readSpace, type SiteSpace } from '../../corpus/space/site_space.ts';
import { COPIES_SECTIONS, readCopies } from '../../corpus/tables/page_copies.ts';
import { readFields, readTags } from '../../corpus/tables/page_lists.ts';
import { ORDER_SECTIONS, readOrder } from '../../corpus/tables/page_order.ts';
import { readPages } from '../../corpus/tables/page_table.ts';
import { readCodeNames } from '../../corpus/words/code_names.ts';
import { readWords } from '../../corpus/words/word_list.ts';

/** Sections of an artefact that a front end keeps in memory: none has postings, texts or addresses. */
const KEPT_SECTIONS = [
  ...['manifest', 'text.characters', 'text.all.starts', 'text.stemmers'],
  ...['terms', 'terms.starts', 'terms.slots', 'terms.rarity'],
  ...['tags.slug', 'tags.slug.starts', 'tags.title', 'tags.title.starts', 'languages', 'languages.starts'],
  ...['tags.of-pages', 'tags.of-pages.starts', 'tags.pages', 'tags.pages.starts'],
  ...['space.terms', 'space.term-vectors', 'space.term-scales'],
  ...['words', 'words.starts', 'words.terms', 'words.terms.starts', 'words.stemmers'],
  ...['words.prefixes', 'words.prefixes.starts'],
  ...['code.words', 'code.ends', 'code.ends.starts'],
  ...['code.parts', 'code.parts.starts', 'code.parts.names', 'code.parts.names.starts'],
  ...['code.initials', 'code.initials.starts', 'code.initials.names', 'code.initials.names.starts'],
  ...['pages.newest-first', 'pages.last-updated-first', 'pages.by-title', 'pages.title', 'pages.title.starts'],
  ...['pages.published', 'pages.updated', 'pages.language', 'pages.collection', 'pages.foreign'],
  ...COPIES_SECTIONS,
] as const;

/** Those of them that a build may lack. */
const OPTIONAL_SECTIONS = [CURATION_SECTION, ...ORDER_SECTIONS];

/** Sections of each of the owner's own fields: `fields.0`, `fields.0.starts` and so on. */
const OWN_FIELD_SECTIONS = ['', '.starts', '.of-pages', '.of-pages.starts', '.pages', '.pages.starts'] as const;

/** @param fields number of the owner's own fields @param has whether the build has a section */
export function keptSections(fields: number, has: (name: string) => boolean): string[] {
  const own = Array.from({ length: fields }, (_, i) => OWN_FIELD_SECTIONS.map((ending) => `fields.${i}${ending}`));
  return [...KEPT_SECTIONS, ...own.flat(), ...OPTIONAL_SECTIONS.filter(has)];
}

/** Data that is made for front ends. */
export interface MadeParts {
  /** By term: the number of pages that hold it in their title. */
  readonly inTitles: Uint32Array;
  /** By term: bit i when a page of the site's stemmer i holds it. */
  readonly heldOn: Uint32Array;
  /** By page: the number of pages that link to it. */
  readonly linksIn: Uint32Array;
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

/** @param kept the sections of `keptSections` */
export function packParts(kept: readonly NamedSection[], { inTitles, heldOn, linksIn, map }: MadeParts): PackedParts {
  const artefact = layOutArtefact([
    ...kept,
    ['space.page-vectors', new Uint8Array()],
    ['space.page-lengths', new Uint32Array()],
    ['terms.in-titles', inTitles],
    ['terms.held-on', heldOn],
    ['site.links-in', linksIn],
    ['site.map', map],
  ]);
  const bytes = new Uint8Array(joinInto(new ArrayBuffer(artefact.length), artefact));
  const parts: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += PART_LENGTH) parts.push(bytes.subarray(at, at + PART_LENGTH));
  return { parts, digest: hash('sha256', bytes, 'hex') };
}

/** The members of a corpus that a front end keeps. */
type KeptCorpus = Pick<
  Corpus,
  | 'settings'
  | 'stamps'
  | 'analyser'
  | 'pages'
  | 'tags'
  | 'copies'
  | 'neighbours'
  | 'fields'
  | 'words'
  | 'codeNames'
  | 'curation'
>;

/** The facts of a build that a front end knows without a request. Rows and addresses are not in its table of pages. */
export interface ClusterSite extends KeptCorpus, MadeParts {
  readonly vocabulary: Vocabulary;
  readonly rarity: Uint32Array;
  /** By term: where its list over all fields would begin. */
  readonly starts: Uint32Array;
  /** By page: as `TextIndex.stemmers`. */
  readonly stemmers: Uint8Array;
  /** Without vectors of pages. */
  readonly space: SiteSpace;
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
  const curation = readCuration(sections, pages);
  return {
    ...{ settings, stamps, analyser },
    pages: readPages(sections, pages),
    tags: readTags(sections),
    copies: readCopies(sections),
    neighbours: readOrder(sections),
    fields: readFields(sections, settings.fields ?? []),
    words: readWords(sections, pages),
    codeNames: readCodeNames(sections),
    curation: () => curation,
    vocabulary: new Vocabulary(sections),
    rarity: sections.numbers('terms.rarity'),
    starts: sections.numbers('text.all.starts'),
    stemmers: sections.bytes('text.stemmers'),
    inTitles: sections.numbers('terms.in-titles'),
    heldOn: sections.numbers('terms.held-on'),
    linksIn: sections.numbers('site.links-in'),
    space: readSpace(sections),
    map: sections.bytes('site.map'),
    sections,
    bytes: bytes.length,
  };
}
