import { describe, expect, it } from 'vitest';
import { outlineOf, pageSection } from './page_section.ts';

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
    expect(outlineOf(many, 90, 10)).toHaveLength(90);
    expect(new Set(outlineOf(many, 89, 10).map(({ depth }) => depth))).toEqual(new Set([1, 2]));
    expect(outlineOf(many, 30, 10).every(({ depth }) => depth === 1)).toBe(true);
  });

  it('has the first ones when even the upper level has too many, and short texts', () => {
    expect(outlineOf(many, 10, 10).map(({ text }) => text)).toEqual([
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
    expect(outlineOf([{ depth: 2, text: 'abcdef', anchor: 'a' }], 1, 4)).toEqual([
      { depth: 2, text: 'abc\u2026', anchor: 'a' },
    ]);
  });
});
