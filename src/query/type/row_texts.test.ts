import { expect, test } from 'vitest';
import { HitList } from '../show/hit_list.ts';
import { JsonWriter } from '../show/json_writer.ts';
import { BYTES_OF_TEXT, isShownAgain, RowNotes, type RowSource, type RowText, rowTextOf } from './row_texts.ts';

/** A row with one word at position 3 and another one, too far for one excerpt, at position 90. */
function sourceOf(changed: Partial<RowSource> = {}, ...places: number[]): RowSource {
  const hits = new HitList();
  for (const [unit, place] of (places.length > 0 ? places : [3, 90]).entries()) {
    hits.add(unit, Uint32Array.of(place), 1);
  }
  return { hits, weights: [2, 1], shape: '0,0word;1,0word', titleRanges: [0, 4], sections: 3, ...changed };
}

/** Writes a row as `writeTexts` does. */
function write(source: RowSource, json = 'text', readsHeading = false): RowText | null {
  const writer = new JsonWriter().text('before');
  const notes = new RowNotes();
  notes.bestPlace(source.hits, source.weights);
  notes.hasReadHeading = readsHeading;
  return rowTextOf(source, notes, writer.text(json), 'before'.length);
}

test('a row shows the same while its hits, words, title and sections are the same', () => {
  const known = write(sourceOf())!;
  expect(known.json).toBe('text');
  expect(isShownAgain(known, sourceOf())).toBe(true);
  expect(isShownAgain(known, sourceOf({}, 3, 91))).toBe(false);
  expect(isShownAgain(known, sourceOf({ shape: '0,0word;1,0word,1word' }))).toBe(false);
  expect(isShownAgain(known, sourceOf({ titleRanges: [0, 5] }))).toBe(false);
  expect(isShownAgain(known, sourceOf({ titleRanges: [] }))).toBe(false);
  expect(isShownAgain(known, sourceOf({ sections: 2 }))).toBe(false);
});

test('weights of words matter only when another place is the best by them', () => {
  const known = write(sourceOf())!;
  expect(isShownAgain(known, sourceOf({ weights: [9, 8] }))).toBe(true);
  expect(isShownAgain(known, sourceOf({ weights: [1, 2] }))).toBe(false);
});

test('a row is not kept when a heading was read for words, or when it is too long', () => {
  expect(write(sourceOf(), 'text', true)).toBeNull();
  expect(write(sourceOf(), 'x'.repeat(BYTES_OF_TEXT))).toBeNull();
});
