import type { Unit } from '../corpus/analyse_query.ts';
import type { BodyTexts } from '../corpus/body_texts.ts';
import { tokenEnd } from '../corpus/tokenise.ts';
import type { Engine } from './engine.ts';
import type { Wanted } from './found.ts';
import { highlightText } from './highlight_text.ts';
import { occurrences, standIn } from './phrase.ts';

/** Longest excerpt, in UTF-16 units. */
export const LONGEST_EXCERPT = 240;
/** UTF-8 bytes read for one: enough for the longest, whatever the script's density. */
const BYTES_READ = 480;
/** Words within which hits count as one place. */
const PLACE_WIDTH = 28;
/** Words shown before the first hit, when its block has them. */
const WORDS_BEFORE = 6;
/** Occurrences of one unit on one page that a place is chosen among. */
const MOST_HITS = 64;

export interface Excerpt {
  readonly excerpt: string;
  /** `[start, end)` UTF-16 offsets into `excerpt`, ascending, apart from each other. */
  readonly ranges: readonly (readonly [number, number])[];
}

interface Hit {
  readonly position: number;
  readonly unit: number;
}

/** Makes the excerpts of one query's rows. */
export function createExcerpter(engine: Engine, wanted: readonly Wanted[]): (page: number) => Excerpt {
  const { bodies } = engine.corpus.text;
  const inBody = wanted.filter(({ field }) => field === 'all' || field === 'body');
  const stands = inBody.map(({ unit }) => standIn(engine.corpus.text, 'body', unit));
  const weights = inBody.map(({ unit }, i) => weightOf(stands[i]!, unit));

  return (page) => {
    const hits: Hit[] = [];
    stands.forEach((stand, unit) => {
      const found = occurrences(stand, page);
      for (let i = 0; i < found.length && i < MOST_HITS; i++) hits.push({ position: found[i]!, unit });
    });
    if (hits.length === 0) return highlightText(engine, page, wanted);
    if (stands.length > 1) hits.sort((a, b) => a.position - b.position || a.unit - b.unit);
    const first = bestPlace(hits, weights);
    return cut(bodies, page, hits, first, inBody);
  };
}

/** The rarest part's rarity: what a hit of the unit tells. */
function weightOf(stand: ReturnType<typeof standIn>, unit: Unit): number {
  let weight = 0;
  for (const { lists } of stand.parts) for (const { rarity } of lists) weight = Math.max(weight, rarity);
  return weight * unit.parts.length;
}

/** @returns the hit with which the stretch begins that holds the most telling units; the earliest of equals */
function bestPlace(hits: readonly Hit[], weights: readonly number[]): number {
  if (weights.length === 1) return 0;
  let best = 0;
  let bestWeight = -1;
  for (let first = 0; first < hits.length; first++) {
    let weight = 0;
    let seen = 0;
    for (let i = first; i < hits.length && hits[i]!.position < hits[first]!.position + PLACE_WIDTH; i++) {
      const bit = 1 << (hits[i]!.unit & 31);
      if ((seen & bit) !== 0) continue;
      seen |= bit;
      weight += weights[hits[i]!.unit]!;
    }
    if (weight > bestWeight) {
      bestWeight = weight;
      best = first;
    }
  }
  return best;
}

function cut(bodies: BodyTexts, page: number, hits: readonly Hit[], first: number, wanted: readonly Wanted[]): Excerpt {
  const hitAt = bodies.offset(page, hits[first]!.position);
  let start = bodies.offset(page, Math.max(0, hits[first]!.position - WORDS_BEFORE));
  if (hitAt - start > BYTES_READ / 4) start = hitAt;
  const window = bodies.window(page, start, BYTES_READ);
  // The block that the hit stands in begins behind the last line end before it.
  const block = window.text.lastIndexOf('\n', window.unitAt(hitAt) - 1) + 1;
  const text = shorten(window.text.slice(block));
  const ranges: [number, number][] = [];
  for (const { position, unit } of hits) {
    const offset = bodies.offset(page, position);
    if (offset < start) continue;
    if (offset >= start + BYTES_READ) break;
    const from = window.unitAt(offset) - block;
    if (from < 0) continue;
    if (from >= text.length) break;
    const to = unitEnd(bodies, page, position, window, block, wanted[unit]!.unit, text);
    if (to <= text.length) addRange(ranges, from, to);
  }
  return { excerpt: text.replaceAll('\n', ' '), ranges };
}

function unitEnd(
  bodies: BodyTexts,
  page: number,
  position: number,
  window: { unitAt(offset: number): number },
  block: number,
  { parts }: Unit,
  text: string,
): number {
  const last = parts.at(-1)!;
  const start = last.offset === 0 ? position : position + last.offset;
  return tokenEnd(text, window.unitAt(bodies.offset(page, start)) - block, last.shape);
}

/** Hits come in order of their starts; one that touches the range before it widens that one. */
function addRange(ranges: [number, number][], from: number, to: number): void {
  const last = ranges.at(-1);
  if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
  else ranges.push([from, to]);
}

/** Cuts a text to the longest excerpt at the end of a word, and takes white space off its end. */
export function shorten(text: string): string {
  if (text.length <= LONGEST_EXCERPT) return text.trimEnd();
  const head = text.slice(0, LONGEST_EXCERPT + 1);
  const blank = Math.max(head.lastIndexOf(' '), head.lastIndexOf('\n'));
  if (blank > LONGEST_EXCERPT / 2) return head.slice(0, blank).trimEnd();
  const last = head.charCodeAt(LONGEST_EXCERPT - 1);
  return head.slice(0, last >= 0xd800 && last < 0xdc00 ? LONGEST_EXCERPT - 1 : LONGEST_EXCERPT);
}
