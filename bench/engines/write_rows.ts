import type { BenchQuery, Match, OpenedIndex, PreparedQuery, TokenPage } from '../engine.ts';

/** What an answer of equal work has: rows with marked excerpts, the total and the facets where asked. */
interface WholeAnswer {
  readonly items: readonly { readonly title: string; readonly excerpt: string }[];
  readonly total: number | null;
  readonly facets: unknown;
}

/** Excerpts are as long as Catchword's. */
export const EXCERPT_LENGTH = 240;
const BEFORE = 60;

/** @returns an answer as the bytes that a server would send */
export function writeAnswer(answer: WholeAnswer): Uint8Array {
  return Buffer.from(JSON.stringify(answer));
}

/** @returns a function that makes rows of page numbers, with the plain highlighter */
function createRowWriter(pages: readonly TokenPage[], match: Match): (ids: readonly number[]) => WholeAnswer['items'] {
  const words = wantedWords(match).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(`(?<!\\S)(?:${words.join('|')})(?!\\S)`, 'g');
  return (ids) => ids.map((id) => ({ title: pages[id]!.title, excerpt: excerptOf(pages[id]!.text, pattern) }));
}

/** Ten rows of an engine that keeps no texts. */
interface BareAnswer {
  readonly ids: readonly number[];
  readonly total: number | null;
  readonly facets: unknown;
}

/** `openWhole` of an engine that keeps no texts. @param bare gives the rows of what a prepared query answers */
export function addTexts<Answer>(
  prepare: (query: BenchQuery) => PreparedQuery<Answer>,
  bare: (answer: Answer) => BareAnswer,
): NonNullable<OpenedIndex['openWhole']> {
  return (pages) => ({
    prepare(query) {
      const { run } = prepare(query);
      const write = createRowWriter(pages, query.match);
      return {
        run() {
          const { ids, total, facets } = bare(run());
          return writeAnswer({ items: write(ids), total, facets });
        },
      };
    },
  });
}

/** The words that a query looks for, without those that it excludes. */
function wantedWords(match: Match): string[] {
  if ('word' in match) return [match.word.term];
  if ('not' in match) return [];
  return ('all' in match ? match.all : match.any).flatMap(wantedWords);
}

/** Cuts a text around the first hit and marks all hits in it. */
function excerptOf(text: string, pattern: RegExp): string {
  const first = text.search(pattern);
  const from = first <= BEFORE ? 0 : text.lastIndexOf(' ', first - BEFORE) + 1;
  return text.slice(from, from + EXCERPT_LENGTH).replace(pattern, '<mark>$&</mark>');
}
