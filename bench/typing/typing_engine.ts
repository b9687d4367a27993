/** What the engines that are compared while typing have in common. */

/** A page for the peers: its texts as written. */
export interface TypedPage {
  readonly title: string;
  readonly text: string;
}

/** The numbers of the best ten pages, best first, or the finished body of an answer. */
export type TypingAnswer = readonly number[] | Uint8Array;

export interface TypingIndex {
  /** Answers one keystroke: what is typed so far, with the last word open. */
  type(q: string): TypingAnswer | Promise<TypingAnswer>;
  /** Reads the numbers of the best ten pages in a body. It is not timed: nobody who answers reads the answer. */
  readonly pagesOf?: (body: Uint8Array) => readonly number[];
  /** Empties caches, so that the next round asks as if for the first time. */
  readonly forget?: () => void;
}

export interface TypingPeer {
  readonly title: string;
  /** Settings, in a sentence. */
  readonly settings: string;
  version(): string;
  /** @param artefact Catchword's, for Catchword; @param pages for the peers */
  open(artefact: string, pages: readonly TypedPage[]): TypingIndex | Promise<TypingIndex>;
}

export const TYPING_PEERS = ['catchword', 'minisearch', 'flexsearch', 'orama'] as const;
export type TypingPeerName = (typeof TYPING_PEERS)[number];

/** Characters of a page's text that the peers index, so that all of them fit into memory. */
export const PEER_TEXT = 2_000;
