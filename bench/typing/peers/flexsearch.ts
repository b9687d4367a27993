import { peerModule, peerVersion } from '../../engines/peer_module.ts';
import type { TypingPeer } from '../typing_engine.ts';

interface Index {
  add(id: number, text: string): void;
  search(q: string, options: object): number[];
}

export const peer: TypingPeer = {
  title: 'FlexSearch',
  settings:
    'tokenize "forward", suggest on: every word may be open, and it knows no typos. Titles before texts. No excerpts.',
  version: () => peerVersion('flexsearch'),
  open(_, pages) {
    const { Index } = peerModule<{ Index: new (options: object) => Index }>('flexsearch');
    const titles = new Index({ tokenize: 'forward' });
    const texts = new Index({ tokenize: 'forward' });
    for (const [id, { title, text }] of pages.entries()) {
      titles.add(id, title);
      texts.add(id, text);
    }
    return {
      type(q) {
        const found = new Set(titles.search(q, { limit: 10, suggest: true }));
        for (const id of texts.search(q, { limit: 10, suggest: true })) found.add(id);
        return [...found].slice(0, 10);
      },
    };
  },
};
