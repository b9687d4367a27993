import type { Corpus } from '../../src/corpus/corpus.ts';
import { titleOf } from '../../src/query/show/highlight_text.ts';
import { SeededRandom } from '../queries/seeded_random.ts';

/** A page that someone looks for by its title, letter by letter. */
export interface KnownItem {
  /** All pages with this title: any of them is right. */
  readonly pages: readonly number[];
  readonly title: string;
  /** The title with one typing error; null when no word of it is long enough. */
  readonly mistyped: string | null;
}

/** Within the caps of `/api/search`. */
const MOST_WORDS = 10;
const MOST_CHARACTERS = 200;
/** Keys beside each letter on a keyboard. */
const BESIDE: Readonly<Record<string, string>> = {
  ...{ a: 'qsz', b: 'vgn', c: 'xdv', d: 'sfe', e: 'wrd', f: 'dgr', g: 'fht', h: 'gjy', i: 'uok', j: 'hku', k: 'jli' },
  ...{ l: 'ko', m: 'n', n: 'bm', o: 'ipl', p: 'o', q: 'wa', r: 'etf', s: 'adw', t: 'ryg', u: 'yij', v: 'cbf' },
  ...{ w: 'qes', x: 'zcs', y: 'tuh', z: 'xa' },
};

/** @param most how many titles to draw, evenly; Infinity for all */
export function drawKnownItems(corpus: Corpus, most: number, seed: number): KnownItem[] {
  const byTitle = new Map<string, number[]>();
  for (let page = 0; page < corpus.pages.count; page++) {
    const title = titleOf({ corpus }, page);
    const words = title.split(/\s+/).length;
    if (words > MOST_WORDS || [...title].length > MOST_CHARACTERS || title.trim() === '') continue;
    byTitle.set(title, [...(byTitle.get(title) ?? []), page]);
  }
  const random = new SeededRandom(seed);
  const titles = [...byTitle];
  const step = Math.max(1, titles.length / most);
  const items: KnownItem[] = [];
  for (let i = 0; Math.floor(i) < titles.length; i += step) {
    const [title, pages] = titles[Math.floor(i)]!;
    items.push({ pages, title, mistyped: mistype(title, random) });
  }
  return items;
}

/** One seeded error in a word of at least five ASCII letters: a key beside, a letter twice, one left out, or two swapped. */
function mistype(title: string, random: SeededRandom): string | null {
  const words = [...title.matchAll(/(?<![A-Za-z0-9])[A-Za-z]{5,}(?![A-Za-z0-9])/g)];
  if (words.length === 0) return null;
  const { 0: word, index } = random.pick(words);
  const at = 1 + random.below(word.length - 2);
  const letter = word[at]!;
  const errors = [
    word.slice(0, at) + random.pick([...(BESIDE[letter.toLowerCase()] ?? letter)]) + word.slice(at + 1),
    word.slice(0, at) + letter + word.slice(at),
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + word[at + 1]! + letter + word.slice(at + 2),
  ];
  return title.slice(0, index) + random.pick(errors) + title.slice(index + word.length);
}
