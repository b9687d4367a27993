import type { SiteSettings } from '../corpus/corpus.ts';
import type { Refusal } from '../problems/refusal.ts';
import type { Caller } from '../questions/caller.ts';
import type { PageQuestions } from '../questions/page_questions.ts';
import { type ListedLine, type ListedSection, lineOf, llmsLimits, sectionName, sizeOfLine } from './llms_text.ts';
import type { PageSelection } from './page_selection.ts';
import { walkPages } from './walk_pages.ts';

/** Bytes of `llms.txt` besides its sections, and of each section besides its title and pages. */
const REST_BYTES = 8 * 1024;
const HEADING_BYTES = 40;

/** The sections of a site with their titles: pages in no collection (null), then the first collections as declared. */
export function sectionTitles({ collections }: SiteSettings): ReadonlyMap<string | null, string> {
  const rows = [{ name: null, title: 'Pages' }, ...collections].slice(0, llmsLimits.sections);
  return new Map(rows.map(({ name, title }) => [name, title]));
}

/**
 * The pages that `llms.txt` lists, by section. All pages of a site, when they fit.
 * @param selection has counted the pages of these sections
 */
export async function listSections(
  questions: PageQuestions,
  caller: Caller,
  selection: PageSelection,
): Promise<readonly ListedSection[] | Refusal> {
  const titles = sectionTitles(questions.settings);
  const headings = [...titles.values()].map((title) => HEADING_BYTES + Buffer.byteLength(sectionName(title)));
  selection.divide(headings.reduce((room, bytes) => room - bytes, llmsLimits.listBytes - REST_BYTES));
  const lines = new Map<string | null, ListedLine[]>([...titles.keys()].map((name) => [name, []]));
  const refusal = await walkPages(questions, caller, '', (page) => {
    const line = lineOf(page);
    if (selection.chooses(page, sizeOfLine(line))) lines.get(page.collection)!.push(line);
    return true;
  });
  if (refusal !== null) return refusal;
  return [...titles]
    .map(([name, title]) => ({ title, total: selection.pagesOf(name), pages: lines.get(name)! }))
    .filter(({ pages }) => pages.length > 0);
}
