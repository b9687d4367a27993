import fc from 'fast-check';
import { expect, test } from 'vitest';
import { engineOf } from '../../../test/fixtures/answer_of.ts';
import { corpusOf } from '../../../test/fixtures/corpus_of.ts';
import { UnitPositions } from './unit_positions.ts';

const word = fc.constantFrom('a', 'b', 'c', 'running');

test('UnitPositions finds the same places as a check of every position', () => {
  const text = fc.array(word, { minLength: 1, maxLength: 40 });
  const phrase = fc.array(word, { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(
      text,
      phrase,
      fc.constantFrom('en', 'de'),
      fc.nat(40),
      fc.nat(10),
      (words, asked, language, from, room) => {
        const corpus = corpusOf([
          { path: 'a', text: words.join(' '), language },
          { path: 'b', text: 'run', language: 'de' },
        ]);
        const [unit] = engineOf(corpus).analyser.units(`"${asked.join(' ')}"`);
        const positions = new UnitPositions(corpus.text, 'body', unit!);
        const places = words.flatMap((_, place) =>
          asked.every((each, i) => words[place + i] === each) ? [place] : [],
        );
        const into = new Uint32Array(room + 1);
        const read = (count: number): number[] => [...into.subarray(0, count)];
        expect(positions.isOn(0)).toBe(places.length > 0);
        expect(read(positions.first(0, into))).toEqual(places.slice(0, into.length));
        expect(read(positions.within(0, from, into))).toEqual(
          places.filter((place) => place >= from && place < from + into.length),
        );
        expect(positions.isOn(1)).toBe(false);
      },
    ),
    { numRuns: 300 },
  );
});
