import fc from 'fast-check';
import { expect, test } from 'vitest';
import { engineOf } from '../../../test/fixtures/answer_of.ts';
import { corpusOf } from '../../../test/fixtures/corpus_of.ts';
import { addedBy } from '../../../test/fixtures/postings_of.ts';
import { finish } from '../../async/steps.ts';
import type { Unit } from '../../corpus/analysis/unit.ts';
import type { Corpus } from '../../corpus/corpus.ts';
import { unitPostings } from './phrase.ts';
import { type FieldOrAll, type Postings, partPostings } from './postings.ts';

const word = fc.constantFrom('a', 'b', 'c', '数', '据');
const words = fc.array(fc.oneof({ weight: 5, arbitrary: word }, { weight: 1, arbitrary: fc.constant('\n') }), {
  maxLength: 8,
});
const pages = fc.array(fc.record({ title: words, text: words, language: fc.constantFrom('en', 'de') }), {
  minLength: 1,
  maxLength: 6,
});
const phrase = fc.array(word, { minLength: 2, maxLength: 5 });

const found = (corpus: Corpus, field: FieldOrAll, unit: Unit, within: Postings | null = null): Postings =>
  finish(unitPostings(engineOf(corpus), field, unit, within));

/** Whether the phrase's words follow each other in one of the fields. */
const holds = (fields: readonly (readonly string[])[], wanted: readonly string[]): boolean =>
  fields.some((field) =>
    field
      .join(' ')
      .split('\n')
      .some((line) => ` ${line.trim()} `.includes(` ${wanted.join(' ')} `)),
  );

test('a phrase matches the pages on which its words are adjacent in one field', () => {
  fc.assert(
    fc.property(pages, phrase, fc.constantFrom<FieldOrAll>('all', 'title', 'body'), (site, wanted, field) => {
      const corpus = corpusOf(
        site.map(({ title, text, language }, i) => ({
          path: `p${i}`,
          title: title.join(' '),
          text: text.join(' '),
          language,
        })),
      );
      const [unit] = engineOf(corpus).analyser.units(`"${wanted.join(' ')}"`);
      const pages = addedBy(found(corpus, field, unit!));
      const fieldsOf = ({ title, text }: (typeof site)[number]) =>
        field === 'all' ? [title, text] : field === 'title' ? [title] : [text];
      expect([...pages.keys()]).toEqual(site.flatMap((page, i) => (holds(fieldsOf(page), wanted) ? [i] : [])));
      const added = unit!.parts.map((part) => addedBy(partPostings(corpus.text, field, part)));
      for (const [page, sum] of pages) expect(sum).toBe(added.reduce((all, list) => all + list.get(page)!, 0));
    }),
    { numRuns: 300 },
  );
});

test('is searched only on the given pages', () => {
  const corpus = corpusOf([
    { path: 'a', text: 'red dog' },
    { path: 'b', text: 'red dog x' },
    { path: 'c', text: 'dog red x' },
  ]);
  const [unit, within] = engineOf(corpus).analyser.units('"red dog" x');
  const list = partPostings(corpus.text, 'all', within!.parts[0]!);
  expect([...addedBy(found(corpus, 'all', unit!)).keys()]).toEqual([0, 1]);
  expect([...addedBy(found(corpus, 'all', unit!, list)).keys()]).toEqual([1]);
});
