import type { Sections } from '../artefact/artefact_format.ts';
import { BodyTexts } from './body_texts.ts';
import { FIELDS, type FieldName } from './fields.ts';
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
  /** By page: the stemmer that analysed it, as index into the analyser's `algorithms`. */
  readonly stemmers: Uint8Array;
}

export function readTextIndex(sections: Sections): TextIndex {
  return {
    vocabulary: new Vocabulary(sections),
    rarity: sections.numbers('terms.rarity'),
    all: readPostingSet(sections, 'text.all'),
    fields: Object.fromEntries(FIELDS.map((name) => [name, readPositionedSet(sections, `text.${name}`)])) as Record<
      FieldName,
      PositionedSet
    >,
    bodies: new BodyTexts(sections),
    stemmers: sections.bytes('text.stemmers'),
  };
}
