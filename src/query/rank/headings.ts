import type { Engine } from '../match/engine.ts';
import type { Asked } from './asked.ts';
import { greatest, LESSER } from './titles.ts';
import type { Candidates } from './top.ts';

/**
 * Raises the sums of pages with a heading that is the text asked for, by the best sum divided by how many of the rows have that heading;
 * those of pages in another language than the site by half of it. So a long page comes before pages that mention what it has a section
 * about, and behind a page that has it as its title.
 */
export function liftHeadings({ corpus }: Engine, { headed }: Asked, { pages, sums }: Candidates): null {
  if (headed.length === 0) return null;
  const { foreign } = corpus.pages;
  const rows = headed.map((page) => pages.indexOf(page)).filter((row) => row >= 0);
  const gain = greatest(sums) / rows.length;
  for (const row of rows) sums[row]! += foreign !== null && foreign[pages[row]!] === 1 ? gain * LESSER : gain;
  return null;
}
