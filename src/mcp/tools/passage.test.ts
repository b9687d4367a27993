import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { passageOf as passageOfPage } from './passage.ts';

/** The passage of a page whose first section, or all of it, was found. */
function passageOf(markdown: string, words: readonly string[], most: number, end = markdown.length): string {
  const sought = words.map((word) => [word]);
  return passageOfPage(markdown, sought, most, { start: 0, end });
}

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

  it('shows the blocks with most of the words, rare ones first, each under its heading', () => {
    const page = `# A\n\nOne.\n\n## B\n\nKey ${long}.\n\nKey lock ${long}.\n\n## C\n\nKey.\n\n## D\n\nLease.`;
    expect(passageOf(page, ['key', 'lock', 'lease'], 105)).toBe(
      `## B\n\n…\n\nKey lock ${long}.\n\n…\n\n## D\n\nLease.`,
    );
  });

  it('prefers the section that the search found', () => {
    const page = `# A\n\nLock ${long}.\n\n# B\n\nLock key ${long}.`;
    expect(passageOf(page, ['lock'], 80, 40)).toBe(`# A\n\nLock ${long}.`);
    expect(passageOf(page, [], 80, 40)).toBe(`# A\n\nLock ${long}.`);
  });

  it('compares the blocks around the section that the search found, where a page has very many', () => {
    const page = Array.from({ length: 3_000 }, (_, at) => `Part ${at}${at % 100 === 50 ? ' lease' : ''}.`).join('\n\n');
    const start = page.indexOf('Part 2750');
    expect(passageOfPage(page, [['lease']], 45, { start, end: start + 20 })).toBe(
      'Part 2050 lease.\n\n…\n\nPart 2750 lease.',
    );
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
      'code below a sentence, within its fence',
      'So:\n\n```sh\none\ntwo\nthree\nfour\n```',
      [],
      29,
      'So:\n\n```sh\none\ntwo\n…\n```',
    ],
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
    const lines = fc.array(fc.constantFrom('# A', '# B', 'word', '', '```', '| a |', '|---|', 'b'.repeat(50), 'c:'), {
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
