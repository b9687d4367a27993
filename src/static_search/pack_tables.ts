import type { Sections } from '../corpus/artefact/sections.ts';
import type { Corpus } from '../corpus/corpus.ts';
import { CURATION_SECTION } from '../corpus/curation/curation_section.ts';
import type { PartWriter } from './part_writer.ts';
import { encodeStems, stringsOf } from './string_coding.ts';

/** Sections of bytes that every search reads. */
const TABLE_BYTES = [
  ...['text.stemmers', 'code.ends', 'copies.version'],
  ...['pages.language', 'pages.collection', 'pages.foreign'],
] as const;
/** The same of strings, with their starts. */
const TABLE_STRINGS = [
  ...['words', 'words.prefixes', 'code.parts', 'pages.title'],
  ...['tags.slug', 'tags.title', 'languages', 'copies.paths', 'copies.versions'],
] as const;
/** The same of numbers. */
const TABLE_NUMBERS = [
  ...['text.all.starts', 'space.terms', 'words.terms', 'words.terms.starts', 'words.stemmers'],
  ...['tags.of-pages', 'tags.of-pages.starts', 'tags.pages', 'tags.pages.starts'],
  ...['code.words', 'code.ends.starts', 'code.parts.names.starts'],
  ...['copies.groups', 'copies.groups.starts', 'copies.group', 'copies.place'],
  ...['text.title.weights', 'text.title.lengths', 'text.body.lengths'],
] as const;
/** Numbers of each of the owner's own fields, whose values are strings. */
const FIELD_NUMBERS = ['.of-pages', '.of-pages.starts', '.pages', '.pages.starts'] as const;

/** Writes what nearly every search reads. */
export function writeTables(tables: PartWriter, corpus: Corpus, sections: Sections): void {
  tables.bytes('manifest', Buffer.from(JSON.stringify(publicManifest(corpus))));
  for (const name of TABLE_BYTES) tables.bytes(name, sections.bytes(name));
  for (const name of TABLE_NUMBERS) tables.numbers(name, sections.numbers(name));
  for (const name of TABLE_STRINGS) tables.strings(name, stringsOf(sections, name));
  corpus.fields.forEach((_, field) => {
    tables.strings(`fields.${field}`, stringsOf(sections, `fields.${field}`));
    for (const ending of FIELD_NUMBERS)
      tables.numbers(`fields.${field}${ending}`, sections.numbers(`fields.${field}${ending}`));
  });
  if (sections.has(CURATION_SECTION)) tables.bytes(CURATION_SECTION, sections.bytes(CURATION_SECTION));
  const { text } = corpus;
  const { starts } = text.fields.title;
  const terms = text.vocabulary.count;
  const ofWords = { terms: corpus.words.terms, starts: corpus.words.termStarts };
  const stems = encodeStems(stringsOf(sections, 'terms'), stringsOf(sections, 'words'), ofWords);
  tables.numbers('stems.cuts', stems.cuts);
  tables.strings('stems.ends', stems.ends);
  tables.numbers(
    'terms.in-titles',
    Uint32Array.from({ length: terms }, (_, term) => starts[term + 1]! - starts[term]!),
  );
  tables.numbers('terms.held-on', heldOn(corpus));
}

/** What a reader's browser may know of the settings: not what the owner's configuration says of a server. */
function publicManifest({ settings, stamps, analyser, pages }: Corpus) {
  const { origin, title, description, language, collections, fields = [] } = settings;
  const shown = { origin, title, description, language, collections, fields, tools: [], publicOrigin: null };
  return { settings: shown, stamps, analyser, pages: pages.count };
}

/** By term: bit i when a page of the site's stemmer i holds it. */
function heldOn({ text }: Corpus): Uint32Array {
  const { starts, pages } = text.all;
  return Uint32Array.from({ length: starts.length - 1 }, (_, term) => {
    let on = 0;
    for (let i = starts[term]!; i < starts[term + 1]!; i++) on |= 1 << text.stemmers[pages[i]!]!;
    return on >>> 0;
  });
}
