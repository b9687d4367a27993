import { describe, expect, it } from 'vitest';
import { corpusOf, type TestPage } from '../../test/fixtures/corpus_of.ts';
import { FEATURES } from '../../test/fixtures/features.ts';
import { openBudget } from '../cache/cache_budget.ts';
import { createEmbeddedEngine } from '../engine/embedded/embedded_engine.ts';
import { isRefusal, type Refusal, refuseTransport } from '../problems/refusal.ts';
import { createPageQuestions } from '../questions/page_questions.ts';
import { createTurns, type InTurn } from '../questions/turns.ts';
import { MOST_IN_FEED } from './feeds.ts';
import { llmsLimits } from './llms_text.ts';
import { createSiteFiles } from './site_files.ts';

const collections = [
  { name: 'small', title: 'Small' },
  { name: 'large', title: 'Large' },
  { name: 'other', title: 'Other' },
];

/** A site whose list and whose text are above their bounds. */
const pages: TestPage[] = Array.from({ length: 3_000 }, (_, index) => ({
  path: `large/${String(index % 10).padStart(2, '0')}/${index}`,
  title: `Page ${index} with a title of some length`,
  description: 'A description that makes a long line. '.repeat(5),
  markdown: 'word '.repeat(1_500),
  collection: 'large',
  published: `20${String(index % 30).padStart(2, '0')}-01-01`,
}));
for (const page of pages.slice(0, 900)) pages.push({ ...page, path: `other/${page.path}`, collection: 'other' });
pages.push({ path: 'large', title: 'Overview', text: 'Over it all.', collection: 'large' });
const openCode = '# One\n\n```js\nlet one;';
pages.push({ path: 'small/one', title: 'One', text: 'The only one.', markdown: openCode, collection: 'small' });

const engine = createEmbeddedEngine(corpusOf(pages, { collections }), openBudget(0));

function filesOf(inTurn: InTurn = createTurns()) {
  return createSiteFiles(createPageQuestions({ engine, inTurn, budget: openBudget(0) }), FEATURES);
}

function must<Value>(value: Value | Refusal): Value {
  if (isRefusal(value)) throw new Error(value.detail);
  return value;
}

describe('createSiteFiles', () => {
  it('bounds llms.txt, says what it leaves out, and begins with short paths', async () => {
    const text = must(await filesOf().llms())('https://api.example');
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(llmsLimits.listBytes);
    expect(Buffer.byteLength(text)).toBeGreaterThan(llmsLimits.listBytes * 0.75);
    expect(text).toMatch(/^## Small \(1 page\)\n\n- \[One\]\(https:\/\/api\.example\/small\/one\.md\)$/m);
    expect(text).toMatch(
      /^## Large \((?:[\d,]+) of 3,001 pages\)\n\n- \[All of Large\]\(https:\/\/api\.example\/llms\.txt\?collection=large\): the list of all 3,001 pages\n- \[Overview\]/m,
    );
  });

  it('lists one collection further than the list of the site does', async () => {
    const small = must(await filesOf().llmsOf('small'))('https://api.example');
    expect(small.match(/^## .*$/gm)).toEqual(['## Small (1 page)', '## Optional']);
    const large = must(await filesOf().llmsOf('large'))('https://api.example');
    expect(Buffer.byteLength(large)).toBeLessThanOrEqual(llmsLimits.collectionBytes);
    expect(Buffer.byteLength(large)).toBeGreaterThan(llmsLimits.collectionBytes * 0.9);
    expect(large).not.toContain('All of Large');
    expect(isRefusal(await filesOf().llmsOf('nothing'))).toBe(true);
    // No page is in no collection: the list has no section.
    expect(must(await filesOf().llmsOf(null))('https://api.example').match(/^## .*$/gm)).toEqual(['## Optional']);
  });

  describe('of a site in versions and languages', () => {
    const translated: TestPage[] = [
      { path: 'de/start', title: 'Start', text: 'Anfang', language: 'de' },
      { path: 'start', title: 'Start', text: 'Begin', language: 'en' },
      { path: 'v1/start', title: 'Start', text: 'Begin', language: 'en' },
      { path: 'fr/seul', title: 'Seul', text: 'Ici', language: 'fr' },
    ];
    const listOf = async (language: string): Promise<readonly string[]> => {
      const corpus = corpusOf(translated, { collections: [], language }, undefined, true);
      const questions = createPageQuestions({
        engine: createEmbeddedEngine(corpus, openBudget(0)),
        inTurn: createTurns(),
        budget: openBudget(0),
      });
      const text = must(await createSiteFiles(questions, FEATURES).llms())('https://api.example');
      return [...text.matchAll(/^- \[[^\]]*\]\(https:\/\/api\.example\/(\S*)\.md\)/gm)].map(([, path]) => path!);
    };

    it('lists the current version in the language of the site', async () => {
      expect(await listOf('en')).toEqual(['start']);
    });

    it('names their translations in a part of the sitemap, by the number of each page', async () => {
      const corpus = corpusOf(translated, { collections: [] }, undefined, true);
      const engine = createEmbeddedEngine(corpus, openBudget(0));
      const questions = createPageQuestions({ engine, inTurn: createTurns(), budget: openBudget(0) });
      const xml = Buffer.from(must(await createSiteFiles(questions, FEATURES).sitemapPart(1))).toString();
      const named = [...xml.matchAll(/<loc>https:\/\/site\.example\/(.*?)<\/loc>(.*)<\/url>/g)].map(
        ([, path, links]) => {
          return [
            path,
            [...links!.matchAll(/hreflang="(.*?)" href="https:\/\/site\.example\/(.*?)"/g)].map(([, ...of]) => of),
          ];
        },
      );
      const links = [
        ['en', 'start'],
        ['de', 'de/start'],
      ];
      expect(named).toEqual([
        ['de/start', links],
        ['fr/seul', []],
        ['start', links],
        ['v1/start', []],
      ]);
    });

    it('lists pages of all languages where none is in that of the site', async () => {
      expect(await listOf('ja')).toEqual(expect.arrayContaining(['fr/seul']));
    });
  });

  it('bounds llms-full.txt, and states the size of each section', async () => {
    const text = Buffer.from(must(await filesOf().llmsFull())).toString();
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(llmsLimits.textBytes);
    expect(Buffer.byteLength(text)).toBeGreaterThan(llmsLimits.textBytes * 0.99);
    const sections = text.split(/^(?=## )/m).slice(1);
    expect(sections).toHaveLength(3);
    for (const section of sections) {
      const [heading = '', ...rest] = section.split('\n');
      const [, bytes] = /, ([\d,]+) bytes\)$/.exec(heading)!;
      // A blank line stands between sections.
      const size = Buffer.byteLength(rest.join('\n')) - (section === sections.at(-1) ? 0 : 1);
      expect(size).toBe(Number(bytes!.replaceAll(',', '')));
    }
  });

  it('has more of one collection in llms-full.txt of that collection', async () => {
    const text = Buffer.from(must(await filesOf().llmsFullOf('large'))).toString();
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(llmsLimits.textBytes);
    expect(text.match(/^## .*$/gm)).toEqual([expect.stringMatching(/^## Large \([\d,]+ of 3,001 pages, /)]);
    const pagesIn = (of: string) => Number(/^## Large \(([\d,]+) of/m.exec(of)![1]!.replaceAll(',', ''));
    expect(pagesIn(text)).toBeGreaterThan(pagesIn(Buffer.from(must(await filesOf().llmsFull())).toString()));
    expect(await filesOf().llmsFullOf('nothing')).toEqual(await filesOf().llmsOf('nothing'));
  });

  it('closes fenced code that a page leaves open, so that the next page is no code', async () => {
    const text = Buffer.from(must(await filesOf().llmsFull())).toString();
    expect(text).toContain(`\n---\n\nSource: /small/one.md\n\n${openCode}\n\`\`\`\n\n## Large (`);
  });

  it('has the newest pages in the feeds, by date and path', async () => {
    const { items } = JSON.parse(must(await filesOf().jsonFeed())('https://api.example'));
    expect(items).toHaveLength(MOST_IN_FEED);
    const newest = pages
      .filter(({ published }) => published != null)
      .toSorted((a, b) =>
        a.published! < b.published! ? 1 : a.published! > b.published! ? -1 : a.path < b.path ? -1 : 1,
      )
      .slice(0, MOST_IN_FEED);
    expect(items.map(({ id }: { id: string }) => id)).toEqual(newest.map(({ path }) => `https://site.example/${path}`));
  });

  it('reads the pages once for all who ask meanwhile', async () => {
    let turns = 0;
    const inTurn = createTurns();
    const files = filesOf((work, caller) => {
      turns++;
      return inTurn(work, caller);
    });
    await Promise.all([files.sitemap(), files.atomFeed(), files.jsonFeed(), files.sitemap()]);
    const once = turns;
    await Promise.all([files.sitemap(), files.atomFeed()]);
    expect(turns).toBe(once);
    expect(once).toBe(Math.ceil(pages.length / 32));
  });

  it('lets other questions go first', async () => {
    const inTurn = createTurns();
    const files = filesOf(inTurn);
    const order: string[] = [];
    const made = Promise.resolve(files.llms()).then(() => order.push('file'));
    const caller = { signal: new AbortController().signal };
    await new Promise((resolve) => setImmediate(resolve));
    await inTurn(() => order.push('question'), caller);
    await made;
    expect(order).toEqual(['question', 'file']);
  });

  it('reports that the service is busy, and tries again at the next call', async () => {
    const busy = refuseTransport(503, 'Cannot answer now: too many requests are waiting.');
    const inTurn = createTurns();
    let isBusy = true;
    const files = filesOf((work, caller) => (isBusy ? busy : inTurn(work, caller)));
    expect([await files.sitemap(), await files.llms(), await files.llmsFull(), await files.atomFeed()]).toEqual(
      new Array(4).fill(busy),
    );
    isBusy = false;
    expect(isRefusal(await files.sitemap())).toBe(false);
    isBusy = true;
    expect(await files.sitemapPart(1)).toEqual(busy);
  });

  it('passes an error on, and tries again', async () => {
    const inTurn = createTurns();
    let fails = true;
    const files = filesOf((work, caller) => {
      if (fails) throw new Error('damaged');
      return inTurn(work, caller);
    });
    await expect(files.sitemap()).rejects.toThrow('damaged');
    fails = false;
    expect(isRefusal(await files.sitemap())).toBe(false);
  });
});
