import { peerModule, peerVersion } from '../../engines/peer_module.ts';
import type { TypingPeer } from '../typing_engine.ts';

interface Library {
  create(options: object): object;
  insertMultiple(index: object, documents: readonly object[], batch: number): Promise<string[]>;
  search(
    index: object,
    options: object,
  ): Promise<{ hits: { document: { number: number } }[] }> | { hits: { document: { number: number } }[] };
}

export const peer: TypingPeer = {
  title: 'Orama',
  settings: 'tolerance 1, threshold 0 (all words), title x4. Every word may be open. No excerpts.',
  version: () => peerVersion('@orama/orama'),
  async open(_, pages) {
    const { create, insertMultiple, search } = peerModule<Library>('@orama/orama');
    const index = create({ schema: { title: 'string', text: 'string', number: 'number' } });
    await insertMultiple(
      index,
      pages.map((page, number) => ({ ...page, number })),
      1000,
    );
    return {
      async type(q) {
        const { hits } = await search(index, {
          term: q,
          properties: ['title', 'text'],
          tolerance: 1,
          threshold: 0,
          boost: { title: 4 },
          limit: 10,
        });
        return hits.map(({ document }) => document.number);
      },
    };
  },
};
