import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { engineAndScratch } from '../../../test/fixtures/answer_of.ts';
import { corpusOf, type TestPage } from '../../../test/fixtures/corpus_of.ts';
import { rowsOf, searchOf, searchPlan } from '../../../test/fixtures/search_of.ts';
import type { Corpus } from '../../corpus/corpus.ts';
import { QuestionScratch } from './write_answer.ts';
import { writeSearch } from './write_search.ts';

/** Pages of these texts, titled and named by letters. */
function pagesOf(...texts: readonly string[]): Corpus {
  return corpusOf(texts.map((text, i) => ({ path: String.fromCharCode(97 + i), title: '', text })));
}

const wordsOf = (corpus: Corpus, parameters: string) => searchOf(corpus, parameters).words;

describe('what other engines get wrong', () => {
  test('a page with the word as typed comes before pages with near words, however rare those are', () => {
    const corpus = pagesOf('moots moots moots', 'one moats among many other words of a long text', 'goats goats');
    expect(rowsOf(corpus, 'q=moats+')).toEqual(['b', 'a~1']);
  });

  test('a rare word that begins with what is typed is worth no more than the word itself', () => {
    const corpus = pagesOf('buttery noodles', ...Array.from({ length: 20 }, () => 'butter bread'));
    expect(rowsOf(corpus, 'q=butter&limit=1')).toEqual(['b']);
  });

  test('short words match nothing but themselves', () => {
    const corpus = pagesOf('ene', 'the 80g of it', 'a cat');
    for (const q of ['eye', 'mug', 'bat']) expect(rowsOf(corpus, `q=${q}`)).toEqual([]);
  });

  test('every word that begins with what is typed counts, not the first few', () => {
    const corpus = pagesOf(
      'sharon academy',
      ...Array.from({ length: 30 }, (_, i) => `acb${'x'.repeat(i)} ace aces act`),
    );
    expect(rowsOf(corpus, 'q=sharon+ac')).toEqual(['a']);
  });

  test('a real word on few pages does not hide its neighbours', () => {
    // The rule counts an edit of the first letter twice, so a word of five letters reaches no other first letter.
    const corpus = pagesOf('carry', 'curry', 'harry');
    expect(rowsOf(corpus, 'q=carry+')).toEqual(['a', 'b~1']);
  });

  test('the beginning of a word may have a typo', () => {
    const corpus = pagesOf('brinjal', 'scroll');
    expect(rowsOf(corpus, 'q=brain')).toEqual(['a~1']);
    expect(rowsOf(corpus, 'q=brinl')).toEqual(['a~1']);
    expect(rowsOf(corpus, 'q=scrol')).toEqual(['b']);
    expect(rowsOf(corpus, 'q=scorl')).toEqual(['b~1']);
  });

  test('two swapped letters at the beginning are one error', () => {
    const corpus = pagesOf('babel', 'babelfish', 'label');
    expect(rowsOf(corpus, 'q=abbel+')).toEqual(['a~1']);
    expect(rowsOf(corpus, 'q=abbel')).toEqual(['a~1', 'b~1']);
    expect(searchOf(corpus, 'q=abbel').didYouMean).toEqual({ q: 'babel', total: 1 });
    // A wrong letter at the beginning still counts twice.
    expect(rowsOf(corpus, 'q=kabel')).toEqual([]);
  });

  test.each([
    ['vmodel', 'the v-model directive'],
    ['vif', 'the v-if directive'],
    ['wifi', 'Wi-Fi networks'],
    ['email', 'an e-mail address'],
    ['e-mail', 'an email address'],
    ['wi fi', 'wifi networks'],
    ['signin', 'sign in with a key'],
  ])('a hyphen or blank more or less is one error: %s', (typed, text) => {
    expect(rowsOf(pagesOf(text, 'other words'), `q=${encodeURIComponent(typed)}`)).toEqual(['a~1']);
  });

  test('a run of characters without a blank finds pages that hold its two words apart', () => {
    const corpus = pagesOf('文字列の中を検索する', '文字列だけ', '検索だけ');
    const { items, words, didYouMean } = searchOf(corpus, `q=${encodeURIComponent('文字列検索')}`);
    expect([items[0]!.path, items[0]!.typos]).toEqual(['a', 1]);
    expect(words).toEqual([{ text: '文字列検索', as: 'split', distance: 1, matched: ['文字列', '検索'] }]);
    expect(items[0]!.match!.ranges.length).toBe(2);
    expect(didYouMean).toBe(null);
    // A word in katakana is not cut.
    expect(rowsOf(pagesOf('イテレー ター'), `q=${encodeURIComponent('イテレーター')}`)).not.toContain('a~1');
    // One that stands as typed somewhere is not cut.
    expect(rowsOf(pagesOf('文字列検索', '文字列の中を検索する'), `q=${encodeURIComponent('文字列検索')}`)).toEqual([
      'a',
    ]);
  });

  test('two words that make one are replaced together, also when pages hold one of them', () => {
    const corpus = pagesOf('eslint rules', 'the letter e', 'other rules');
    expect(searchOf(corpus, 'q=e+slint+').didYouMean).toEqual({ q: 'eslint', total: 1 });
    expect(searchOf(corpus, 'q=rules+e+slint+').didYouMean).toEqual({ q: 'rules eslint', total: 1 });
  });

  test('a known word is not cut into short halves, and a number not at all', () => {
    expect(rowsOf(pagesOf('update', 'the up date is missing'), 'q=update+missing+')).not.toContain('b~1');
    expect(rowsOf(pagesOf('12 34', 'room 1234'), 'q=1234')).toEqual(['b']);
    expect(rowsOf(pagesOf('12 34'), 'q=1234')).toEqual([]);
    expect(rowsOf(pagesOf('the year 2024'), 'q=20+24')).toEqual([]);
  });

  test('no word is found by its first letter alone', () => {
    expect(rowsOf(pagesOf('s', 'scroll'), 'q=scrol')).toEqual(['b']);
  });

  test('a number finds no other number', () => {
    const corpus = pagesOf('released in 2025', 'version v1234');
    for (const q of ['2024', '2024+', 'v1235']) expect(rowsOf(corpus, `q=${q}`)).toEqual([]);
    expect(rowsOf(corpus, 'q=202')).toEqual(['a']);
  });

  test('a blank behind the last word ends it', () => {
    const corpus = pagesOf('captains', 'captaincy');
    expect(rowsOf(corpus, 'q=capptain')).toEqual(['a~1', 'b~1']);
    expect(rowsOf(corpus, 'q=capptain+')).toEqual(['a~2']);
    expect(rowsOf(corpus, 'q=capptains+')).toEqual(['a~1']);
  });

  test('the total is the same on every page of the rows', () => {
    const corpus = pagesOf(...Array.from({ length: 25 }, (_, i) => (i % 9 === 0 ? 'kubernetes' : 'kubernetics')));
    const totals = [0, 5, 10, 20, 24, 30].map(
      (offset) => searchOf(corpus, `q=kubernetes+&limit=5&offset=${offset}`).total,
    );
    expect(new Set(totals)).toEqual(new Set([25]));
  });
});

describe('near words', () => {
  const corpus = pagesOf('kubernetes', 'C++ code', 'red dog', '数据库', 'information');

  test.each([
    ['q=kubrnetes+', ['a~1']],
    ['q=kubrenetes+', ['a~1']],
    ['q=kubrntes+', ['a~2']],
    ['q=jubernetes+', ['a~2']],
    ['q=kubrnts+', []],
    ['q=C%23', []],
    ['q=%22kubrnetes%22', []],
    ['q=数据厍', []],
    ['q=kubrnetes+&typos=none', []],
    ['q=infomation+red', []],
  ])('for %s give %j', (parameters, rows) => {
    expect(rowsOf(corpus, `${parameters}&prefix=last`).filter((row) => row.includes('~') || rows.length > 0)).toEqual(
      rows,
    );
  });

  test('are looked for only while fewer than five pages hold the words as typed', () => {
    const pages = (exact: number) => [...Array.from({ length: exact }, () => 'garden'), 'gardon'];
    expect(searchOf(pagesOf(...pages(4)), 'q=garden+')).toMatchObject({ total: 5, exactTotal: 4 });
    expect(searchOf(pagesOf(...pages(5)), 'q=garden+')).toMatchObject({ total: 5, exactTotal: 5 });
  });

  test('do not depend on filters, which only remove pages', () => {
    const corpus = corpusOf([
      ...Array.from({ length: 5 }, (_, i): TestPage => ({ path: `a${i}`, text: 'garden', collection: 'writing' })),
      { path: 'b', text: 'gardon', collection: 'glossary' },
    ]);
    expect(rowsOf(corpus, 'q=garden+&collection=glossary')).toEqual([]);
    expect(rowsOf(corpus, 'q=gardon+&collection=glossary')).toEqual(['b']);
    expect(searchOf(corpus, 'q=gardon+&collection=writing')).toMatchObject({ total: 5, exactTotal: 0 });
  });
});

describe('joined and split words', () => {
  describe('with one of the two words mistyped', () => {
    const corpus = pagesOf('a quick start for all', 'start here, quick', 'a slow end');

    test.each([
      ['quikstart+', ['quick', 'start']],
      ['quickstrat+', ['quick', 'start']],
      ['qiuckstart+', ['quick', 'start']],
      ['slowends+', ['slow', 'end']],
      ['quikstart', ['quick', 'start']],
    ])('%s is found as two words side by side, two edits away', (q, matched) => {
      const row = matched[0] === 'quick' ? 'a~2' : 'c~2';
      expect(rowsOf(corpus, `q=${q}`)).toEqual([row]);
      const text = q.replace('+', '');
      expect(wordsOf(corpus, `q=${q}`)).toEqual([{ text, as: 'split', distance: 2, matched }]);
      expect(searchOf(corpus, `q=${q}`).didYouMean?.q).toEqual(matched.join(' '));
    });

    test.each([
      ['two mistyped words', 'qiuckstrat+'],
      ['two errors in one word', 'qiukcstart+'],
      ['words that do not stand side by side', 'quikend+'],
      ['a half of three letters with an error', 'slwstart+'],
      ['a digit', 'quik2start+'],
      ['typos off', 'quikstart+&typos=none'],
    ])('finds nothing for %s', (_, q) => {
      expect(rowsOf(corpus, `q=${q}`)).toEqual([]);
    });

    test('is not looked for where a near word is found', () => {
      const both = pagesOf('a quick start', 'the quickstart');
      expect(rowsOf(both, 'q=quikstart+')).toEqual(['b~1']);
    });
  });

  test('are found when no page holds the words as typed', () => {
    const corpus = pagesOf('anyway it is', 'the basket ball', 'ball and basket');
    expect(rowsOf(corpus, 'q=any+way')).toEqual(['a~1']);
    expect(wordsOf(corpus, 'q=basketball+')).toEqual([
      { text: 'basketball', as: 'split', distance: 1, matched: ['basket', 'ball'] },
    ]);
    expect(rowsOf(corpus, 'q=basketball+')).toEqual(['b~1']);
  });
});

describe('words tell what became of each', () => {
  const corpus = pagesOf('caching a cache', 'kubernetes', 'anyway');
  test.each([
    ['q=cache+', [{ text: 'cache', as: 'exact', distance: 0, matched: ['cache'] }]],
    ['q=kube', [{ text: 'kube', as: 'prefix', distance: 0, matched: ['kubernetes'] }]],
    ['q=Kubrnetes+', [{ text: 'Kubrnetes', as: 'typo', distance: 1, matched: ['kubernetes'] }]],
    ['q=cach', [{ text: 'cach', as: 'prefix', distance: 0, matched: ['cache', 'caching'] }]],
    ['q=zzzzz', [{ text: 'zzzzz', as: 'none', distance: null, matched: [] }]],
    [
      'q=any+way',
      [
        { text: 'any', as: 'joined', distance: 1, matched: ['anyway'] },
        { text: 'way', as: 'joined', distance: 1, matched: ['anyway'] },
      ],
    ],
  ])('for %s', (parameters, words) => {
    expect(wordsOf(corpus, parameters)).toEqual(words);
  });
});

describe('pages that miss a word', () => {
  test('are ordered by pairs of words too, as in an answer of /api/pages', () => {
    const corpus = pagesOf('cat and red', 'and red cat', 'zebra');
    expect(rowsOf(corpus, 'q=red+cat+zebra+')).toEqual(['b', 'c', 'a']);
  });

  test('follow when none holds all words as typed', () => {
    const corpus = pagesOf('red dog', 'blue cat');
    const answer = searchOf(corpus, 'q=red+cat+');
    expect([answer.relaxed, answer.total, answer.exactTotal]).toEqual([true, 2, 0]);
    expect(searchOf(corpus, 'q=red+dog+').relaxed).toBeUndefined();
  });

  test('come behind those that hold all words with a typo', () => {
    const corpus = pagesOf('kubernetes kubernetes', 'kubernetes ingress', 'ingress ingress ingress');
    expect(rowsOf(corpus, 'q=kubrnetes+ingress+')).toEqual(['b~1', expect.any(String), expect.any(String)]);
  });
});

describe('a question', () => {
  const corpus = pagesOf('The cat sleeps', 'The dog barks, the cat does not', 'A difference between things', 'between');
  const exact = (q: string) => searchOf(corpus, `q=${encodeURIComponent(q)}`).exactTotal;

  test.each([
    ['is found without its frame', 'what is the difference between cat and dog ', 1],
    ['is read as written when it is only a frame', 'what is the difference between ', 1],
    ['is read as written when only function words are left', 'what is the difference between this and that ', 1],
    ['keeps what is quoted', '"difference" between cat and dog ', 0],
    ['keeps a word that it also asks for', 'what is the difference between difference and things ', 1],
    ['has no frame in a language that the site does not have', 'was ist der unterschied zwischen cat und dog ', 0],
  ])('%s', (_, q, total) => {
    expect(exact(q)).toBe(total);
  });

  test('is found with a mistyped word, in the order of what was meant', () => {
    const site = pagesOf('apples pears plums', 'kubernetes far apples', 'kubernetes apples pears quinces');
    const q = 'apples+pears+quinces+kuberntes+zebra+';
    expect(rowsOf(site, `q=${q}`)).toEqual(['c', 'a', 'b']);
    expect(searchOf(site, `q=${q}`).didYouMean).toEqual({ q: 'apples pears quinces kubernetes zebra', total: 3 });
  });
});

describe('didYouMean', () => {
  test('replaces words that no page holds, and keeps the others as typed', () => {
    const corpus = pagesOf('Kubernetes ingress', 'ingress');
    expect(searchOf(corpus, 'q=kubrnetes++Ingress+').didYouMean).toEqual({ q: 'kubernetes Ingress', total: 1 });
    expect(searchOf(corpus, 'q=kubernetes+ingress').didYouMean).toBeNull();
    expect(searchOf(corpus, 'q=qqqqq').didYouMean).toBeNull();
    expect(searchOf(corpus, 'q=kubrnetes&typos=none').didYouMean).toBeNull();
  });

  test('replaces a rare word by one at one edit that twenty times the pages hold', () => {
    const corpus = pagesOf('recieve', ...Array.from({ length: 20 }, () => 'receive'));
    expect(searchOf(corpus, 'q=recieve+').didYouMean).toEqual({ q: 'receive', total: 20 });
    const fewer = pagesOf('recieve', ...Array.from({ length: 19 }, () => 'receive'));
    expect(searchOf(fewer, 'q=recieve+').didYouMean).toBeNull();
  });

  test('names joined and split words', () => {
    const corpus = pagesOf('anyway it is', 'the basket ball');
    expect(searchOf(corpus, 'q=any+way').didYouMean).toEqual({ q: 'anyway', total: 1 });
    expect(searchOf(corpus, 'q=basketball+').didYouMean).toEqual({ q: 'basket ball', total: 1 });
  });
});

describe('sections', () => {
  const heading = (depth: number, text: string) => ({ depth, text, anchor: text.toLowerCase() });
  const corpus = corpusOf([
    {
      path: 'a',
      title: 'Pets',
      text: 'Of pets.\nDogs\nA dog barks.\nFood\nA dog eats meat.\nCats\nA cat eats fish, a dog does not.',
      headings: [heading(1, 'Dogs'), heading(2, 'Food'), heading(1, 'Cats')],
      sections: [3, 9, 16],
    },
  ]);
  const sectionsOf = (parameters: string) => searchOf(corpus, parameters).items[0];

  test('hold the words: most words first, those in the heading counted again, then by place; the first is that of the match', () => {
    const { sections, moreSections, match } = sectionsOf('q=dog+eats+');
    expect(sections.map(({ anchor, trail }: { anchor: string; trail: string[] }) => [anchor, trail])).toEqual([
      ['food', ['Dogs']],
      ['cats', []],
      ['dogs', []],
    ]);
    expect(moreSections).toBe(0);
    expect(match.section).toEqual({ heading: 'Food', anchor: 'food' });
    expect(sectionsOf('q=dog+').sections.map(({ anchor }: { anchor: string }) => anchor)).toEqual([
      'dogs',
      'food',
      'cats',
    ]);
  });

  test('have excerpts that end where the next section begins', () => {
    const [dogs] = sectionsOf('q=dog+&sections=1').sections;
    expect(dogs).toEqual({
      anchor: 'dogs',
      address: 'https://site.example/a#dogs',
      heading: 'Dogs',
      headingRanges: [[0, 4]],
      depth: 1,
      trail: [],
      excerpt: 'Dogs A dog barks.',
      ranges: [
        [0, 4],
        [7, 10],
      ],
    });
    expect(sectionsOf('q=dog+&sections=1').moreSections).toBe(2);
    expect(sectionsOf('q=pets+').match.section).toBeNull();
  });
});

describe('the order of rows', () => {
  test('puts a page first whose title is what is typed, then those whose title begins with it', () => {
    const corpus = corpusOf([
      { path: 'a', title: 'Cache of the cache and cache', text: 'cache' },
      { path: 'b', title: 'Cache', text: 'words '.repeat(50) },
      { path: 'c', title: 'On every cache', text: 'cache' },
    ]);
    expect(rowsOf(corpus, 'q=cache')).toEqual(['b', 'a', 'c']);
  });

  describe('with a typing error, when no page has the words as typed', () => {
    const said = 'garden fence '.repeat(9);
    const corpus = corpusOf([
      ...Array.from({ length: 120 }, (_, i) => ({ path: `a${100 + i}`, title: 'Other', text: said })),
      { path: 'guide', title: 'A garden fence in the north', text: said },
      { path: 'name', title: 'Garden fence', text: 'words '.repeat(200) },
      { path: 'near', title: 'Gordon fence', text: 'words '.repeat(200) },
    ]);

    test.each([
      ['q=gardn+fence+', ['name~1', 'guide~1']],
      ['q=gardn+fence', ['name~1', 'guide~1']],
      ['q=garden+fnce', ['name~1', 'guide~1']],
      // Two words are equally near: both titles are what may have been meant.
      ['q=gardon+fence+', ['near~1', 'name~1']],
    ])('is that of the corrected text: %s', (parameters, rows) => {
      expect(rowsOf(corpus, `${parameters}&limit=2`)).toEqual(rows);
    });

    test('is the same by pages as at once', () => {
      const rows = [0, 50, 100].flatMap((offset) => rowsOf(corpus, `q=gardn+fence+&limit=50&offset=${offset}`));
      const paged = Array.from({ length: 18 }, (_, i) => rowsOf(corpus, `q=gardn+fence+&limit=7&offset=${7 * i}`));
      expect(paged.flat()).toEqual(rows);
      expect([rows.length, new Set(rows).size]).toEqual([122, 122]);
    });
  });

  test('is the same for rows without typos with typos on and off, and by pages or at once', () => {
    const word = fc.constantFrom('garden', 'gardon', 'gordon', 'golden', 'harden', 'table', 'tables', 'cable');
    const text = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(
        fc.array(text, { minLength: 1, maxLength: 20 }),
        fc.array(word, { minLength: 1, maxLength: 3 }),
        (texts, words) => {
          const corpus = pagesOf(...texts);
          const q = `q=${words.join('+')}`;
          const all = searchOf(corpus, `${q}&limit=50`);
          const exact = rowsOf(corpus, `${q}&limit=50&typos=none`);
          const rows = rowsOf(corpus, `${q}&limit=50`);
          if (all.exactTotal > 0) expect(rows.slice(0, exact.length)).toEqual(exact);
          expect(new Set(rows).size).toBe(all.total);
          const paged = [0, 3, 6, 9, 12, 15, 18].flatMap((offset) => rowsOf(corpus, `${q}&limit=3&offset=${offset}`));
          expect(paged).toEqual(rows);
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('the pages of an open word', () => {
  test('are those of all words that begin with it, alone and behind other words', () => {
    // Without vowels, so that no stemmer shortens them.
    const word = fc.string({ unit: fc.constantFrom('b', 'd', 'k'), minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(
        fc.array(fc.array(word, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 30 }),
        fc.array(word, { maxLength: 2 }),
        word,
        (texts, closed, open) => {
          const corpus = pagesOf(...texts.map((text) => text.join(' ')));
          const holding = texts.filter(
            (text) => closed.every((each) => text.includes(each)) && text.some((each) => each.startsWith(open)),
          );
          const { exactTotal } = searchOf(corpus, `q=${[...closed, open].join('+')}`);
          expect(exactTotal).toBe(holding.length);
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('the pages of a short prefix that many words have', () => {
  const letters = [...'bcdfghjklmnpqrstvwxz'];
  const words = letters.flatMap((a) => letters.map((b) => `b${a}${b}k`));
  const corpus = corpusOf(
    words.map((word, i) => ({
      path: String(i).padStart(3, '0'),
      title: i === 399 ? 'Bone' : 'Zz',
      text: `${word} ${i % 100 === 7 ? 'zebra' : ''}`,
    })),
  );

  test('are all found, those with the prefix in the title first, then by path', () => {
    expect(searchOf(corpus, 'q=b')).toMatchObject({ total: 400, exactTotal: 400 });
    expect(rowsOf(corpus, 'q=b&limit=3')).toEqual(['399', '000', '001']);
  });

  test('are found behind another word on its pages alone, and the report is the same', () => {
    const answer = searchOf(corpus, 'q=zebra+b');
    expect(answer).toMatchObject({ total: 4, exactTotal: 4 });
    expect(answer.words[1]).toEqual({ ...searchOf(corpus, 'q=b').words[0], text: 'b' });
    expect(rowsOf(corpus, 'q=zebra+b')).toEqual(['007', '107', '207', '307']);
  });
});

describe('a search that pauses', () => {
  test('is not changed by another one with its own scratch in between', () => {
    const corpus = pagesOf(...Array.from({ length: 40 }, (_, i) => `garden gardon word${i} ${'table '.repeat(i)}`));
    const { engine, scratch } = engineAndScratch(corpus);
    const expected = searchOf(corpus, 'q=garden+tabel&suggest=5');
    const other = new QuestionScratch(corpus.pages.count, scratch.facetTexts);
    const steps = writeSearch(engine, other, searchPlan(corpus, 'q=garden+tabel&suggest=5'));
    for (let step = steps.next(); ; step = steps.next()) {
      searchOf(corpus, 'q=wor');
      if (!step.done) continue;
      expect(JSON.parse(Buffer.from(step.value.body).toString())).toEqual(expected);
      break;
    }
  });
});

describe('a text of many words', () => {
  test('never shows a page twice where few hold all words and some are near', () => {
    const fillers = Array.from({ length: 6 }, () => 'filler words');
    const corpus = pagesOf('gatewey controller timeout', ...fillers, 'gateway controller timeout');
    const { items, total } = searchOf(corpus, 'q=gateway+controller+timeout+');
    expect([items.map(({ path }: { path: string }) => path), total]).toEqual([['h', 'a'], 2]);
  });

  test('requires its phrases, however many rarer words it has', () => {
    const words = Array.from({ length: 12 }, (_, i) => `rare${'abcdefghijkl'[i]}word`);
    const corpus = pagesOf(words.join(' '), `big memory ${words[0]}`, 'big memory');
    const rows = rowsOf(corpus, `q=${encodeURIComponent(`"big memory" ${words.join(' ')} `)}`);
    expect(rows).not.toContain('a');
    expect(rows[0]).toBe('b');
    expect(
      rowsOf(pagesOf('redis proxy', 'memory proxy'), `q=${encodeURIComponent('"redis" redis proxy setup ')}`),
    ).toEqual(['a']);
  });

  test('is found although ten of its words are unknown', () => {
    const unknown = Array.from({ length: 10 }, (_, i) => `qzx${'bcdfghjklm'[i]}w`);
    expect(rowsOf(pagesOf('redis cluster', 'other'), `q=${[...unknown, 'redis', 'cluster'].join('+')}+`)).toEqual([
      'a',
    ]);
  });
});
