import { peerModule, peerVersion } from '../../engines/peer_module.ts';
import type { TypingPeer } from '../typing_engine.ts';

interface Index {
  addAll(documents: readonly object[]): void;
  search(q: string): { readonly id: number }[];
}

export const peer: TypingPeer = {
  title: 'MiniSearch',
  settings:
    'prefix on the last word with weight 0.375, fuzzy 0.2, title x4, all words (AND). It ranks every match and has no excerpts.',
  version: () => peerVersion('minisearch'),
  open(_, pages) {
    const MiniSearch = peerModule<new (options: object) => Index>('minisearch');
    const index = new MiniSearch({
      fields: ['title', 'text'],
      searchOptions: {
        prefix: (_term: string, i: number, terms: readonly string[]) => i === terms.length - 1,
        fuzzy: 0.2,
        weights: { prefix: 0.375, fuzzy: 0.45 },
        boost: { title: 4 },
        combineWith: 'AND',
      },
    });
    index.addAll(pages.map((page, id) => ({ id, ...page })));
    return {
      type: (q) =>
        index
          .search(q)
          .slice(0, 10)
          .map(({ id }) => id),
    };
  },
};
