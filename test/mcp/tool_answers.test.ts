import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Corpus } from '../../src/corpus/corpus.ts';
import { toolCaps } from '../../src/mcp/tools/tool.ts';
import { countCharacters } from '../../src/text/count_characters.ts';
import { corpusOf } from '../fixtures/corpus_of.ts';
import { bakeCorpus, madeSites, realSite } from './baked_corpora.ts';
import { type CallResult, openEndpoint } from './open_endpoint.ts';

function sizeOf({ content }: CallResult): number {
  return content.reduce((sum, { text }) => sum + countCharacters(text), 0);
}

/** Calls every tool for every page of a corpus, and returns what is wrong with the answers. */
async function faultsOf(corpus: Corpus, step = 1): Promise<readonly string[]> {
  const { call } = openEndpoint(corpus);
  const faults: string[] = [];
  const check = async (name: string, args: object, most: number): Promise<CallResult> => {
    const answer = await call(name, args);
    const where = `${name} ${JSON.stringify(args).slice(0, 200)}`;
    if (answer.isError === true) faults.push(`${where}: ${answer.content[0]!.text}`);
    else if (sizeOf(answer) > most) faults.push(`${where}: ${sizeOf(answer)} characters`);
    return answer;
  };
  for (let page = 0; page < corpus.pages.count; page += step) {
    const path = corpus.pages.path(page);
    const { title } = JSON.parse(`${Buffer.from(corpus.pages.row(page)).toString()}}`) as { readonly title: string };
    const { minimum, maximum, default: usual } = toolCaps.searchSize;
    const budget = [minimum, usual, maximum][page % 3]!;
    if (title.trim() !== '') await check('search', { query: title.slice(0, 500), limit: 20, budget }, budget);
    for (const by of ['links_both', 'likeness'])
      await check('related', { path, by, depth: 3, limit: 50 }, toolCaps.relatedSize);
    faults.push(
      ...(await readFaults(corpus, page, (args) => check('read', { path, ...args }, toolCaps.readSize.default))),
    );
  }
  await check('contents', {}, toolCaps.contentsSize);
  for (const { name } of corpus.settings.collections)
    await check('contents', { collection: name, limit: 100 }, toolCaps.contentsSize);
  return faults;
}

/** Reads a page piece by piece, and its first sections. Together the pieces are the page. */
async function readFaults(
  corpus: Corpus,
  page: number,
  read: (args: object) => Promise<CallResult>,
): Promise<readonly string[]> {
  const faults: string[] = [];
  const markdown = Buffer.from(corpus.pages.markdown(page)).toString();
  let whole = '';
  for (let offset: number | null = 0; offset !== null; ) {
    const answer: CallResult = await read({ offset });
    if (answer.isError === true) return faults;
    const [piece, note] = answer.content;
    whole += piece!.text;
    const next: string | undefined = /Continue with offset: (\d+)/.exec(note!.text)?.[1];
    if (next !== undefined && Number(next) <= offset) return [...faults, `${page}: no progress at ${offset}`];
    offset = next === undefined ? null : Number(next);
  }
  if (whole !== markdown) faults.push(`${page}: the pieces are not the page`);
  const { starts } = corpus.headings;
  for (let heading = starts[page]!; heading < Math.min(starts[page]! + 3, starts[page + 1]!); heading++) {
    const { anchor } = corpus.headings.read(heading);
    if (anchor !== '') await read({ section: anchor });
  }
  return faults;
}

describe.each(madeSites.map((folder) => [basename(folder), folder] as const))('the answers of %s', (_, folder) => {
  it('are within their sizes for every page', async () => {
    expect(await faultsOf(await bakeCorpus(folder))).toEqual([]);
  });
});

describe.each(['nushell', 'etcd', 'mkdocs-material', 'starlight', 'redis-docs', 'cockroachdb-docs'])(
  'the answers of the real site %s',
  (name) => {
    const folder = realSite(name);
    it.skipIf(folder === null || process.env.CATCHWORD_CORPORA === undefined)(
      'are within their sizes for every page',
      { timeout: 3_600_000 },
      async () => {
        expect(await faultsOf(await bakeCorpus(folder!))).toEqual([]);
      },
    );
  },
);

it('the answers of a site with huge names are within their sizes', async () => {
  const huge = 'wort '.repeat(2_000);
  const corpus = corpusOf(
    Array.from({ length: 24 }, (_, i) => ({
      path: `${'p'.repeat(900)}${i}`,
      title: `${huge}${i}`,
      description: huge,
      text: huge,
      markdown: `# 😀\n\n${'😀'.repeat(60_000)}`,
      collection: 'writing',
      tags: [`${'t'.repeat(300)}${i}`],
      headings: Array.from({ length: 150 }, (_, h) => ({ depth: 2 + (h % 2), text: huge, anchor: `a${h}` })),
      links: [`${'p'.repeat(900)}${(i + 1) % 24}`],
    })),
  );
  expect(await faultsOf(corpus, 8)).toEqual([]);
});
