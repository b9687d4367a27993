import { describe, expect, test } from 'vitest';
import { type PlacePath, stepInto, tokensOf } from './place_path.ts';

function path(...tokens: (string | number)[]): PlacePath {
  return tokens.reduce<PlacePath>(stepInto, null);
}

describe('tokensOf', () => {
  test('lists the tokens from the outermost to the innermost', () => {
    expect(tokensOf(null)).toEqual([]);
    expect(tokensOf(path('batch', 2, 'match', 'all', 0, ''))).toEqual(['batch', 2, 'match', 'all', 0, '']);
  });
});

describe('stepInto', () => {
  test('stops at the enclosing value when the place is too deep', () => {
    const deep = path(...Array(32).fill('not'));
    expect(tokensOf(deep).length).toBe(32);
    expect(stepInto(deep, 'not')).toBe(deep);
  });

  test('stops at the enclosing value when a key is too long', () => {
    const outer = path('match');
    expect(tokensOf(stepInto(outer, 'k'.repeat(100)))).toEqual(['match', 'k'.repeat(100)]);
    expect(stepInto(outer, 'k'.repeat(101))).toBe(outer);
  });
});
