import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openBudget } from '../src/cache/cache_budget.ts';
import { readPage } from '../src/content/markdown/read_page.ts';
import type { Corpus } from '../src/corpus/corpus.ts';
import { createEmbeddedAnswerer } from '../src/engine/embedded/embedded_answerer.ts';
import { createGrammar } from '../src/query/ask/grammar.ts';
import type { Plan } from '../src/query/ask/plan.ts';
import { validatePlan } from '../src/query/ask/validate.ts';
import { searchForm } from '../src/text/search_form.ts';
import { corpusOf } from './fixtures/corpus_of.ts';
import { contextOf } from './fixtures/site_context.ts';

const CONTEXT = contextOf('plain');

/** A site of one page, read from Markdown as a bake reads it. */
function siteOf(markdown: string, title = 'x'): Corpus {
  const source = Buffer.from(`---\ntitle: ${title}\ndescription: d\n---\n${markdown}`);
  const { text, title: read } = readPage('page.md', source, CONTEXT).draft!;
  return corpusOf([{ path: 'page', title: read, text }]);
}

interface Answer {
  readonly total: number;
  readonly relaxed?: boolean;
  readonly items: readonly {
    readonly match: { readonly excerpt: string; readonly ranges: readonly [number, number][] };
  }[];
}

function ask(corpus: Corpus, query: unknown): Answer {
  const plan = validatePlan(query, createGrammar([])) as Plan;
  const { signal } = new AbortController();
  const body = createEmbeddedAnswerer(corpus, openBudget(1 << 20)).answer(plan, signal) as Uint8Array;
  return JSON.parse(Buffer.from(body).toString()) as Answer;
}

/** The marked text of the only row of an answer, and its excerpt. */
function shown({ total, relaxed, items }: Answer) {
  const { excerpt, ranges } = items[0]?.match ?? { excerpt: '', ranges: [] };
  return { total, relaxed: relaxed ?? false, excerpt, marked: ranges.map(([start, end]) => excerpt.slice(start, end)) };
}

const FORMS = ['NFC', 'NFD', 'NFKC', 'NFKD'] as const;

describe('a query finds a page that is written in another normal form', () => {
  test.each([
    ['Hangul in NFD asked in NFC', '한국어 문서'.normalize('NFD'), '한국어', '한국어 문서', ['한국어']],
    ['Hangul in NFC asked in NFD', '한국어 문서', '문서'.normalize('NFD'), '한국어 문서', ['문서']],
    ['a part of a word of Hangul', '한국어'.normalize('NFD'), '국', '한국어', ['국']],
    ['kana with decomposed dakuten', 'か\u3099くせい', 'がくせい', 'がくせい', ['がくせい']],
    ['kana with composed dakuten', 'がくせい', 'か\u3099く', 'がくせい', ['がく']],
    ['half-width katakana asked in full width', 'ｶﾞｽのﾊﾟｲﾌﾟ', 'パイプ', 'ｶﾞｽのﾊﾟｲﾌﾟ', ['ﾊﾟｲﾌﾟ']],
    ['full-width katakana asked in half width', 'ガスのパイプ', 'ｶﾞｽ', 'ガスのパイプ', ['ガス']],
    ['full-width Latin letters', 'Ｒｅｄｉｓ　です', 'Redis', 'Ｒｅｄｉｓ です', ['Ｒｅｄｉｓ']],
    ['Latin letters asked in full width', 'the Redis server', 'Ｒｅｄｉｓ', 'the Redis server', ['Redis']],
    ['a full-width name with a sign', 'use Ｃ＋＋ here', 'C++', 'use Ｃ＋＋ here', ['Ｃ＋＋']],
    [
      'Vietnamese taken apart',
      'Tiếng Việt ở đây'.normalize('NFD'),
      'Tiếng Việt',
      'Tiếng Việt ở đây',
      ['Tiếng', 'Việt'],
    ],
    ['Vietnamese put together', 'Tiếng Việt ở đây', 'Việt'.normalize('NFD'), 'Tiếng Việt ở đây', ['Việt']],
    ['combining accents', 'un re\u0301sume\u0301 ici', 'résumé', 'un résumé ici', ['résumé']],
    [
      'combining accents, in a query without accents',
      'un re\u0301sume\u0301 ici',
      'resume',
      'un résumé ici',
      ['résumé'],
    ],
    ['a phrase', 'la creme bru\u0302le\u0301e ici', '"crème brûlée"', 'la creme brûlée ici', ['creme brûlée']],
    ['one character that NFKC expands to several', '㍿日本', '株式会社', '㍿日本', ['㍿']],
    ['a fraction', 'add 1½ cups', 'cups', 'add 1½ cups', ['cups']],
    [
      'a soft hyphen',
      'a da\u00adta\u00adbase here',
      'database',
      'a da\u00adta\u00adbase here',
      ['da\u00adta\u00adbase'],
    ],
    ['a character with a variation selector', '葛\u{e0100}飾区', '葛飾', '葛\u{e0100}飾区', ['葛\u{e0100}飾']],
    ['kana with a combining mark that does not compose', 'あ\u3099あ', 'あ\u3099', 'あ\u3099あ', ['あ\u3099']],
    ['Thai with a vowel that compatibility takes apart', 'กำลังทำงาน', 'กำลัง'.normalize('NFKD'), 'กำลังทำงาน', ['กำลัง']],
  ])('%s', (_, page, question, excerpt, marked) => {
    const expected = { total: 1, relaxed: false, excerpt, marked };
    expect(shown(ask(siteOf(page), { match: { text: question, in: 'all' } }))).toEqual(expected);
  });

  test.each([
    ['한국어 문서'.normalize('NFD'), '한국어'],
    ['がくせい', 'か\u3099くせい'],
    ['ガスのパイプ', 'ｶﾞｽﾉﾊﾟｲﾌﾟ'],
    ['the Redis server', 'Ｒｅｄｉｓ'],
  ])('%j by a passage of %j', (page, passage) => {
    expect(shown(ask(siteOf(page), { like: passage })).total).toBe(1);
  });

  test('in a title, and the excerpt marks it', () => {
    const answer = ask(siteOf('text', 'ﾊﾟｲﾌﾟ と cafe\u0301'), { match: { text: 'パイプ café', in: 'title' } });
    expect(shown(answer)).toEqual({
      total: 1,
      relaxed: false,
      excerpt: 'ﾊﾟｲﾌﾟ と café — text',
      marked: ['ﾊﾟｲﾌﾟ', 'café'],
    });
  });

  test('for every text and form', () => {
    // Exclude quotation marks, which make phrases in a query, and ASCII signs, which are Markdown in a page.
    const plain = fc
      .oneof(
        {
          weight: 3,
          arbitrary: fc.constantFrom(
            ...'aeo1 か\u3099はﾊﾟｶﾞ\u0301\u0323\u0302\u1100\u1161\u11a8가한ㄱㅏﾡￂ½ﬁ㍿Ｒ\u00ad\u200dกำ',
          ),
        },
        { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }) },
      )
      .filter(
        (unit) => !/[\p{C}\p{Z}"“”„«»!-/:-@[-`{-~]/u.test(unit.normalize('NFKC').replace(/[ \u00ad\u200d]/g, '')),
      );
    const text = fc.array(plain, { minLength: 1, maxLength: 40 }).map((units) => `w${units.join('')}`);
    fc.assert(
      fc.property(text, fc.constantFrom(...FORMS), fc.constantFrom(...FORMS), (written, pageForm, form) => {
        const answer = shown(
          ask(siteOf(written.normalize(pageForm)), { match: { text: written.normalize(form), in: 'body' } }),
        );
        expect([answer.total, answer.relaxed]).toEqual([1, false]);
        expect(answer.excerpt).toBe(answer.excerpt.normalize('NFC'));
        expect(answer.marked.length).toBeGreaterThan(0);
        for (const marked of answer.marked) expect(searchForm(marked)).not.toBe('');
      }),
      { numRuns: 500 },
    );
  });
});
