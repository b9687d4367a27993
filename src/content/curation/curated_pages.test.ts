import fc from 'fast-check';
import { expect, test } from 'vitest';
import { byCodePoint } from '../../text/by_code_point.ts';
import type { PageRange } from '../../text/page_range.ts';
import { areWithin, joinRanges, pagesAt } from './curated_pages.ts';

const part = fc.constantFrom('a', 'b', 'a-b', 'a0', 'ä', '\u{1f600}', '\uffee');
const path = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'));
const ranges = fc.array(
  fc.tuple(fc.nat(20), fc.integer({ min: 1, max: 5 })).map(([from, size]): PageRange => [from, from + size]),
);

function pagesOf(some: readonly PageRange[]): number[] {
  const pages = some.flatMap(([from, to]) => Array.from({ length: to - from }, (_, i) => from + i));
  return [...new Set(pages)].sort((a, b) => a - b);
}

test('a path names its page, or its folder with all below', () => {
  const property = fc.property(fc.uniqueArray(path), path, fc.boolean(), (some, at, isFolder) => {
    const paths = some.toSorted(byCodePoint);
    const isNamed = (each: string) => each === at || (isFolder && each.startsWith(`${at}/`));
    const expected = [...paths.keys()].filter((page) => isNamed(paths[page]!));
    expect(pagesOf(pagesAt(isFolder ? `${at}/` : at, paths))).toEqual(expected);
  });
  fc.assert(property);
});

test('joined ranges have the same pages, and tell which others they contain', () => {
  const property = fc.property(ranges, ranges, (some, others) => {
    const joined = joinRanges(some);
    expect(pagesOf(joined)).toEqual(pagesOf(some));
    expect(joined.every(([from], i) => i === 0 || joined[i - 1]![1] < from)).toBe(true);
    const held = new Set(pagesOf(some));
    expect(areWithin(others, joined)).toBe(pagesOf(others).every((page) => held.has(page)));
  });
  fc.assert(property);
});
