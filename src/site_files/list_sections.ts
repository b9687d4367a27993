import { isRefusal, type Refusal } from '../problems/refusal.ts';
import type { Caller } from '../questions/caller.ts';
import type { PageQuestions } from '../questions/page_questions.ts';
import { llmsLimits } from './llms_limits.ts';
import { type ListedLine, type ListedSection, lineOf, sectionName, sizeOfLine } from './llms_text.ts';
import { PageSelection } from './page_selection.ts';
import { walkPages } from './walk_pages.ts';

/** Bytes of `llms.txt` besides its sections, and of each section besides its title and pages. */
const REST_BYTES = 8 * 1024;
const HEADING_BYTES = 40;

/**
 * The pages that `llms.txt` lists, by section: pages in no collection, then the collections as declared. All pages of a site, when
 * they fit.
 */
export async function listSections(
  questions: PageQuestions,
  caller: Caller,
  most: number = llmsLimits.listBytes,
): Promise<readonly ListedSection[] | Refusal> {
  const sections = [{ name: null, title: 'Pages' }, ...questions.settings.collections].slice(0, llmsLimits.sections);
  const headings = sections.reduce((sum, { title }) => sum + HEADING_BYTES + Buffer.byteLength(sectionName(title)), 0);
  const lines = new Map<string | null, ListedLine[]>(sections.map(({ name }) => [name, []]));
  const selection = new PageSelection();
  const counted = await walkPages(questions, caller, '', (page) => {
    if (lines.has(page.collection)) selection.count(page, sizeOfLine(lineOf(page)));
    return true;
  });
  if (isRefusal(counted)) return counted;
  selection.divide(most - REST_BYTES - headings);
  const chosen = await walkPages(questions, caller, '', (page) => {
    const line = lineOf(page);
    if (selection.chooses(page, sizeOfLine(line))) lines.get(page.collection)!.push(line);
    return true;
  });
  if (isRefusal(chosen)) return chosen;
  return sections
    .map(({ name, title }) => ({ title, total: selection.pagesOf(name), pages: lines.get(name)! }))
    .filter(({ pages }) => pages.length > 0);
}
