/**
 * Program of a child process: types titles into one engine and prints what happened as JSON.
 * typing_process.ts ENGINE ARTEFACT TITLES SEED
 */
import { loadArtefact } from '../../src/corpus/load_artefact.ts';
import { titleOf } from '../../src/query/show/highlight_text.ts';
import { medianByPlace, percentile } from '../measure/statistics.ts';
import { drawKnownItems } from './known_items.ts';
import { PEER_TEXT, type TypedPage, type TypingIndex, type TypingPeer } from './typing_engine.ts';

/** How well and how fast an engine finds pages whose titles are typed. */
export interface TypingMeasures {
  readonly title: string;
  readonly version: string;
  readonly settings: string;
  /** Mean reciprocal rank among ten, of the whole title, and of the title with one error. */
  readonly whole: number;
  readonly mistyped: number;
  /** The letter at which the page is first, as a share of the title's letters, and as a number; 1 more than the title when never. */
  readonly share: number;
  readonly letter: number;
  /** Keystrokes, and milliseconds for one. */
  readonly keystrokes: number;
  readonly p50: number;
  readonly p99: number;
}

const [name = '', artefact = '', titles = '', seed = ''] = process.argv.slice(2);
const { peer } = (await import(`./peers/${name}.ts`)) as { peer: TypingPeer };
const corpus = loadArtefact(artefact);
const items = drawKnownItems(corpus, Number(titles), Number(seed));
const index = await peer.open(artefact, name === 'catchword' ? [] : readPages());
const WARM_UP_MILLISECONDS = 3000;
await warmUp(index);

/** The time of a keystroke is its median over the rounds: the machine may have other work. */
const ROUNDS = 3;
const rounds: number[][] = [];
let times: number[] = [];
const sums = { whole: 0, mistyped: 0, mistypedItems: 0, share: 0, letter: 0 };
for (let round = 1; round < ROUNDS; round++) {
  for (const { title, mistyped } of items) {
    const letters = [...title];
    for (let count = 1; count <= letters.length; count++) await timed(letters.slice(0, count).join(''));
    if (mistyped !== null) await timed(mistyped);
  }
  endRound();
}
for (const { title, mistyped, pages } of items) {
  const letters = [...title];
  let first = letters.length + 1;
  for (let count = 1; count <= letters.length; count++) {
    const found = await timed(letters.slice(0, count).join(''));
    if (first > letters.length && pages.includes(found[0]!)) first = count;
    if (count === letters.length) sums.whole += reciprocalRank(found, pages);
  }
  sums.letter += first;
  sums.share += Math.min(1, first / letters.length);
  if (mistyped === null) continue;
  sums.mistypedItems++;
  sums.mistyped += reciprocalRank(await timed(mistyped), pages);
}

endRound();
const byKeystroke = medianByPlace(rounds);
const measures: TypingMeasures = {
  title: peer.title,
  version: peer.version(),
  settings: peer.settings,
  whole: sums.whole / items.length,
  mistyped: sums.mistyped / sums.mistypedItems,
  share: sums.share / items.length,
  letter: sums.letter / items.length,
  keystrokes: byKeystroke.length,
  p50: percentile(byKeystroke, 0.5),
  p99: percentile(byKeystroke, 0.99),
};
process.stdout.write(`${JSON.stringify(measures)}\n`);

function endRound(): void {
  rounds.push(times);
  times = [];
  index.forget?.();
}

async function timed(q: string): Promise<readonly number[]> {
  const start = performance.now();
  const answer = await index.type(q);
  times.push(performance.now() - start);
  return answer instanceof Uint8Array ? index.pagesOf!(answer) : answer;
}

function reciprocalRank(found: readonly number[], pages: readonly number[]): number {
  const place = found.findIndex((page) => pages.includes(page));
  return place < 0 ? 0 : 1 / (place + 1);
}

async function warmUp({ type }: TypingIndex): Promise<void> {
  const end = performance.now() + WARM_UP_MILLISECONDS;
  for (let i = 0; performance.now() < end; i++) await type(items[i % items.length]!.title.slice(0, 1 + (i % 20)));
}

function readPages(): TypedPage[] {
  const { bodies } = corpus.text;
  return Array.from({ length: corpus.pages.count }, (_, page) => ({
    title: titleOf({ corpus }, page),
    text: bodies.window(page, 0, Math.min(bodies.length(page), PEER_TEXT)),
  }));
}
