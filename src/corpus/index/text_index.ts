import type { Sections } from '../artefact/artefact_format.ts';
import { BodyTexts } from './body_texts.ts';
import { FIELDS, type FieldName } from './fields.ts';
import { type PositionedSet, type PostingSet, readPositionedSet, readPostingSet } from './posting_set.ts';
import { Vocabulary } from './vocabulary.ts';

/** The full-text index of an opened artefact. */
export interface TextIndex {
  readonly vocabulary: Vocabulary;
  /** A term's inverse document frequency, in `RARITY_PARTS`, by term. */
  readonly rarity: Uint32Array;
  readonly all: PostingSet;
  readonly fields: Readonly<Record<FieldName, PositionedSet>>;
  readonly bodies: BodyTexts;
  /** The stemmer that a page's words were read by, as its place in the analyser's `algorithms`, by page. */
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
