import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { corpusOf, curatedCorpusOf } from '../../../test/fixtures/corpus_of.ts';
import { pagesOfFewWords } from '../../../test/fixtures/pages_of_few_words.ts';
import { rowsOf, searchOf } from '../../../test/fixtures/search_of.ts';

/** Fewer pages than are re-ranked, so that an answer has all rows in their order. */
const PAGES = pagesOfFewWords(45);
const PATHS = PAGES.map(({ path }) => path);
const PLAIN = corpusOf(PAGES);

interface Row {
  readonly path: string;
  readonly typos: number;
  readonly match: { readonly score: number };
}

const word = fc.constantFrom('quartz', 'plinth', 'fjord', 'planes', 'zebra', 'läufer', 'the');
const query = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join('+'));
const place = fc.oneof(fc.constantFrom('a/', 'b/', 'c/'), fc.constantFrom(...PATHS));
const SETTINGS = { numRuns: 60 };

const all = (corpus: typeof PLAIN, q: string): readonly Row[] => searchOf(corpus, `q=${q}&limit=50&prefix=none`).items;
const isBelow = (path: string, rule: string): boolean => (rule.endsWith('/') ? path.startsWith(rule) : path === rule);

describe('search on a curated site is what a naive reading of its rules gives', () => {
  test('a weight multiplies scores, that of the longest path', () => {
    const factor = fc.constantFrom(0.1, 0.5, 2, 10);
    const property = fc.property(
      query,
      fc.uniqueArray(fc.tuple(place, factor), { minLength: 1, maxLength: 3, selector: ([at]) => at }),
      (q, weights) => {
        const rules = `weights:\n${weights.map(([at, times]) => `  "${at}": ${times}\n`).join('')}`;
        const weightOf = (path: string): number => {
          const [longest] = weights.filter(([at]) => isBelow(path, at)).sort((a, b) => b[0].length - a[0].length);
          return longest?.[1] ?? 1;
        };
        const plain = new Map(all(PLAIN, q).map((row) => [row.path, row]));
        const rows = all(curatedCorpusOf(PAGES, rules), q);
        expect(rows.map(({ path }) => path).sort()).toEqual([...plain.keys()].sort());
        for (const { path, match } of rows) {
          const expected = plain.get(path)!.match.score * weightOf(path);
          expect(Math.abs(match.score - expected)).toBeLessThan(0.02 + 0.002 * expected);
        }
        const order = rows.map(({ typos, match }) => [typos, -match.score] as const);
        expect(order).toEqual(order.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]));
      },
    );
    fc.assert(property, SETTINGS);
  });

  test('a pin puts its page at its place and leaves the others in their order', () => {
    const pin = fc.record({ page: fc.constantFrom(...PATHS), place: fc.integer({ min: 1, max: 10 }) });
    const pins = fc.uniqueArray(pin, { minLength: 1, maxLength: 4, selector: ({ page }) => page });
    const property = fc.property(query, pins, fc.nat(12), (q, some, offset) => {
      const text = q.replaceAll('+', ' ');
      const rules = `pins:\n${some.map(({ page, place: at }) => `  - { query: "${text}", page: "${page}", place: ${at} }\n`).join('')}`;
      const curated = curatedCorpusOf(PAGES, rules);
      const pinned = new Set(some.map(({ page }) => page));
      const plain = all(PLAIN, q).map(({ path }) => path);
      const expected: (string | undefined)[] = [];
      for (const { page, place: at } of some.toSorted((a, b) => a.place - b.place)) {
        let free = at - 1;
        while (expected[free] !== undefined) free++;
        expected[free] = page;
      }
      const others = plain.filter((path) => !pinned.has(path));
      const rows = Array.from(
        { length: others.length + some.length },
        (_, at) => expected[at] ?? others.shift(),
      ).filter(Boolean);
      const late = expected.slice(rows.length).filter(Boolean);
      const whole = [...rows, ...late];
      expect(all(curated, q).map(({ path }) => path)).toEqual(whole);
      const part = searchOf(curated, `q=${q}&limit=5&offset=${offset}&prefix=none&facets=collection`);
      expect(part.items.map(({ path }: Row) => path)).toEqual(whole.slice(offset, offset + 5));
      expect([part.total, part.exactTotal]).toEqual([
        new Set([...plain, ...pinned]).size,
        searchOf(PLAIN, `q=${q}&prefix=none`).exactTotal,
      ]);
    });
    fc.assert(property, SETTINGS);
  });

  test('a page left out is nowhere: not in rows, totals, facets, lists and suggestions', () => {
    const property = fc.property(query, fc.uniqueArray(place, { minLength: 1, maxLength: 4 }), (q, excluded) => {
      const curated = curatedCorpusOf(PAGES, `exclude:\n${excluded.map((each) => `  - "${each}"\n`).join('')}`);
      const isLeft = (path: string): boolean => !excluded.some((each) => isBelow(path, each));
      const strict = `q=${q}&limit=50&prefix=none&facets=collection`;
      const answer = searchOf(curated, strict);
      expect(answer.items.every(({ path }: Row) => isLeft(path))).toBe(true);
      expect(answer.items).toHaveLength(answer.total);
      const plain = searchOf(PLAIN, strict);
      const exact = plain.items.slice(0, plain.exactTotal).filter(({ path }: Row) => isLeft(path));
      if (!plain.relaxed && plain.total === plain.exactTotal) expect(answer.exactTotal).toBe(exact.length);
      expect(searchOf(curated, 'limit=50').total).toBe(PATHS.filter(isLeft).length);
      const { suggestions } = searchOf(curated, `q=${q}&suggest=5`);
      for (const { path = '' } of suggestions) expect(isLeft(path) || path === '').toBe(true);
    });
    fc.assert(property, SETTINGS);
  });

  test('a word is found by its synonyms: in every text it stands for all of them', () => {
    // A function word is required on no page, so its synonyms are not asked for.
    const telling = word.filter((each) => each !== 'the');
    const words = fc.array(telling, { minLength: 1, maxLength: 3 });
    const property = fc.property(
      telling,
      fc.uniqueArray(telling, { minLength: 1, maxLength: 3 }),
      words,
      (from, to, q) => {
        const curated = curatedCorpusOf(PAGES, `synonyms:\n  - zyx, ${from} -> ${to.join(', ')}\n`);
        const holding = (some: readonly string[]): ReadonlySet<string> =>
          new Set(some.flatMap((each) => all(PLAIN, `${each}&typos=none`).map(({ path }) => path)));
        const ofWords = q.map((each) => holding(each === from ? [each, ...to] : [each]));
        const expected = PATHS.filter((path) => ofWords.every((paths) => paths.has(path)));
        const answer = searchOf(curated, `q=${q.join('+')}&limit=50&prefix=none&typos=none`);
        expect(answer.exactTotal).toBe(expected.length);
        const found = new Set(answer.items.map(({ path }: Row) => path));
        expect(expected.filter((path) => !found.has(path))).toEqual([]);
        // No page has this word.
        expect(new Set(all(curated, 'zyx').map(({ path }) => path))).toEqual(holding(to));
      },
    );
    fc.assert(property, SETTINGS);
  });
});

describe('a page left out', () => {
  const site = (texts: readonly string[]) => {
    const pages = texts.map((text, i) => ({ path: String.fromCharCode(97 + i), title: '', text }));
    return curatedCorpusOf(pages, 'exclude: [a]');
  };

  test('does not keep the typos of its words from being forgiven', () => {
    const corpus = site(['vaildator', 'a validator']);
    expect(searchOf(corpus, 'q=vaildator').words[0]).toMatchObject({ as: 'typo' });
    expect(rowsOf(corpus, 'q=vaildator')).toEqual(['b~1']);
  });

  test('has no suggestions and no correction', () => {
    const corpus = site(['secretword', 'other']);
    for (const q of ['secretw', 'sceretword']) {
      const { items, didYouMean, suggestions } = searchOf(corpus, `q=${q}&suggest=5`);
      expect([items, didYouMean, suggestions]).toEqual([[], null, []]);
    }
  });

  test('does not keep pages that lack words from being found', () => {
    const corpus = site(['zebra kiosk fjord', 'zebra fjord', 'kiosk of it', 'none']);
    expect(searchOf(corpus, 'q=zebra+kiosk+fjord').relaxed).toBe(true);
    expect(rowsOf(corpus, 'q=zebra+kiosk+fjord')).toContain('b');
  });
});

describe('pins', () => {
  const PAGES_OF_TAGS = ['a', 'b', 'c'].map((path) => ({ path, text: 'zebra', tags: [path === 'a' ? 'one' : 'two'] }));

  test('of pages that a filter rejects leave their places to others', () => {
    const rules = 'pins: [{ query: kiosk, page: a }, { query: kiosk, page: b }, { query: kiosk, page: c, place: 2 }]';
    const corpus = curatedCorpusOf(PAGES_OF_TAGS, rules);
    expect([rowsOf(corpus, 'q=kiosk'), rowsOf(corpus, 'q=kiosk&tag=two')]).toEqual([
      ['a', 'b', 'c'],
      ['b', 'c'],
    ]);
  });

  test('are ten at most', () => {
    const rules = `pins:\n${PATHS.slice(0, 12)
      .map((path) => `  - { words: okapi, page: "${path}" }\n`)
      .join('')}`;
    expect(rowsOf(curatedCorpusOf(PAGES, rules), 'q=okapi&limit=50')).toEqual(PATHS.slice(0, 10));
  });

  test('compare words in any form, and a whole query with all of its words', () => {
    const corpus = curatedCorpusOf(
      PAGES_OF_TAGS,
      'pins: [{ query: Installing Kiosks, page: c }, { words: okapi, page: b }]',
    );
    const found = (q: string) => rowsOf(corpus, `q=${q}&typos=none`);
    expect(['install+kiosk', '"installs+kiosk"', 'install+a+kiosk', 'kiosk+install'].map(found)).toEqual([
      ['c'],
      ['c'],
      [],
      [],
    ]);
    expect(['okapis', 'the+okapi+of', 'okap'].map(found)).toEqual([['b'], ['b'], []]);
  });
});

describe('synonyms', () => {
  const PAGE = (text: string, i: number) => ({ path: String.fromCharCode(97 + i), title: '', text });
  const site = (texts: readonly string[], rules: string) => curatedCorpusOf(texts.map(PAGE), rules);

  test('count a little less than the word itself', () => {
    const corpus = site(['a kiosk here', 'a booth here'], 'synonyms: [[kiosk, booth]]');
    expect([rowsOf(corpus, 'q=kiosk+'), rowsOf(corpus, 'q=booth')]).toEqual([
      ['a', 'b'],
      ['b', 'a'],
    ]);
  });

  test('are marked in the texts of rows', () => {
    const corpus = site(['one market stall there'], 'synonyms: [booth -> market stall]');
    const [{ match }] = searchOf(corpus, 'q=booth').items;
    expect(match.ranges.map(([from, to]: [number, number]) => match.excerpt.slice(from, to))).toEqual(['market stall']);
  });

  test('are told where no page has the word', () => {
    const corpus = site(['a kiosk here'], 'synonyms: [[kiosk, booth]]');
    expect(searchOf(corpus, 'q=booth').words).toEqual([
      { text: 'booth', as: 'synonym', distance: 0, matched: ['kiosk'] },
    ]);
    expect(searchOf(corpus, 'q=kiosk').words[0].as).toBe('exact');
  });

  test('raise pages of their title', () => {
    const pages = [
      { path: 'a', title: 'Notes', text: 'kiosk kiosk kiosk' },
      { path: 'b', title: 'Kiosk', text: 'Of it.' },
    ];
    const corpus = curatedCorpusOf(pages, 'synonyms: [booth -> kiosk]');
    expect(rowsOf(corpus, 'q=booth')).toEqual(['b', 'a']);
  });

  test('raise pages of the title of any of them', () => {
    const texts = ['kiosk stall pavilion', 'stall', 'pavilion', 'kiosk'];
    const pages = texts.map((text, i) => ({
      path: String.fromCharCode(97 + i),
      title: i === 2 ? 'Pavilion' : 'Notes',
      text: `${text} here ${text}`,
    }));
    const corpus = curatedCorpusOf(pages, 'synonyms:\n  - booth -> kiosk, stall, pavilion');
    expect(rowsOf(corpus, 'q=booth')[0]).toBe('c');
  });

  test('stand for a compound, also while it is typed', () => {
    const corpus = site(['one runtime here', 'node only'], 'synonyms: [node-js -> runtime]');
    for (const q of ['node-js', 'node-js+', 'node+js'])
      expect([q, rowsOf(corpus, `q=${q}&typos=none`)[0]]).toEqual([q, 'a']);
  });

  test('of a question count too where pages lack words', () => {
    const corpus = site(['deploy a kiosk', 'other words', 'more words'], 'synonyms: [booth -> kiosk]');
    expect(rowsOf(corpus, 'q=how+do+i+deploy+my+booth+quickly')[0]).toBe('a');
  });

  test('in a loop are harmless', () => {
    const corpus = site(['alpha', 'beta', 'gamma'], 'synonyms: [alpha -> beta, beta -> gamma, gamma -> alpha]');
    expect(rowsOf(corpus, 'q=alpha+')).toEqual(['a', 'b']);
  });
});

test('a search without rules is answered as by a site without a curation file, to the byte', () => {
  const curated = curatedCorpusOf(PAGES, 'synonyms: [zyx -> quartz]\npins: [{ query: zyx, page: a }]');
  const { digest: _, ...answer } = searchOf(curated, 'q=quartz+plinth&facets=tags');
  expect(answer).toEqual(searchOf(PLAIN, 'q=quartz+plinth&facets=tags'));
});

test('a pinned page is the one row of its copies, whichever version of it the words find', () => {
  const versions = ['docs/expire', 'docs/2.0/expire', 'docs/1.0/expire'].map((path) => ({
    path,
    title: 'Expire',
    text: `Keys of ${path}.`,
  }));
  const corpus = curatedCorpusOf(
    [...versions, { path: 'docs/keys', title: 'Keys', text: 'Keys.' }],
    'pins: [{ words: keys, page: docs/1.0/expire, place: 1 }, { words: absent, page: docs/2.0/expire, place: 1 }]',
    {},
    true,
  );
  const shown = (q: string) => {
    const { items, total, exactTotal } = searchOf(corpus, `q=${encodeURIComponent(q)}&typos=none`);
    return { paths: items.map(({ path }: { path: string }) => path), total, exactTotal };
  };
  expect(shown('keys')).toEqual({ paths: ['docs/1.0/expire', 'docs/keys'], total: 2, exactTotal: 2 });
  expect(shown('keys absent').paths).toEqual(['docs/1.0/expire', 'docs/2.0/expire', 'docs/keys']);
  expect(shown('expire')).toEqual({ paths: ['docs/expire'], total: 1, exactTotal: 1 });
});

test('the next version of a page speaks when the current one is left out', () => {
  const pages = ['docs/expire', 'docs/2.0/expire', 'docs/1.0/expire'].map((path) => ({
    path,
    title: 'Expire',
    text: `Keys of ${path}.`,
  }));
  expect(rowsOf(curatedCorpusOf(pages, 'exclude: [none]', {}, true), 'q=expire')).toEqual(['docs/expire']);
  expect(rowsOf(curatedCorpusOf(pages, 'exclude: [docs/expire]', {}, true), 'q=expire')).toEqual(['docs/2.0/expire']);
});
