import { byCodePoint } from '../../text/by_code_point.ts';
import type { NamedSection } from '../artefact/artefact_format.ts';
import { invertLists, packNumberLists, readNumberLists } from '../artefact/number_lists.ts';
import type { Sections } from '../artefact/sections.ts';
import { packStrings, StringList } from '../artefact/string_list.ts';
import type { FieldInfo, OwnField } from '../corpus.ts';
import type { CorpusPage } from '../corpus_page.ts';
import { lazily } from '../lazily.ts';

/** Packs the owner's fields: their distinct values as text, and the pages of each value. */
export function packFields(pages: readonly CorpusPage[], fields: readonly FieldInfo[]): NamedSection[] {
  return fields.flatMap(({ name }, number) => {
    const ofPages = pages.map((page) => textsOf(page.fields?.[name] ?? null));
    const values = [...new Set(ofPages.flat())].sort(byCodePoint);
    const numberOf = new Map(values.map((value, i) => [value, i]));
    const numbers = ofPages.map((texts) => texts.map((text) => numberOf.get(text)!));
    return [
      ...packStrings(`fields.${number}`, values),
      ...packNumberLists(`fields.${number}.of-pages`, numbers),
      ...packNumberLists(`fields.${number}.pages`, invertLists(numbers, values.length)),
    ];
  });
}

/** @returns the values of a field as text */
export function textsOf(value: NonNullable<CorpusPage['fields']>[string]): string[] {
  if (value === null) return [];
  return Array.isArray(value) ? value.map(String) : [String(value)];
}

/** Each field is read when it is first used. */
export function readFields(sections: Sections, fields: readonly FieldInfo[]): OwnField[] {
  return fields.map(({ name, type }, number) => {
    const values = lazily(() => new StringList(sections, `fields.${number}`));
    const ofPages = lazily(() => readNumberLists(sections, `fields.${number}.of-pages`));
    const pages = lazily(() => readNumberLists(sections, `fields.${number}.pages`));
    return {
      name,
      type,
      get count() {
        return values().count;
      },
      value: (value) => values().get(value),
      find: (text) => values().search(text),
      pages: (value) => pages().get(value),
      ofPage: (page) => ofPages().get(page),
    };
  });
}
