import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cacheWords, createQueryAnalyser } from './analyse_query.ts';
import type { Unit } from './unit.ts';

/** Units as short text: `offset:terms` per part, `*` after a function word, quotation marks around a phrase. */
function spell({ parts, quoted, functionWordOn }: Unit): string {
  const spelled = parts.map(({ terms, offset }) => `${offset}:${terms.join('|')}`).join(' ');
  return (quoted ? `"${spelled}"` : spelled) + (functionWordOn > 0 ? '*' : '');
}

/** Words, compounds, names with a sign, unspaced characters, marks and quotation marks. */
const passageTexts = fc
  .array(
    fc.constantFrom(
      'run',
      'The',
      'text-',
      '-',
      'C++',
      ' ',
      '\n',
      '"',
      '“',
      '»',
      '＂',
      '水',
      '晶',
      '\u0301',
      '’s',
      'é',
      'ｶﾞ',
    ),
  )
  .map((pieces) => pieces.join(''));

describe('the units of a query', () => {
  const { units } = createQueryAnalyser(['english'], 'en');

  test.each([
    ['words are units by stem', 'Running dogs', ['0:run', '0:dog']],
    ['function words are marked', "the dog isn't", ['0:the*', '0:dog', '0:isnt*']],
    ['a compound is one unit', 'node:sqlite text-align', ['0:node 1:sqlite', '0:text 1:align']],
    ['a name with a sign is a term as a whole', 'C++ and F#', ['0:c++', '0:and*', '0:f#']],
    ['a signed name requires its other parts too', 'v-C++', ['0:v-c++ 1:c']],
    ['a quoted part is a phrase, function words in it too', '"to the dogs"', ['"0:to 1:the 2:dog"']],
    ['typographic marks quote too', '“red dogs” «blue»', ['"0:red 1:dog"', '"0:blue"']],
    ['an unpaired quotation mark only separates', 'red "blue dogs', ['0:red', '0:blue', '0:dog']],
    ['a character of an unspaced script is its own term', '数', ['0:数']],
    ['a run of an even length is covered by pairs', '数据库管', ['0:数据 2:库管']],
    ['a run of an odd length by pairs of which two overlap', '数据库', ['0:数据 1:据库']],
    ['a run ends at a word', '数据x库', ['0:数据', '0:x', '0:库']],
    ['a phrase over both kinds', '"红 red 数据"', ['"0:红 1:red 2:数据"']],
    ['characters above U+FFFF', '𠀀𠀁', ['0:𠀀𠀁']],
    [
      'invisible characters ask for nothing',
      'x-\u200d-b "\u200d red do\u00adgs" \u200d',
      ['0:x', '0:b', '"0:red 1:dog"'],
    ],
    ['a mark without a letter has no unit', '´ \u0301 \ufe0f', []],
    ['text without a term has no unit', '!!! "" \u200d', []],
    ['Hangul taken apart', '한국'.normalize('NFD'), ['0:한국']],
    ['kana with a voiced sound mark of its own', 'か\u3099か', ['0:がか']],
    ['half-width katakana', 'ｶﾞｯﾂ', ['0:ガッ 1:ッツ']],
    [
      'full-width letters and signs',
      'Ｒｅｄｉｓ　Ｃ＋＋　ｎｏｄｅ：ｓｑｌｉｔｅ',
      ['0:redi', '0:c++', '0:node 1:sqlite'],
    ],
    ['full-width quotation marks', '＂red dogs＂', ['"0:red 1:dog"']],
    ['a variation of a character', '葛\u{e0100}城', ['0:葛城']],
    ['a mark that does not compose stays with its character', 'あ\u3099い', ['0:あ\u3099い']],
  ])('%s', (_, text, expected) => {
    expect(units(text).map(spell)).toEqual(expected);
  });

  test('a word has one term, or one per stemmer of the site when they differ', () => {
    const analyser = createQueryAnalyser(['english', 'german', 'none'], 'en');
    expect(analyser.units('running tests zebra').map(spell)).toEqual([
      '0:run|running|running',
      '0:test|test|tests',
      '0:zebra',
    ]);
  });

  test('caches analysed words up to its bound, with the same results', () => {
    const small = createQueryAnalyser(['english'], 'en', { cacheBytes: 140_000 });
    const words = Array.from({ length: 300 }, (_, i) => `words${i} running`).join(' ');
    expect(small.units(words)).toEqual(units(words));
    const kept = small.word('running');
    expect(small.word('running')).toBe(kept);
    small.units(words.replaceAll('running', ''));
    expect(small.word('running')).not.toBe(kept);
    expect(small.word('running')).toEqual(kept);
  });

  test('reads a passage in one pass: its units without quotation marks, its words as written, and its runs', () => {
    const { passage, phrase } = createQueryAnalyser(['english'], 'en');
    const read = passage('He said "running tests" to text-align 水晶 水, ＂running tests＂');
    expect(read.units.map(spell)).toEqual(
      units('He said  running tests  to text-align 水晶 水, ＂running tests＂').map(spell),
    );
    expect(Array.from(read.words, ([unit, count]) => `${unit.parts[0]!.terms[0]} ${count}`)).toEqual([
      'he 1',
      'said 1',
      'run 2',
      'test 2',
      'to 1',
      'text 1',
      'align 1',
    ]);
    expect(read.runs).toEqual([['水', '晶'], ['水']]);
    fc.assert(
      fc.property(passageTexts, (text) => {
        expect(passage(text).units).toEqual(units(text.replace(/["“”„«»]/g, ' ')));
        expect(phrase(text)).toEqual(units(`"${text}"`)[0]);
      }),
    );
  });

  test('function words are those of the site’s language on all pages, and those of a page’s own language on that page', () => {
    const analyser = createQueryAnalyser(['english', 'german', 'none'], 'de');
    expect(analyser.units('the für dog').map(({ functionWordOn }) => functionWordOn)).toEqual([0b001, 0b111, 0]);
  });
});

function countingCache(bound: number) {
  const analysed: string[] = [];
  const analyse = (word: string): Unit => {
    analysed.push(word);
    return {
      parts: [{ terms: [word.toUpperCase()], offset: 0, shape: 'word', known: null }],
      quoted: false,
      functionWordOn: 0,
    };
  };
  const cached = cacheWords(bound, analyse);
  return { analysed, read: (word: string) => cached(`<${word}>`.slice(1, -1)).parts[0]!.terms[0] };
}

describe('a cache of words', () => {
  test('analyses a word once', () => {
    const { read, analysed } = countingCache(1 << 20);
    expect(['one', 'two', 'one', 'on', 'two'].map(read)).toEqual(['ONE', 'TWO', 'ONE', 'ON', 'TWO']);
    expect(analysed).toEqual(['one', 'two', 'on']);
  });

  test('starts again from empty beyond its bound, with the same results', () => {
    const { read, analysed } = countingCache(140_000);
    for (let i = 0; i < 1000; i++) expect(read(`word${i}`)).toBe(`WORD${i}`);
    expect(analysed.length).toBe(1000);
    expect(read('word999')).toBe('WORD999');
    expect(analysed.length).toBe(1000);
    expect(read('word0')).toBe('WORD0');
    expect(analysed.length).toBe(1001);
  });

  test('keeps nothing when its bound is too small', () => {
    const { read, analysed } = countingCache(0);
    expect([read('one'), read('one')]).toEqual(['ONE', 'ONE']);
    expect(analysed).toEqual(['one', 'one']);
  });
});
