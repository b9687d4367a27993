import { describe, expect, test } from 'vitest';
import { costlyMarkdown, type MarkdownBounds } from './markdown_cost.ts';

const bounds: MarkdownBounds = { length: 100_000, emphasis: 1e6, references: 1e6, titles: 1e6 };

describe('costlyMarkdown', () => {
  test.each([
    ['is longer than the bound', 'a'.repeat(100_001), 'it is longer than 100000 characters'],
    ['nests quotes', '>'.repeat(100), 'its quotes or lists are nested more than 100 levels deep'],
    [
      'nests lists in its last line',
      `a\r${'1. '.repeat(100)}`,
      'its quotes or lists are nested more than 100 levels deep',
    ],
    ['has many emphasis marks in one block', '_a'.repeat(5_000), 'its blocks have too many emphasis marks'],
    ['has many references in one block', '&lt;\n'.repeat(2_000), 'its blocks have too many character references'],
    ['has many titles without an end', '[a](b (\n'.repeat(2_000), 'its blocks have too many link titles'],
  ])('refuses a source that %s', (_what, source, refusal) => {
    expect(costlyMarkdown(source, bounds)).toBe(refusal);
  });

  test.each([
    ['of the longest length', 'a'.repeat(100_000)],
    ['with fewer quotes', '>'.repeat(99)],
    ['with marks, references and titles in many blocks', '_a_ &lt; [a](b (c))\n\n'.repeat(4_000)],
    ['with many links', '[a](b)\n'.repeat(10_000)],
  ])('reads a source %s', (_what, source) => {
    expect(costlyMarkdown(source, bounds)).toBeNull();
  });
});
