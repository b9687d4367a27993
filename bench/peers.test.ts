import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BenchQuery, Engine, Match, OpenedIndex, TokenPage } from './engine.ts';

/** One suite for every peer that is installed; Catchword has tests of its own. */
const PEERS = ['tantivy', 'flexsearch', 'minisearch', 'fts5', 'lunr'] as const;

const pages: TokenPage[] = Array.from({ length: 300 }, (_, page) => ({
  title: page % 2 === 0 ? 'even c++' : 'odd',
  text: ['any', page % 3 === 0 ? 'node:sqlite' : 'other', page % 7 === 0 ? 'seventh' : 'rest'].join(' '),
  tags: page % 5 === 0 ? ['fifth', 'tag-b'] : ['tag-b'],
  collection: page % 4 === 0 ? 'guides' : null,
}));
const word = (term: string): Match => ({ word: { written: term, term } });
const query = (match: Match, more: Partial<BenchQuery> = {}): BenchQuery => ({
  match,
  tag: null,
  facets: false,
  passage: null,
  ...more,
});
const tree: Match = {
  any: [{ all: [word('even'), word('seventh')] }, { all: [word('node:sqlite'), { not: word('odd') }] }],
};
const CASES: [string, BenchQuery, (page: number) => boolean][] = [
  ['a word of the text', query(word('seventh')), (page) => page % 7 === 0],
  ['a word with signs', query(word('node:sqlite')), (page) => page % 3 === 0],
  ['a word of the title with signs', query(word('c++')), (page) => page % 2 === 0],
  ['two words, all', query({ all: [word('odd'), word('seventh')] }), (page) => page % 2 === 1 && page % 7 === 0],
  ['two words, any', query({ any: [word('odd'), word('seventh')] }), (page) => page % 2 === 1 || page % 7 === 0],
  ['a tree', query(tree), (page) => page % 2 === 0 && (page % 7 === 0 || page % 3 === 0)],
  ['a word and a tag', query(word('odd'), { tag: 'fifth' }), (page) => page % 2 === 1 && page % 5 === 0],
  ['a word with facets', query(word('any'), { facets: true }), () => true],
  ['a word that no page holds', query(word('absent')), () => false],
];

async function load(name: string): Promise<Engine | null> {
  try {
    return ((await import(`./engines/${name}.ts`)) as { engine: Engine }).engine;
  } catch {
    return null;
  }
}

for (const name of PEERS) {
  const engine = await load(name);
  describe.skipIf(engine === null)(`${name}${engine === null ? ' (not installed)' : ''}`, () => {
    const folder = mkdtempSync(join(tmpdir(), `catchword-${name}-`));
    let index: OpenedIndex;
    beforeAll(async () => {
      await engine!.build({ content: folder, pages }, folder);
      index = await engine!.open(folder);
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    it.each(CASES)('states the exact total of %s, or none', (_, asked, holds) => {
      const prepared = index.prepare(asked);
      const total = prepared.total(prepared.run());
      if (total !== null) expect(total).toBe(pages.filter((_page, id) => holds(id)).length);
      else expect(name).toBe('flexsearch');
    });

    it('finds documents by any word of a text, the best first', async () => {
      const retriever = await engine!.createRetriever([
        { id: 'x', title: 'Sailing', text: 'boats and harbours' },
        { id: 'y', title: 'Caching', text: 'validators keep a cached answer fresh' },
        { id: 'z', title: 'Gardens', text: 'an answer in spring' },
      ]);
      const found = retriever.any('a cached answer?', 10);
      expect(found[0]).toBe('y');
      expect(found).not.toContain('x');
    });
  });
}
