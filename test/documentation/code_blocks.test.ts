import { describe, expect, it } from 'vitest';
import { readCodeBlocks, savedAs } from './code_blocks.ts';

describe('readCodeBlocks', () => {
  it('reads language, words, text and line of each block', () => {
    const page = ['Text.', '', '```sh not-run', 'docker ps', '```', '', '```', 'plain', '```', ''].join('\n');
    expect(readCodeBlocks(page)).toEqual([
      { line: 3, language: 'sh', words: ['not-run'], text: 'docker ps\n' },
      { line: 7, language: '', words: [], text: 'plain\n' },
    ]);
  });

  it('finds nothing on a page without blocks', () => {
    expect(readCodeBlocks('`inline` and ``` inside a line\n')).toEqual([]);
  });
});

describe('savedAs', () => {
  it.each([
    ['html search.html', 'search.html'],
    ['ts app/api/route.ts', 'app/api/route.ts'],
    ['sh not-run', undefined],
    ['json', undefined],
  ])('a block that begins with %j is saved as %j', (info, name) => {
    expect(savedAs(readCodeBlocks(`\`\`\`${info}\n\`\`\`\n`)[0]!)).toBe(name);
  });
});
