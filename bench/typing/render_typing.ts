import type { TypingResult } from './measure_typing.ts';
import { PEER_TEXT } from './typing_engine.ts';

/** Renders the measures of search as people type as Markdown tables. */
export function renderTyping(result: TypingResult): string {
  return [
    `# Search as people type: ${result.folder}, ${result.pages.toLocaleString('en')} pages`,
    peersTable(result),
    ...(result.words === null ? [] : [wordsTable(result.words)]),
    ...(result.harm.length === 0 ? [] : [harmTable(result.harm)]),
    `Random strings of 5 to 12 letters that find nothing: ${percent(result.nonsense)} of 100.`,
    ...result.leftOut.map(({ name, reason }) => `${name} is left out: ${reason}`),
    '',
  ].join('\n\n');
}

function peersTable({ peers, titles }: TypingResult): string {
  const rows = Object.values(peers).map((peer) => [
    `${peer.title} ${peer.version}`,
    peer.whole.toFixed(3),
    peer.mistyped.toFixed(3),
    peer.letter.toFixed(1),
    percent(peer.share),
    peer.p50.toFixed(3),
    peer.p99.toFixed(2),
    peer.keystrokes.toLocaleString('en'),
  ]);
  const head = [
    'engine',
    'MRR@10, whole title',
    'MRR@10, one typo',
    'first at letter',
    '% of the title typed',
    'p50 ms',
    'p99 ms',
    'keystrokes',
  ];
  const legend = Object.values(peers).map((peer) => `- ${peer.title}: ${peer.settings}`);
  return [
    `${titles} titles typed letter by letter; times are of one keystroke, each one's median of three rounds with empty caches. The peers have the title and the first ${PEER_TEXT.toLocaleString('en')} characters of each page.`,
    table(head, rows),
    legend.join('\n'),
  ].join('\n\n');
}

function wordsTable(words: NonNullable<TypingResult['words']>): string {
  const head = ['words', 'misspellings', 'found', 'first', 'among 3', 'candidates', 'branches', 'µs'];
  const row = [
    words.words.toLocaleString('en'),
    words.pairs.toLocaleString('en'),
    words.found.toFixed(3),
    words.first.toFixed(3),
    words.amongThree.toFixed(3),
    words.candidates.toFixed(1),
    words.nodes.toFixed(0),
    words.microseconds.toFixed(0),
  ];
  return table(head, [row]);
}

function harmTable(harm: TypingResult['harm']): string {
  const rows = harm.map(({ collection, queries, pages, search, reordered }) => [
    collection,
    String(queries),
    pages.toFixed(4),
    search.toFixed(4),
    (search - pages).toFixed(4),
    String(reordered),
  ]);
  const head = ['collection', 'queries', 'nDCG@10 /api/pages', '/api/search', 'difference', 'exact rows reordered'];
  return table(head, rows);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), `|${head.map((_, i) => (i === 0 ? '---' : '--:')).join('|')}|`, ...rows.map(line)].join('\n');
}

function percent(share: number): string {
  return (100 * share).toFixed(1);
}
