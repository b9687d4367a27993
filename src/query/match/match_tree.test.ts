import { expect, test } from 'vitest';
import { engineOf } from '../../../test/fixtures/answer_of.ts';
import { corpusOf } from '../../../test/fixtures/corpus_of.ts';
import { finish } from '../../async/steps.ts';
import type { MatchNode } from '../ask/plan.ts';
import { matchTree } from './match_tree.ts';
import { Workspace } from './workspace.ts';

const engine = engineOf(
  corpusOf([
    { path: 'a', text: 'Quartz on a plinth by the fjord.' },
    { path: 'b', text: 'Quartz and a kiosk.' },
    { path: 'c', text: 'A plinth, a kiosk and red dogs.' },
    { path: 'd', text: 'Red dogs by the fjord. Quartz.' },
  ]),
);
const word = (text: string): MatchNode => ({ text, in: 'all' });
const TREES: readonly MatchNode[] = [
  { any: [{ all: [word('quartz'), word('plinth')] }, { all: [word('kiosk'), { not: word('quartz') }] }] },
  { any: [{ all: [word('"red dogs"'), word('fjord')] }, word('kiosk')] },
  { all: [{ any: [word('fjord'), word('"red dogs" quartz')] }, { not: word('plinth') }] },
  { all: [{ any: [word('quartz'), word('kiosk')] }, { not: word('quartz') }] },
];

function matched(workspace: Workspace, tree: MatchNode): [page: number, sum: number][] {
  const { pages, order } = finish(matchTree(engine, workspace, tree, null));
  if (order.by !== 'sum') throw new Error('the tree has no scored clause');
  return Array.from(pages, (page, i) => [page, order.sums[i]!]);
}

test('a tree leaves no sums behind for the next one, whether it has phrases or words alone', () => {
  const shared = new Workspace(engine.corpus.pages.count);
  for (const first of TREES) {
    for (const second of TREES) {
      matched(shared, first);
      expect(matched(shared, second)).toEqual(matched(new Workspace(engine.corpus.pages.count), second));
      expect(shared.sums.every((sum) => sum === 0)).toBe(true);
    }
  }
});

test('a page gains by every scored clause that it matches, not only by the branch that found it', () => {
  const workspace = new Workspace(engine.corpus.pages.count);
  const sumOf = (tree: MatchNode, path: string): number =>
    new Map(matched(workspace, tree)).get(engine.corpus.pages.find(path))!;
  const both = sumOf({ any: [{ all: [word('quartz'), word('plinth')] }, { all: [word('fjord')] }] }, 'd');
  const alone = sumOf({ any: [{ all: [word('fjord')] }] }, 'd');
  expect(both).toBeGreaterThan(alone);
});
