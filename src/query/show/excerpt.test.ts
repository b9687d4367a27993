import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { engineOf } from '../../../test/fixtures/answer_of.ts';
import { corpusOf, type TestPage } from '../../../test/fixtures/corpus_of.ts';
import type { Engine } from '../match/engine.ts';
import { LONGEST_EXCERPT } from './excerpt_text.ts';
import { JsonWriter } from './json_writer.ts';
import { PageHits } from './page_hits.ts';
import { writeMatch } from './write_match.ts';

/** The first page's excerpt for a query text, with the hits in brackets. */
function shown(page: Omit<TestPage, 'path'>, text: string): string {
  return shownOn(engineOf(corpusOf([{ title: '', ...page, path: 'a' }])), text);
}

function shownOn(engine: Engine, text: string): string {
  const wanted = engine.analyser.units(text).map((unit) => ({ unit, field: 'all' as const }));
  const writer = new JsonWriter();
  writer.text('{"page":0');
  writeMatch(engine, writer, PageHits.ofTerms(engine, wanted, ''), { page: 0, sum: 1 }, 0);
  const written = new TextDecoder('utf-8', { fatal: true }).decode(writer.text('}}').take());
  const { excerpt, ranges } = (JSON.parse(written) as { match: { excerpt: string; ranges: [number, number][] } }).match;
  return ranges.reduceRight(
    (marked, [from, to]) => `${marked.slice(0, from)}[${marked.slice(from, to)}]${marked.slice(to)}`,
    excerpt,
  );
}

describe('an excerpt', () => {
  test.each([
    ['shows words as written', 'Dogs run.', 'running dog', '[Dogs] [run].'],
    ['counts offsets in UTF-16 units', 'naïve 数据 😀 Ünïcode 𠀀 dog', 'dog', 'naïve 数据 😀 Ünïcode 𠀀 [dog]'],
    ['marks a phrase as one', 'a red dog, a red cat', '"red cat"', 'a red dog, a [red cat]'],
    ['marks overlapping pairs as one', '关系数据库管理', '数据库', '关系[数据库]管理'],
    ['counts units before a second hit', 'dog 😀 жук "数据" dog', 'dog', '[dog] 😀 жук "数据" [dog]'],
    ['marks all of many hits of a phrase', '数据库'.repeat(100), '数据库', `[${'数据库'.repeat(80)}]`],
    ['shows as much of any script', '数据库'.repeat(100), '数据', `[数据]库${'[数据]库'.repeat(79)}`],
    ['marks characters above U+FFFF whole', 'x 𠀀𠀁 y', '𠀀𠀁', 'x [𠀀𠀁] y'],
    ['marks a name with its sign', 'In C++ and C#', 'C++', 'In [C++] and C#'],
    ['marks a name with its sign within a phrase', 'We write in C++ here', '"in C++"', 'We write [in C++] here'],
    ['marks a compound with its sign', 'A text-C# file', 'text-C#', 'A [text-C#] file'],
    ['begins with the block of the hit', 'Heading\nThe dog runs', 'dog', 'The [dog] runs'],
    [
      'begins with the signs before a word',
      'one (two three) four five six seven dog',
      'dog',
      '(two three) four five six seven [dog]',
    ],
    [
      'begins with the whole of a compound',
      'a one-two three four five six seven dog',
      'dog',
      'one-two three four five six seven [dog]',
    ],
    ['begins behind a stop', '我们使用它。它不是一个关系数据库', '数据库', '它不是一个关系[数据库]'],
    ['shows the following blocks in one line', 'The dog\nruns', 'dog', 'The [dog] runs'],
    ['finds a word after a long row of dashes', `a ${'-'.repeat(900)} needle here`, 'needle', '[needle] here'],
    [
      'finds a word after long words with two bytes per letter',
      `${`${'ж'.repeat(64)} `.repeat(7)}needle here`,
      'needle',
      `${'ж'.repeat(64)} [needle] here`,
    ],
  ])('%s', (_, text, query, expected) => {
    expect(shown({ text }, query)).toBe(expected);
  });

  test('marks every hit shown, even when more hits precede the excerpt than are read', () => {
    const text = `A system. ${'x the y. '.repeat(66)}Here is the memory of the machine.`;
    const marked = shown({ text }, 'the memory');
    expect(marked).toContain('Here is [the] [memory] of [the] machine.');
    expect(marked.replaceAll('[the]', '')).not.toContain('the ');
  });

  test('marks the words that match in the page’s own language', () => {
    // In English "run" is a form of "running", in German it is not.
    const text = `A zebra is running. ${'lorem run ipsum. '.repeat(64)}`;
    const engine = engineOf(
      corpusOf([
        { path: 'a', title: '', text, language: 'de' },
        { path: 'b', title: '', text: 'x', language: 'en' },
      ]),
    );
    expect(shownOn(engine, 'running zebra')).toMatch(/^A \[zebra\] is \[running\]\. lorem run ipsum/);
  });

  test('prefers the place with the most distinctive terms', () => {
    const text = `red ${'filler '.repeat(60)}red dog ${'filler '.repeat(60)}`;
    expect(shown({ text }, 'red dog')).toContain('[red] [dog]');
  });

  test('shows any word of any text', () => {
    const word = fc.constantFrom(
      'dog',
      'жук',
      '数据',
      '😀',
      '-'.repeat(300),
      '─'.repeat(100),
      '😀'.repeat(70),
      'x'.repeat(64),
      'ж'.repeat(64),
      '\n',
      'né',
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 30 }), fc.array(word, { maxLength: 30 }), (before, after) => {
        const excerpt = shown({ text: [...before, 'needle', ...after].join(' ') }, 'needle');
        expect(excerpt).toContain('[needle]');
        expect(excerpt.match(/\[/g)).toHaveLength(1);
        expect(excerpt.length).toBeLessThanOrEqual(LONGEST_EXCERPT + 2);
      }),
    );
  });

  test('marks exactly the words of the query', () => {
    const words = ['red', 'blue', 'dog', 'naïve', 'жук', 'straße'];
    const sentence = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(sentence, fc.constantFrom(...words), (text, word) => {
        fc.pre(text.includes(word));
        const marked = shown({ text: text.join(', ') }, word);
        const excerpt = marked.replace(/[[\]]/g, '');
        expect(text.join(', ').endsWith(excerpt)).toBe(true);
        expect(marked).toBe(
          excerpt
            .split(', ')
            .map((each) => (each === word ? `[${each}]` : each))
            .join(', '),
        );
      }),
    );
  });

  test('is empty for a page without text', () => {
    expect(shown({ text: '' }, 'dog')).toBe('');
  });
});
