import { describe, expect, test } from 'vitest';
import { engineOf } from '../../../test/fixtures/answer_of.ts';
import { corpusOf } from '../../../test/fixtures/corpus_of.ts';
import { liftOwnText } from './own_text.ts';

const text = 'Trim the wick. Pour the oil (`beacon-oil`): é, 漢字.';
const markdown = '# Beacon\n\nSee [the wick](/wick).\n\n```sh\nbeacon --trim\n```\n';
const corpus = corpusOf([
  { path: 'a-long', text: `${text} `.repeat(20) },
  { path: 'b-own', text },
  { path: 'c-marked', text: 'See the wick. beacon --trim' },
  { path: 'd-other', text: text.replace('oil', 'ale') },
  { path: 'e-copy', text: `${text}\n` },
]);

function lifted(passage: string, sums = [50, 10, 10, 10, 10]): Record<string, number> {
  const rows = { pages: Uint32Array.from(sums.keys()), sums: Float64Array.from(sums) };
  const asked = { texts: [], words: [], name: '', named: [], headed: [], passage };
  liftOwnText(engineOf(corpus), asked, rows);
  return Object.fromEntries(Array.from(rows.pages, (page, row) => [corpus.pages.path(page), rows.sums[row]!]));
}

describe('liftOwnText', () => {
  test('puts pages whose whole text the passage is before a page that repeats it', () => {
    expect(lifted(text)).toEqual({ 'a-long': 50, 'b-own': 60, 'c-marked': 10, 'd-other': 10, 'e-copy': 60 });
  });

  test('ignores white space and signs', () => {
    expect(lifted('- Trim the wick\n- Pour the **oil** beacon-oil\n\né, 漢字\n')['b-own']).toBe(60);
  });

  test('puts a page first for its text in Markdown under its title', () => {
    expect(lifted(markdown)).toEqual({ 'a-long': 50, 'b-own': 10, 'c-marked': 60, 'd-other': 10, 'e-copy': 10 });
    expect(lifted(markdown.trim())['c-marked']).toBe(60);
  });

  test('leaves a page that is first already as it is', () => {
    expect(lifted(text, [50, 70, 10, 10, 60])).toMatchObject({ 'b-own': 70, 'e-copy': 60 });
  });

  test.each([`${text} More.`, text.slice(0, -4), text.replace('é', 'è'), `# Beacon\n\n${text} More.`, '', '!!!'])(
    'leaves the sums of rows for a passage that is no page: %j',
    (passage) => {
      expect(Object.values(lifted(passage))).toEqual([50, 10, 10, 10, 10]);
    },
  );
});
