import { analyseField, type FieldTerms } from './analysis/analyse_field.ts';
import { analyserFacts } from './analysis/analyser_facts.ts';
import { characterFingerprint, distinctCharacters } from './analysis/character_facts.ts';
import { stemAlgorithm } from './analysis/stem.ts';
import type { TermNumbers } from './analysis/term_numbers.ts';
import type { NamedSection } from './artefact/artefact_format.ts';
import { type Artefact, layOutArtefact } from './artefact/artefact_format.ts';
import type { Manifest } from './artefact/manifest.ts';
import { keyHash, type PackBlock, packBlock } from './artefact/packed_items.ts';
import type { SiteSettings, Stamps } from './corpus.ts';
import type { CorpusPage } from './corpus_page.ts';
import { buildTextIndex } from './index/build_text_index.ts';
import { packFields } from './tables/field_table.ts';
import { packHeadings } from './tables/heading_table.ts';
import { packLinks } from './tables/link_graph.ts';
import { packPages } from './tables/page_table.ts';
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
}

/** Builds the artefact. Equal input gives equal bytes. */
export function buildCorpus(input: CorpusInput): Artefact {
  const { pages, settings, stamps, tags, terms, pack = packBlock } = input;
  const titles = new Map(tags.map(({ slug, title }) => [slug, title]));
  const field = (text: (page: CorpusPage) => string): FieldTerms[] =>
    pages.map((page) => analyseField(text(page), page.language, terms));
  const fields = {
    title: field(({ title }) => title),
    aliases: field(({ aliases }) => aliases.join('\n')),
    tags: field((page) => page.tags.map((slug) => tagText(slug, titles.get(slug)!)).join('\n')),
    description: field(({ description }) => description),
    body: pages.map(({ body }) => body),
  };
  const packing = { pack, keyHashes: pathHashes(pages) };
  const algorithms = pages.map(({ language }) => stemAlgorithm(language));
  const distinct = [...new Set(algorithms)].sort();
  const stemmers = Uint8Array.from(algorithms, (algorithm) => distinct.indexOf(algorithm));
  const characters = distinctCharacters(indexedTexts(input));
  const manifest: Manifest = {
    settings,
    stamps,
    analyser: analyserFacts(distinct),
    characters: characterFingerprint(characters),
    pages: pages.length,
  };
  const sections: NamedSection[] = [
    ['manifest', Buffer.from(JSON.stringify(manifest))],
    ['text.characters', Buffer.from(characters)],
    ...packPages(pages, titles, settings, packing),
    ...packTags(
      tags,
      pages.map((page) => page.tags),
    ),
    ...packLinks(pages.map(({ links }) => links)),
    ...packHeadings(pages),
    ...packFields(pages, settings.fields ?? []),
    ['text.stemmers', stemmers],
    ...buildTextIndex({
      terms,
      fields,
      texts: pages.map(({ text }) => text),
      algorithms: distinct,
      stemmers,
      packing,
    }),
  ];
  return layOutArtefact(sections);
}

/** The key hash of each page, by which lists of items by page are cut into blocks. */
export function pathHashes(pages: readonly { readonly path: string }[]): Uint32Array {
  return Uint32Array.from(pages, ({ path }) => keyHash(path));
}

/** Every text that is analysed: the bodies, and the other fields of each page. */
function* indexedTexts({ pages, tags }: CorpusInput): Generator<Uint8Array> {
  for (const { text, title, description, aliases } of pages) {
    yield text;
    yield Buffer.from([title, description, ...aliases].join('\n'));
  }
  for (const { slug, title } of tags) yield Buffer.from(`${slug}\n${title}`);
}

/**
 * The searchable text of a tag: its title, and its slug when that has other words. Repeating the same words would count them
 * twice and rank tags above titles.
 */
export function tagText(slug: string, title: string): string {
  return slug === title.toLowerCase().replace(/\s+/g, '-') ? title : `${title}\n${slug}`;
}
