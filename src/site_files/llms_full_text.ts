import { isRefusal, type Refusal } from '../problems/refusal.ts';
import type { Caller } from '../questions/caller.ts';
import type { PageQuestions } from '../questions/page_questions.ts';
import { findCode } from '../text/markdown/markdown_code.ts';
import { countPages, type ListedSection, listAddress, llmsLimits, renderHead, sectionName } from './llms_text.ts';

/** A section is full when so many pages in a row do not fit. */
const MOST_MISSES = 16;

/** Pages that are read at once: in memory together, and over a cluster one request. */
const BATCH = 16;

/**
 * `/llms-full.txt`: the Markdown of the listed pages, by section. Every section gets an equal share of the bytes, and what small
 * ones leave goes to large ones. It names addresses of this service without their origin, so there is one for all origins.
 * @param collection that the sections are of; null: of the pages in none; absent: they are of the whole site
 */
export async function writeLlmsFullText(
  questions: PageQuestions,
  caller: Caller,
  sections: readonly ListedSection[],
  collection?: string | null,
  most: number = llmsLimits.textBytes,
): Promise<Uint8Array | Refusal> {
  const introduction = `The Markdown of the pages that ${listAddress(collection)} lists, as much as fits. Each page begins with a line that gives the address of its Markdown.\n`;
  const head = Buffer.from(renderHead(questions.settings) + introduction);
  const written = new Map<ListedSection, Buffer>();
  const bySize = sections.toSorted((a, b) => a.pages.length - b.pages.length);
  let left = most - head.length;
  for (const [index, section] of bySize.entries()) {
    const bytes = await writeSection(questions, caller, section, Math.floor(left / (bySize.length - index)));
    if (isRefusal(bytes)) return bytes;
    left -= bytes.length;
    written.set(section, bytes);
  }
  return Buffer.concat([head, ...sections.map((section) => written.get(section)!)]);
}

/** @returns nothing when no page fits */
async function writeSection(
  questions: PageQuestions,
  caller: Caller,
  section: ListedSection,
  room: number,
): Promise<Buffer | Refusal> {
  const { title, total, pages } = section;
  const headingOf = (count: number, bytes: number) =>
    `\n## ${sectionName(title)} (${countPages(count, total)}, ${bytes.toLocaleString('en')} bytes)\n`;
  const pieces: Uint8Array[] = [];
  // The longest heading names nearly all pages.
  let left = room - Buffer.byteLength(headingOf(0, room)) - total.toLocaleString('en').length;
  let bytes = 0;
  let count = 0;
  let misses = 0;
  let batch: readonly Uint8Array[] = [];
  for (const [at, { twin }] of pages.entries()) {
    if (at % BATCH === 0) {
      const paths = pages.slice(at, at + BATCH).map(({ path }) => path);
      const read = await questions.markdownsAt(paths, caller);
      if (isRefusal(read)) return read;
      batch = read;
    }
    const markdown = batch[at % BATCH]!;
    const beginning = Buffer.from(`\n---\n\nSource: ${twin}\n\n`);
    let end = '\n';
    if (markdown.length <= left) {
      const text = decoder.decode(markdown);
      // Reading all lines takes time, and most pages have no fence; no row of a table begins one.
      const fence = /^(?!\|).*?(?:`{3}|~{3})/m.test(text) ? findCode(text).openFence : null;
      if (fence !== null) end = `\n${fence}\n`;
    }
    const size = beginning.length + markdown.length + end.length;
    if (size > left) {
      if (++misses === MOST_MISSES) break;
      continue;
    }
    misses = 0;
    left -= size;
    bytes += size;
    count++;
    pieces.push(beginning, markdown, Buffer.from(end));
  }
  return count === 0 ? Buffer.alloc(0) : Buffer.concat([Buffer.from(headingOf(count, bytes)), ...pieces]);
}

const decoder = new TextDecoder();
