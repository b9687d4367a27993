import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countCharacters } from '../../text/count_characters.ts';
import { type Cut, cutText, outlineOf, pageSection } from './page_section.ts';

const markdown = [
  '# Top',
  'Begin.',
  '## One `code` [link](/x)',
  'First.',
  '```',
  '## Not a heading',
  '```',
  '### Deeper {#own}',
  'Deep.',
  'Two',
  '---',
  'Second.',
  '<h2 id="h">HTML</h2>',
  'Third.',
  '## Two',
  'Again.',
].join('\n');
const headings = [
  { depth: 1, text: 'Top', anchor: 'top' },
  { depth: 2, text: 'One code link', anchor: 'one' },
  { depth: 3, text: 'Deeper', anchor: 'own' },
  { depth: 2, text: 'Two', anchor: 'two' },
  { depth: 2, text: 'From a template', anchor: 'made' },
  { depth: 2, text: 'HTML', anchor: 'h' },
  { depth: 2, text: 'Two', anchor: 'two-1' },
];

describe('pageSection', () => {
  it.each([
    ['one', '## One `code` [link](/x)\nFirst.\n```\n## Not a heading\n```\n### Deeper {#own}\nDeep.\n', ['one', 'own']],
    ['#own', '### Deeper {#own}\nDeep.\n', ['own']],
    ['two', 'Two\n---\nSecond.\n', ['two']],
    ['deeper', '### Deeper {#own}\nDeep.\n', ['own']],
    ['h', '<h2 id="h">HTML</h2>\nThird.\n', ['h']],
    ['two-1', '## Two\nAgain.', ['two-1']],
    ['made', 'Two\n---\nSecond.\n', ['made']],
  ])('is what stands under %s', (wanted, text, anchors) => {
    const section = pageSection(markdown, headings, wanted);
    expect([section?.markdown, section?.headings.map(({ anchor }) => anchor)]).toEqual([text, anchors]);
  });

  it('is the whole page under its title, and nothing under an unknown anchor', () => {
    expect(pageSection(markdown, headings, 'top')?.markdown).toBe(markdown);
    expect(pageSection(markdown, headings, 'three')).toBe(null);
  });
});

describe('outlineOf', () => {
  const many = Array.from({ length: 90 }, (_, i) => ({ depth: (i % 3) + 1, text: `${i}`, anchor: `${i}` }));

  it('leaves out the deepest levels when there are too many headings', () => {
    expect(outlineOf(many, 90)).toHaveLength(90);
    expect(new Set(outlineOf(many, 89).map(({ depth }) => depth))).toEqual(new Set([1, 2]));
    expect(outlineOf(many, 30).every(({ depth }) => depth === 1)).toBe(true);
  });

  it('has the first ones when even the upper level has too many', () => {
    expect(outlineOf(many, 10).map(({ text }) => text)).toEqual([
      '0',
      '3',
      '6',
      '9',
      '12',
      '15',
      '18',
      '21',
      '24',
      '27',
    ]);
  });
});

describe('cutText', () => {
  it.each<[string, number, number, string | null, number | null]>([
    ['abc', 0, 10, 'abc', null],
    ['abc', 0, 3, 'abc', null],
    ['abc', 1, 2, 'bc', null],
    ['', 0, 10, '', null],
    ['abc', 3, 10, null, null],
    ['abc', 4, 10, null, null],
    ['one\n\ntwo\nthree', 0, 10, 'one\n\ntwo\n', 9],
    ['four\n\ntwo\nx', 0, 9, 'four\n\n', 6],
    ['a\n\nbbbbbbbbbb', 0, 10, 'a\n\nbbbbbbb', 10],
    ['text\n```\na\n\nb\n```\nend', 0, 14, 'text\n```\na\n\nb\n', 14],
    ['😀😀😀😀', 1, 2, '😀😀', 3],
  ])('cuts %j from %i to at most %i characters', (text, offset, most, piece, nextOffset) => {
    const cut = cutText(text, offset, most);
    expect(cut).toEqual(piece === null ? null : { text: piece, nextOffset, textLength: countCharacters(text) });
  });

  it('gives pieces that are within their size and together the text', () => {
    const lines = fc.array(fc.constantFrom('a', '😀 b', '', '```', 'c'.repeat(30)), { maxLength: 60 });
    fc.assert(
      fc.property(lines, fc.integer({ min: 1, max: 40 }), (parts, most) => {
        const text = parts.join('\n');
        let whole = '';
        for (let offset: number | null = 0; offset !== null; ) {
          const cut: Cut = cutText(text, offset, most)!;
          expect(countCharacters(cut.text)).toBeLessThanOrEqual(most);
          whole += cut.text;
          offset = cut.nextOffset;
        }
        expect(whole).toBe(text);
      }),
    );
  });
});
