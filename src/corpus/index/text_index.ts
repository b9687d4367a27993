import type { Sections } from '../artefact/sections.ts';
import { lazily } from '../lazily.ts';
import { readSpace, type SiteSpace } from '../space/site_space.ts';
import { BodyTexts } from './body_texts.ts';
import { FIELDS, type FieldName, type LENGTH_FIELDS } from './fields.ts';
import { NameIndex } from './name_index.ts';
import { type PositionedSet, type PostingSet, readPositionedSet, readPostingSet } from './posting_set.ts';
import { Vocabulary } from './vocabulary.ts';

/** The full-text index of an open artefact. */
export interface TextIndex {
  readonly vocabulary: Vocabulary;
  /** Inverse document frequency by term, in units of 1 / `RARITY_PARTS`. */
  readonly rarity: Uint32Array;
  readonly all: PostingSet;
  readonly fields: Readonly<Record<FieldName, PositionedSet>>;
  readonly bodies: BodyTexts;
  readonly names: NameIndex;
  readonly space: SiteSpace;
  /** By page: the rarity among titles of its title's distinct terms, summed, in units of 1 / `RARITY_PARTS`. */
  readonly titleWeights: Uint32Array;
  /** By page: relative lengths of a field in units of 1 / `LENGTH_PARTS`. */
  readonly lengths: Readonly<Record<(typeof LENGTH_FIELDS)[number], Uint32Array>>;
  /** By page: the stemmer that analysed it, as index into the analyser's `algorithms`. */
  readonly stemmers: Uint8Array;
}

/** Opens the index. Each part is read when it is first used. */
export function readTextIndex(sections: Sections): TextIndex {
  const vocabulary = lazily(() => new Vocabulary(sections));
  const rarity = lazily(() => sections.numbers('terms.rarity'));
  const all = lazily(() => readPostingSet(sections, 'text.all'));
  const bodies = lazily(() => new BodyTexts(sections));
  const names = lazily(() => new NameIndex(sections));
  const space = lazily(() => readSpace(sections));
  const titleWeights = lazily(() => sections.numbers('text.title.weights'));
  const lengths = lazily(() => ({
    title: sections.numbers('text.title.lengths'),
    body: sections.numbers('text.body.lengths'),
  }));
  const stemmers = lazily(() => sections.bytes('text.stemmers'));
  return {
    get vocabulary() {
      return vocabulary();
    },
    get rarity() {
      return rarity();
    },
    get all() {
      return all();
    },
    fields: readFields(sections),
    get bodies() {
      return bodies();
    },
    get names() {
      return names();
    },
    get space() {
      return space();
    },
    get titleWeights() {
      return titleWeights();
    },
    get lengths() {
      return lengths();
    },
    get stemmers() {
      return stemmers();
    },
  };
}

function readFields(sections: Sections): TextIndex['fields'] {
  const fields = {} as Record<FieldName, PositionedSet>;
  for (const name of FIELDS) {
    const read = lazily(() => readPositionedSet(sections, `text.${name}`));
    Object.defineProperty(fields, name, { get: read, enumerable: true });
  }
  return fields;
}
