import { hash } from 'node:crypto';
import type { CopyPage } from './copy_page.ts';
import type { Groups } from './groups.ts';
import { resemblance, type Sketch, sketchOf } from './near_texts.ts';

/** The resemblance from which on texts under one title are copies. */
const NEARLY_EQUAL = 0.8;
/** Of more pages with one title only equal texts are found, because each would be compared with all others. */
const MOST_COMPARED = 200;

/** Joins pages of one title and language whose texts are equal or nearly so. @param order of copies: the first of each group is compared */
export function joinNearTexts(
  pages: readonly CopyPage[],
  groups: Groups,
  order: (a: number, b: number) => number,
): void {
  const speakers = new Map<number, number>();
  for (let page = 0; page < pages.length; page++) {
    const group = groups.of(page);
    const speaker = speakers.get(group);
    if (speaker === undefined || order(page, speaker) < 0) speakers.set(group, page);
  }
  const named = Map.groupBy(
    speakers.values(),
    (page) => `${pages[page]!.language}\n${pages[page]!.title.toLowerCase()}`,
  );
  for (const same of named.values()) if (same.length > 1) joinSame(pages, groups, same);
}

function joinSame(pages: readonly CopyPage[], groups: Groups, same: readonly number[]): void {
  const firstOf = new Map<string, number>();
  for (const page of same) {
    // Strings as keys would be held, and long ones of equal length may have one hash.
    const whole = hash('sha256', `${pages[page]!.description}\n${pages[page]!.text()}`, 'base64');
    const first = firstOf.get(whole);
    if (first === undefined) firstOf.set(whole, page);
    else groups.join(first, page);
  }
  const distinct = [...firstOf.values()];
  if (distinct.length < 2 || distinct.length > MOST_COMPARED) return;
  const sketches = new Map<number, Sketch>(distinct.map((page) => [page, sketchOf(pages[page]!.text())]));
  for (const [i, a] of distinct.entries()) {
    for (const b of distinct.slice(i + 1)) {
      if (resemblance(sketches.get(a)!, sketches.get(b)!) >= NEARLY_EQUAL) groups.join(a, b);
    }
  }
}
