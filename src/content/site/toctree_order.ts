import { byCodePoint } from '../../text/by_code_point.ts';
import { globMatcher } from '../files/glob.ts';
import { rulesOf } from '../generators/generators.ts';
import type { PageOutline } from '../markdown/read_page.ts';
import { docOf, docOfEntry, isNoDocument, type Toctree } from '../markdown/toctrees.ts';
import type { SiteContext } from './site_context.ts';

/** Entries that are looked at, and documents that are compared with patterns, which take a step more for so many pairs of characters. */
const MOST_STEPS = 5_000_000;
const PAIRS = 50;

/**
 * The pages by number in the order of the toctrees, from the first page downwards, with -1 for documents that are no pages. A page comes
 * once, as in Sphinx, where it comes first.
 */
export function toctreeOrder(
  outlines: readonly PageOutline[],
  { tree, others, generator }: SiteContext,
): readonly number[] {
  if (tree === undefined) return [];
  const pages = new Map(others.map((file) => [docOf(file), -1]));
  for (const [page, { file }] of outlines.entries()) pages.set(docOf(file), page);
  const toctrees = new Map(tree.others);
  for (const { file, toctrees: own } of outlines) if (own !== undefined) toctrees.set(docOf(file), own);
  let names: readonly string[] | null = null;
  let length = 0;
  let left = MOST_STEPS;
  const matching = (pattern: string, isFree: (doc: string) => boolean): string[] => {
    if (names === null) {
      names = [...pages.keys()].sort(byCodePoint);
      length = names.join('').length;
    }
    left -= names.length + Math.ceil((pattern.length * length) / PAIRS);
    const matches = globMatcher(pattern);
    return left < 0 ? [] : names.filter((doc) => isFree(doc) && matches(doc));
  };
  const below = (doc: string, { entries, isGlob, isReversed }: Toctree): string[] => {
    const listed = new Set<string>();
    for (const entry of entries) {
      if (left-- < 0) break;
      if (isNoDocument(entry)) continue;
      const isFree = (each: string) => each !== doc && !listed.has(each);
      const named = docOfEntry(entry, doc);
      const found = isGlob && isPattern(entry) ? matching(named, isFree) : [];
      for (const each of found.length === 0 ? [named] : found) listed.add(each);
    }
    return isReversed ? [...listed].reverse() : [...listed];
  };
  const run: number[] = [];
  const seen = new Set<string>();
  const waiting = [tree.root];
  for (let doc = waiting.pop(); doc !== undefined; doc = waiting.pop()) {
    const page = pages.get(doc);
    if (seen.has(doc)) continue;
    // What is neither a page nor a list of Sphinx itself may be a page that only a build makes.
    if (page === undefined && rulesOf(generator).generated?.test(doc) !== true) run.push(-1);
    if (page === undefined) continue;
    seen.add(doc);
    run.push(page);
    const inner = (toctrees.get(doc) ?? []).flatMap((each) => below(doc!, each));
    for (const each of inner.reverse()) waiting.push(each);
  }
  return left < 0 ? [] : run;
}

/** Whether an entry is a pattern: not one with a title, `Title? <path>`. */
function isPattern(entry: string): boolean {
  return /[*?]/.test(entry) && !entry.includes('<');
}
