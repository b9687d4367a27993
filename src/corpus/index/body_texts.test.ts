import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sectionsOf } from '../../../test/fixtures/sections_of.ts';
import { analyseField } from '../analysis/analyse_field.ts';
import { TermNumbers } from '../analysis/term_numbers.ts';
import { keyHash, packBlock } from '../artefact/packed_items.ts';
import { BodyTexts, packBodyTexts } from './body_texts.ts';

function bodiesOf(texts: readonly string[]) {
  const fields = texts.map((text) => analyseField(text, 'en', new TermNumbers()));
  return {
    fields,
    bodies: new BodyTexts(
      sectionsOf(
        packBodyTexts(
          texts.map((text) => Buffer.from(text)),
          fields,
          { keyHashes: Uint32Array.from(texts, keyHash), pack: packBlock },
        ),
      ),
    ),
  };
}

const text = fc
  .array(fc.constantFrom('word', 'é', '数据', '😀', ' ', '\n', '-'.repeat(300), 'жук '), {
    maxLength: 200,
    size: 'max',
  })
  .map((pieces) => pieces.join(''));

describe('body texts', () => {
  test('map no position to a place out of the text, whatever samples and steps say', () => {
    const words = 'word '.repeat(200);
    const fields = [analyseField(words, 'en', new TermNumbers())];
    const packing = { keyHashes: Uint32Array.of(keyHash(words)), pack: packBlock };
    const packed = packBodyTexts([Buffer.from(words)], fields, packing);
    for (const [name, value] of packed)
      if (name === 'text.body.samples') (value as Uint32Array).set([0, 0xffffffff, 0, 7]);
    const bodies = new BodyTexts(sectionsOf(packed));
    const offsets = Array.from({ length: bodies.positions(0) }, (_, position) => bodies.offset(0, position));
    expect([Math.min(...offsets), Math.max(...offsets)]).toEqual([0, words.length]);
  });

  test('map a position to the sum of the steps up to it', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 3 }), (texts) => {
        const { fields, bodies } = bodiesOf(texts);
        fields.forEach(({ steps }, page) => {
          let offset = 0;
          expect(bodies.positions(page)).toBe(steps.length);
          for (const [position, step] of steps.entries()) {
            offset += step;
            expect(bodies.offset(page, position)).toBe(offset);
            expect(bodies.step(page, position)).toBe(step);
          }
          expect(bodies.offset(page, steps.length)).toBe(Buffer.byteLength(texts[page]!));
        });
      }),
      { numRuns: 30 },
    );
  });

  test('give a window of only the page’s own text that ends at a character boundary', () => {
    fc.assert(
      fc.property(text, fc.nat(), fc.integer({ min: 4, max: 600 }), (whole, at, length) => {
        const { bodies } = bodiesOf(['before', whole, 'behind']);
        const characters = [...whole];
        const before = characters.slice(0, at % (characters.length + 1)).join('');
        const start = Buffer.byteLength(before);
        const window = bodies.window(1, start, length);
        expect(whole.slice(before.length).startsWith(window)).toBe(true);
        expect(Buffer.byteLength(window)).toBeLessThanOrEqual(length);
        expect(Buffer.byteLength(window)).toBeGreaterThan(Math.min(length, bodies.length(1) - start) - 4);
        expect(window.isWellFormed()).toBe(true);
      }),
    );
  });

  test('are empty for a page without text', () => {
    const { bodies } = bodiesOf(['', 'x']);
    expect([bodies.length(0), bodies.positions(0), bodies.offset(0, 0), bodies.window(0, 0, 99)]).toEqual([
      0,
      0,
      0,
      '',
    ]);
  });
});
