import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { characterFingerprint, charactersOf, joinCharacters } from './analyser_facts.ts';

describe('the characters of texts', () => {
  test('are each non-ASCII character, once, by code point', () => {
    expect(joinCharacters([Buffer.from('é数a😀é'), Buffer.from('数\u0301')].map(charactersOf))).toBe('é\u0301数😀');
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), (texts) => {
        const expected = new Set(texts.join(' ').toWellFormed());
        for (const character of expected) if (character < '\x80') expected.delete(character);
        const found = joinCharacters(texts.map((text) => charactersOf(Buffer.from(text))));
        expect(new Set(found)).toEqual(expected);
        expect([...found].length).toBe(expected.size);
      }),
    );
  });
});

describe('characterFingerprint', () => {
  test('is SHA-256 in hexadecimal, the same for the same characters', () => {
    expect(characterFingerprint('é数')).toMatch(/^[0-9a-f]{64}$/);
    expect(characterFingerprint('é数')).toBe(characterFingerprint('é数'));
  });

  test.each([
    ['a character more', 'é数', 'é'],
    ['another character', 'é', 'è'],
    ['a character that is not assigned, in place of a letter', '\u0378', '\u0377'],
  ])('is another for %s', (_, one, other) => {
    expect(characterFingerprint(one)).not.toBe(characterFingerprint(other));
  });
});
