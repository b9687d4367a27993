import { DIGEST_LENGTH, mostUnpacked } from './artefact/artefact_format.ts';
import type { Manifest } from './artefact/manifest.ts';
import type { SectionShape, Values } from './artefact/section_shape.ts';
import type { Sections } from './artefact/sections.ts';
import { CURATION_SECTION } from './curation/curation_section.ts';
import { FIELDS, LENGTH_FIELDS } from './index/fields.ts';
import { BLOCK } from './index/posting_set.ts';
import { slotsFor } from './index/vocabulary.ts';
import { LABELLED_SECTION, LABELS_SECTION, NEXT_SECTION, PREVIOUS_SECTION } from './tables/page_order.ts';

const ANY: Values = { kind: 'any' };
const below = (limit: number) => ({ kind: 'below', limit }) as const;
const startsTo = (...ends: readonly number[]) => ({ kind: 'starts', ends }) as const;

/**
 * The shape of every section of an artefact, by name: how many numbers it has, and what they may be. Readers trust it: a number that
 * names a page, a term or a place in another section is one of those, and lists that belong together have the same length.
 */
export function shapesOf(
  sections: Pick<Sections, 'length' | 'place' | 'has'>,
  { pages, settings, analyser }: Pick<Manifest, 'pages' | 'settings' | 'analyser'>,
): ReadonlyMap<string, SectionShape> {
  const lengthOf = (name: string): number => sections.place(name).length;
  const shapes = new Map<string, SectionShape>();
  const has = (name: string, count: number, values: Values = ANY, unit: SectionShape['unit'] = 4): void => {
    shapes.set(name, { unit, count, values });
  };
  /** The number of 32-bit values in a section. */
  const countOf = (name: string): number => Math.floor(lengthOf(name) / 4);
  /** The number of lists whose starts a section holds. */
  const listed = (name: string): number => Math.max(0, countOf(name) - 1);
  const bytes = (name: string, count = lengthOf(name), values: Values = ANY): void => has(name, count, values, 1);
  const strings = (name: string, count: number): void => {
    bytes(name);
    has(`${name}.starts`, count + 1, startsTo(lengthOf(name)));
  };
  const lists = (name: string, count: number, limit: number): void => {
    has(name, countOf(name), below(limit));
    has(`${name}.starts`, count + 1, startsTo(countOf(name)));
  };
  const items = (name: string, use: 'kept' | 'passing', count = pages): void => {
    const { blocks = 0, kept = 0 } = sections.place(name).totals ?? {};
    bytes(name);
    const most = mostUnpacked(sections.length);
    has(`${name}.starts`, count + 1, use === 'kept' ? startsTo(kept) : { ...startsTo(most), orLess: true });
    has(`${name}.blocks`, 2 * (blocks + 1), startsTo(count, lengthOf(name)));
    bytes(`${name}.digests`, blocks * DIGEST_LENGTH);
  };
  const terms = listed('terms.starts');
  const postings = (name: string): void => {
    const count = countOf(`${name}.pages`);
    has(`${name}.starts`, terms + 1, startsTo(count));
    has(`${name}.pages`, count, below(pages));
    bytes(`${name}.impacts`, count);
    bytes(`${name}.maxima`, Math.ceil(count / BLOCK));
  };

  bytes('manifest');
  bytes('text.characters');
  if (sections.has(CURATION_SECTION)) bytes(CURATION_SECTION);

  for (const name of [NEXT_SECTION, PREVIOUS_SECTION]) if (sections.has(name)) has(name, pages, below(pages + 1));
  if (sections.has(LABELLED_SECTION)) {
    has(LABELLED_SECTION, countOf(LABELLED_SECTION), below(2 * pages));
    strings(LABELS_SECTION, countOf(LABELLED_SECTION));
  }
  strings('pages.path', pages);
  strings('pages.title', pages);
  for (const order of ['by-slug', 'newest-first', 'last-updated-first', 'by-title'])
    has(`pages.${order}`, pages, below(pages));
  has('pages.published', pages);
  has('pages.updated', pages);
  const languages = listed('languages.starts');
  strings('languages', languages);
  has('pages.language', pages, below(languages), 2);
  const collections = settings.collections.length;
  has('pages.collection', pages, below(collections + 1), collections > 255 ? 2 : 1);
  bytes('pages.foreign', pages);
  items('pages.row', 'kept');
  items('pages.reference', 'kept');
  // As it is published, then as it is written.
  items('pages.markdown', 'passing', 2 * pages);

  const tags = listed('tags.slug.starts');
  strings('tags.slug', tags);
  strings('tags.title', tags);
  lists('tags.of-pages', pages, tags);
  lists('tags.pages', tags, pages);
  lists('links.outgoing', pages, pages);
  lists('links.incoming', pages, pages);
  has('map.pages', countOf('map.pages'), below(pages));
  has('map.places', countOf('map.pages'));
  (settings.fields ?? []).forEach((_, field) => {
    const values = listed(`fields.${field}.starts`);
    strings(`fields.${field}`, values);
    lists(`fields.${field}.of-pages`, pages, values);
    lists(`fields.${field}.pages`, values, pages);
  });

  const groups = listed('copies.groups.starts');
  const copies = countOf('copies.groups');
  const versions = listed('copies.versions.starts');
  lists('copies.groups', groups, pages);
  strings('copies.paths', copies);
  strings('copies.versions', versions);
  const grouped = copies === 0 ? 0 : pages;
  has('copies.group', grouped, below(groups + 1));
  has('copies.place', grouped, below(Math.max(1, copies)));
  has('copies.version', versions === 0 ? 0 : pages, below(versions + 1), 2);

  const headings = listed('headings.text.starts');
  has('headings.of-pages', pages + 1, startsTo(headings));
  bytes('headings.depth', headings);
  has('headings.position', headings);
  strings('headings.text', headings);

  const names = countOf('names.pages');
  has('names.hashes', 2 * names);
  has('names.pages', names, below(2 * pages));

  strings('terms', terms);
  has('terms.slots', slotsFor(terms), below(terms + 1));
  has('terms.rarity', terms);
  postings('text.all');
  for (const field of FIELDS) {
    const name = `text.${field}`;
    postings(name);
    has(`${name}.places`, countOf(`${name}.pages`), { ...below(lengthOf(`${name}.positions`)), orMarked: true });
    bytes(`${name}.positions`);
  }
  for (const field of LENGTH_FIELDS) has(`text.${field}.lengths`, pages);
  has('text.title.weights', pages);
  bytes('text.stemmers', pages, below(analyser.algorithms.length));
  items('text.body.text', 'kept');
  items('text.body.steps', 'kept');
  const samples = countOf('text.body.samples');
  has('text.body.samples', samples, below((sections.place('text.body.text').totals?.kept ?? 0) + 1));
  has('text.body.samples.starts', pages + 1, startsTo(samples));

  const placed = countOf('space.page-lengths') === 0 ? 0 : pages;
  const dimensions = placed === 0 ? 0 : Math.floor(lengthOf('space.page-vectors') / placed);
  const placedTerms = countOf('space.terms');
  has('space.page-lengths', placed);
  bytes('space.page-vectors', placed * dimensions);
  has('space.terms', placedTerms, below(terms));
  bytes('space.term-vectors', placedTerms * dimensions);
  has('space.term-scales', placedTerms);

  const words = listed('words.starts');
  strings('words', words);
  lists('words.terms', words, terms);
  has('words.stemmers', countOf('words.terms'));
  const prefixes = listed('words.prefixes.starts');
  strings('words.prefixes', prefixes);
  has('words.prefixes.pages', prefixes * Math.ceil(pages / 32));

  const codeNames = countOf('code.words');
  has('code.words', codeNames, below(words));
  bytes('code.ends');
  has('code.ends.starts', codeNames + 1, startsTo(lengthOf('code.ends')));
  for (const name of ['code.parts', 'code.initials']) {
    const keys = listed(`${name}.starts`);
    strings(name, keys);
    lists(`${name}.names`, keys, codeNames);
  }
  return shapes;
}
