import { expect, it } from 'vitest';
import { curatedCorpusOf } from '../fixtures/corpus_of.ts';
import { describeOverTransports } from './over_transports.ts';
import { origin } from './site.ts';
import { jsonOf } from './transports.ts';

const corpus = curatedCorpusOf(
  [
    { path: 'a', title: 'A', text: 'A kiosk.', tags: ['x'] },
    { path: 'b', title: 'B', text: 'A kiosk.' },
    { path: 'old', title: 'Old', text: 'A kiosk and a booth.', tags: ['x'] },
  ],
  'synonyms: [booth -> kiosk]\npins: [{ query: booth, page: b }]\nweights: { a: 2 }\nexclude: [old]\n',
  { publicOrigin: origin },
);

describeOverTransports('6 rules of search', { corpus }, (send) => {
  it('move rows, which say so, and leave pages out of rows, totals and facets', async () => {
    const { items, total, exactTotal, words, facets } = jsonOf(
      await send({ target: '/api/search?q=booth&facets=tags' }),
    );
    const synonym = { rule: 'synonym', text: 'booth -> kiosk', line: 1 };
    expect(items.map(({ path, rules }: { path: string; rules: unknown }) => [path, rules])).toEqual([
      ['b', [{ rule: 'pin', text: 'query "booth" -> b, place 1', line: 2 }, synonym]],
      ['a', [{ rule: 'weight', text: 'a: 2', line: 3 }, synonym]],
    ]);
    expect([total, exactTotal]).toEqual([2, 2]);
    expect(words).toEqual([{ text: 'booth', as: 'synonym', distance: 0, matched: ['kiosk'] }]);
    expect(facets).toEqual({ tags: [{ value: 'x', title: 'X', count: 1 }] });
  });

  it('leave /api/pages, lists and pages as they are', async () => {
    const { items, total } = jsonOf(await send({ target: '/api/pages?q=booth' }));
    expect([items.map(({ path }: { path: string }) => path), total]).toEqual([['old'], 1]);
    expect(items[0]).not.toHaveProperty('rules');
    expect((await send({ target: '/api/pages/old' })).status).toBe(200);
    expect(jsonOf(await send({ target: '/api/pages?tag=x' })).total).toBe(2);
  });
});
