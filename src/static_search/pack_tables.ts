import type { Sections } from '../corpus/artefact/sections.ts';
import type { Corpus } from '../corpus/corpus.ts';
import { CURATION_SECTION } from '../corpus/curation/curation_section.ts';
import type { PartWriter } from './part_writer.ts';
import { stringsOf } from './string_coding.ts';

/** Sections of bytes that every search reads. */
const TABLE_BYTES = [
  ...['text.stemmers', 'copies.version'],
  ...['pages.language', 'pages.collection', 'pages.foreign'],
] as const;
/** The same of strings, with their starts. */
const TABLE_STRINGS = [...['words.prefixes', 'tags.slug', 'tags.title', 'languages', 'copies.versions']] as const;
/** The same of numbers. */
const TABLE_NUMBERS = [
  ...['words.terms.starts', 'tags.of-pages', 'tags.of-pages.starts', 'tags.pages', 'tags.pages.starts'],
  ...['copies.groups', 'copies.groups.starts', 'copies.group', 'copies.place'],
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
}

/** What a reader's browser may know of the settings: not what the owner's configuration says of a server. */
function publicManifest({ settings, stamps, analyser, pages }: Corpus) {
  const { origin, title, description, language, collections, fields = [] } = settings;
  const shown = { origin, title, description, language, collections, fields, tools: [], publicOrigin: null };
  return { settings: shown, stamps, analyser, pages: pages.count };
}
