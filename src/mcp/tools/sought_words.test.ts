import { describe, expect, it } from 'vitest';
import { comparable, hasWord, questionReader } from './sought_words.ts';

function found(query: string, text: string, languages: readonly string[] = ['en']): readonly boolean[] {
  return questionReader(languages)(query).map((word) => hasWord(comparable(text), word));
}

describe('questionReader', () => {
  it.each([
    ['inflected', 'How do I publish a crate?', 'Publishing crates', [true, true]],
    ['whose stem ends otherwise', 'memory', 'much memory, two memories', [true]],
    ['within a name', 'hash map', 'a `HashMap`', [true, false]],
    ['short, only where a word begins', 'get', 'a target', [false]],
    ['with a sign', 'C++', 'C and c++', [true]],
    ['with accents', 'resume', 'Résumé', [true]],
    ['of function words alone', 'how to', 'how it is', [true, false]],
    ['twice, as one', 'key key', 'a key', [true]],
    ['of a script without spaces', '検索', '全文検索の', [true]],
  ])('reads words %s', (_, query, text, has) => {
    expect(found(query, text)).toEqual(has);
  });

  it('knows a word by the stems of every language of the site', () => {
    expect(found('publications', 'publicación', ['en', 'es'])).toEqual([true]);
  });
});
