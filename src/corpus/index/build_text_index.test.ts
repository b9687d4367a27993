import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { analyseField, type FieldTerms } from '../analysis/analyse_field.ts';
import { TermNumbers } from '../analysis/term_numbers.ts';
import { RebakeCache } from '../rebake_cache.ts';
import { buildTextIndex, type FinishIndex, type TextIndexInput } from './build_text_index.ts';
import { FIELDS, type FieldName } from './fields.ts';

/** A page is known by the objects of its terms: a version that is in two lists is the same page. */
type Page = Readonly<Record<FieldName, FieldTerms>> & { readonly text: string };

const numbers = new TermNumbers();

/** Pages of one length, so that the averages stay and the postings of unchanged pages can be reused. */
function pageOf(words: readonly string[]): Page {
  const terms = (some: readonly string[]) => analyseField(some.join(' '), 'en', numbers);
  const text = words.join(' ');
  const fields = { title: terms(words.slice(0, 2)), aliases: terms([]), tags: terms(words.slice(0, 1)) };
  return { ...fields, description: terms(words.slice(1, 3)), body: terms(words), text };
}

function inputOf(pages: readonly Page[]): TextIndexInput {
  const fields = Object.fromEntries(FIELDS.map((name) => [name, pages.map((page) => page[name])]));
  return {
    terms: numbers.terms,
    spellings: numbers.spellings,
    algorithms: ['english'],
    stemmers: new Uint8Array(pages.length),
    fields: fields as Record<FieldName, FieldTerms[]>,
    functionWords: new Set(['red']),
  };
}

const bytesOf = (finish: FinishIndex) =>
  finish(null).map(([name, data, totals]) => {
    const parts = ArrayBuffer.isView(data) ? [data] : data;
    const bytes = parts.map((part) => Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString('hex'));
    return { name, bytes: bytes.join(''), totals };
  });

const page = fc.array(fc.constantFrom('red', 'green', 'blue', 'grey', 'pink', 'teal'), { minLength: 6, maxLength: 6 });
const pool = fc.array(page, { minLength: 1, maxLength: 10 }).map((all) => all.map(pageOf));

describe('building an index again', () => {
  test('gives the sections of a new index, after pages were added, removed, changed and moved', () => {
    fc.assert(
      fc.property(
        pool.chain((pages) =>
          fc.tuple(fc.constant(pages), fc.array(fc.subarray(pages), { maxLength: 5 }), fc.boolean()),
        ),
        ([, versions, isReversed]) => {
          const cache = new RebakeCache();
          for (const [at, version] of versions.entries()) {
            const input = inputOf(isReversed && at % 2 === 1 ? version.toReversed() : version);
            expect(bytesOf(buildTextIndex(input, cache))).toEqual(bytesOf(buildTextIndex(input)));
          }
        },
      ),
    );
  });

  test('inverts only the pages that changed', () => {
    const [one, two, three] = ['one uno', 'two due', 'three tre'].map((text) => pageOf(text.split(' '))) as [
      Page,
      Page,
      Page,
    ];
    const cache = new RebakeCache();
    buildTextIndex(inputOf([one, two]), cache);
    // Terms that are not read again cannot be found out to be others.
    (two.body as { counts: Uint32Array }).counts = new Uint32Array(2);
    const again = bytesOf(buildTextIndex(inputOf([one, two, three]), cache));
    expect(again).not.toEqual(bytesOf(buildTextIndex(inputOf([one, two, three]))));
  });
});
