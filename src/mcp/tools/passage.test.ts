import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { passageOf } from './passage.ts';

const long = 'x'.repeat(60);
const section = ['## Locks', `A lock ${long}.`, 'A lease ends:', '    lease 60', `Other ${long}.`].join('\n\n');

describe('passageOf', () => {
  it('is the whole section when it is short enough', () => {
    expect(passageOf(`\n${section}\n`, ['lease'], 1_000)).toBe(section);
  });

  it.each([
    ['begins at the block with most of the words', ['lease'], 60, '## Locks\n\n…\n\nA lease ends:\n\n    lease 60'],
    ['begins at the first block when no block has a word', ['key'], 100, `## Locks\n\nA lock ${long}.`],
    ['shows no gap between the heading and the first block', ['lock'], 100, `## Locks\n\nA lock ${long}.`],
  ])('%s', (_, words, most, passage) => {
    expect(passageOf(section, words, most)).toBe(passage);
  });

  it('leaves out a heading that takes half of the room', () => {
    const markdown = `## ${long}\n\nA lock.\n\nA lease ${long}.`;
    expect(passageOf(markdown, ['lease'], 80)).toBe(`A lease ${long}.`);
  });

  it.each([
    ['a paragraph', 'One line.\nAnother line.\nA third.', [], 26, 'One line.\nAnother line.\n…'],
    ['a line', 'One long line of words', [], 10, 'One long…'],
    ['code, within its fence', '```sh\none\ntwo\nthree\nfour\n```', [], 24, '```sh\none\ntwo\n…\n```'],
    [
      'a table, with the rows that have words',
      '| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | lease |\n| 5 | 6 |',
      ['lease'],
      42,
      '| a | b |\n|---|---|\n| 3 | lease |\n…',
    ],
  ])('shortens %s that is too long', (_, markdown, words, most, passage) => {
    expect(passageOf(markdown, words, most)).toBe(passage);
  });

  it('is never longer than its bound, and not empty', () => {
    const lines = fc.array(fc.constantFrom('# A', 'word', '', '```', '| a |', '|---|', 'b'.repeat(50), 'c:'), {
      minLength: 1,
    });
    fc.assert(
      fc.property(lines, fc.integer({ min: 40, max: 120 }), (parts, most) => {
        const markdown = parts.join('\n');
        const passage = passageOf(markdown, ['word', 'b'], most);
        expect(passage.length).toBeLessThanOrEqual(most);
        expect(passage === '').toBe(markdown.trim() === '');
      }),
    );
  });
});
