import { nearPage } from '../../text/near_page.ts';
import type { PageRange } from '../../text/page_range.ts';
import { visibleJson } from '../../text/visible.ts';
import { areWithin, joinRanges, pagesAt } from './curated_pages.ts';
import type { Curation, CurationFault, PinRule, Place } from './curation.ts';

/** Wrong paths for which a near one is looked for, at the cost of reading all paths for each. */
const MOST_SUGGESTED = 10;

/** What idle rules are found by. */
export interface CuratedSite {
  /** Of all pages, sorted by code point. */
  readonly paths: readonly string[];
  /** Whether the site has all words of a text. */
  has(text: string): boolean;
}

/** The rules that change no search, each with why and what to do, in the order of the file. */
export function findIdleRules(curation: Curation, { paths, has }: CuratedSite): readonly CurationFault[] {
  const { synonyms, weights, pins, excluded } = curation;
  const idle: CurationFault[] = [];
  let suggested = 0;
  const report = ({ line, column }: Place, message: string): void => void idle.push({ line, column, message });
  const lacking = (path: string): string => {
    const isFolder = path.endsWith('/');
    const what = `the site has no ${isFolder ? 'folder' : 'page'} ${visibleJson(path)}`;
    if (!isFolder && pagesAt(`${path}/`, paths).length > 0)
      return `${what}. For the folder, write ${visibleJson(`${path}/`)}.`;
    const near = isFolder || ++suggested > MOST_SUGGESTED ? null : nearPage(path, { count: paths.length, path: at });
    return near === null
      ? `${what}. Correct the path, or remove the rule.`
      : `${what}. Did you mean ${visibleJson(near)}?`;
  };
  const at = (page: number): string => paths[page]!;

  for (const rule of synonyms) {
    if (rule.to.some(has)) continue;
    const names = rule.to.map((text) => visibleJson(text)).join(', ');
    report(
      rule,
      `the synonyms find nothing: no page contains the words of ${names}. Correct them, or remove the rule.`,
    );
  }

  const left: PageRange[] = [];
  const lineOf = new Map<string, number>();
  for (const { path, line } of excluded) lineOf.set(path, Math.min(line, lineOf.get(path) ?? line));
  for (const rule of excluded) {
    const pages = pagesAt(rule.path, paths);
    const same = lineOf.get(rule.path)!;
    const above = foldersAbove(rule.path).find((folder) => lineOf.has(folder));
    const covering = above === undefined ? same : lineOf.get(above)!;
    if (pages.length === 0) report(rule, lacking(rule.path));
    else if (above !== undefined || same < rule.line)
      report(rule, `${visibleJson(rule.path)} is already left out by line ${covering}. Remove this rule.`);
    left.push(...pages);
  }
  const leftOut = joinRanges(left);
  if (paths.length > 0 && areWithin([[0, paths.length]], leftOut))
    report(
      excluded[0]!,
      'these rules leave out every page, so no search finds anything. List only the pages to leave out.',
    );

  const weighed = new Set(weights.map(({ path }) => path));
  for (const rule of weights) {
    const pages = pagesAt(rule.path, paths);
    if (pages.length === 0) report(rule, lacking(rule.path));
    else if (areWithin(pages, leftOut))
      report(rule, `the weight does nothing: all pages of ${visibleJson(rule.path)} are left out. Remove the weight.`);
    else if (rule.factor === 1 && !foldersAbove(rule.path).some((folder) => weighed.has(folder)))
      report(rule, 'a weight of 1 changes nothing. Remove it, or choose another factor.');
  }

  const pinned = new Map<string, PinRule>();
  for (const rule of pins) {
    const [page] = pagesAt(rule.page, paths);
    const key = JSON.stringify([rule.by, rule.text.toLowerCase(), rule.page]);
    const before = pinned.get(key);
    if (page === undefined) report(rule, lacking(rule.page));
    else if (areWithin([page], leftOut))
      report(
        rule,
        `the pin does nothing: the page ${visibleJson(rule.page)} is left out. Remove the pin, or the rule that leaves the page out.`,
      );
    else if (before !== undefined)
      report(rule, `the page is already pinned for the same text on line ${before.line}. Remove one of the two pins.`);
    else pinned.set(key, rule);
  }
  return idle.sort((a, b) => a.line - b.line || a.column - b.column);
}

/** The folders that contain a path: of `a/b/c` and `a/b/c/` they are `a/` and `a/b/`, and of a page that of its own name too. */
function foldersAbove(path: string): string[] {
  const parts = path.replace(/\/$/, '').split('/');
  const folders = parts.map((_, at) => `${parts.slice(0, at + 1).join('/')}/`);
  return path.endsWith('/') ? folders.slice(0, -1) : folders;
}
