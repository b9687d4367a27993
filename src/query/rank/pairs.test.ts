import { expect, test } from 'vitest';
import { engineOf } from '../../../test/fixtures/answer_of.ts';
import { corpusOf } from '../../../test/fixtures/corpus_of.ts';
import { finish } from '../../async/steps.ts';
import type { Query } from '../ask/plan.ts';
import { readAsked } from './asked.ts';
import { addPairs } from './pairs.ts';

const many = 'quartz plinth by the fjord, '.repeat(600);
const engine = engineOf(
  corpusOf([
    { path: 'a', title: 'Quartz plinth', text: `${many} kiosk` },
    { path: 'b', text: 'Plinth of quartz. The red dogs of the kiosk.' },
    { path: 'c', text: 'Red dogs, red dogs, quartz plinth.' },
    { path: 'd', text: 'A kiosk.' },
  ]),
);

/** What each page gains by pairs of the text. */
function gains(text: string): number[] {
  const query: Query = {
    form: 'match',
    match: { text, in: 'all' },
    collection: null,
    tag: null,
    facets: [],
    limit: 10,
  };
  const rows = { pages: Uint32Array.of(0, 1, 2, 3), sums: new Float64Array(4) };
  const steps = addPairs(engine, readAsked(engine, query)!, rows);
  if (steps !== null) finish(steps);
  return [...rows.sums];
}

test('pages gain by words that stand next to each other in the order of the query', () => {
  const [a, b, c, d] = gains('quartz plinth');
  expect(a).toBeGreaterThan(c!);
  expect(c).toBeGreaterThan(0);
  expect([b, d]).toEqual([0, 0]);
});

test('what a query gains does not depend on the queries before it', () => {
  const texts = ['quartz plinth', 'red dogs kiosk', 'quartz plinth fjord red dogs kiosk', 'kiosk', 'dogs red'];
  const alone = texts.map(gains);
  for (const [i, text] of texts.entries()) {
    for (const other of texts) {
      gains(other);
      expect(gains(text)).toEqual(alone[i]);
    }
  }
});
