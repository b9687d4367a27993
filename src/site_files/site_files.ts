import type { MaybePromise } from '../async/maybe_promise.ts';
import type { OptionalFeatures } from '../discovery/resource.ts';
import { isRefusal, type Refusal, refuse } from '../problems/refusal.ts';
import type { Caller } from '../questions/caller.ts';
import type { PageQuestions } from '../questions/page_questions.ts';
import { renderAtomFeed } from './atom_feed.ts';
import { renderJsonFeed } from './json_feed.ts';
import { listSections, sectionTitles } from './list_sections.ts';
import { writeLlmsFullText } from './llms_full_text.ts';
import { lineOf, renderLlmsText, sizeOfLine } from './llms_text.ts';
import { makeOnce } from './make_once.ts';
import { NewestPages } from './newest_pages.ts';
import { PageSelection } from './page_selection.ts';
import { renderRobotsText } from './robots_text.ts';
import { renderSitemapIndex, type SitemapPart, SitemapPlan, SitemapWriter } from './sitemap.ts';
import { walkPages } from './walk_pages.ts';

/** Writes a file for an origin of the service, without a trailing slash. */
export type ForOrigin = (origin: string) => string;

/** The files of one build. What they are made of is read once, on first use, in turn with the questions of callers. */
export interface SiteFiles {
  readonly robots: ForOrigin;
  llms(): MaybePromise<ForOrigin | Refusal>;
  /** UTF-8. */
  llmsFull(): MaybePromise<Uint8Array | Refusal>;
  atomFeed(): MaybePromise<ForOrigin | Refusal>;
  jsonFeed(): MaybePromise<ForOrigin | Refusal>;
  /** The number of parts of the sitemap, and the index that names them. */
  sitemap(): MaybePromise<{ readonly parts: number; readonly index: ForOrigin } | Refusal>;
  /** Reads the pages of a part each time. @param part 1 to the number of parts @returns UTF-8 */
  sitemapPart(part: number): Promise<Uint8Array | Refusal>;
}

/** What all files are made of. */
interface Survey {
  readonly parts: readonly SitemapPart[];
  readonly newest: NewestPages['pages'];
  readonly selection: PageSelection;
}

const noAddresses = refuse(
  'no-such-resource',
  'Cannot list the addresses of pages: no page has an address on the host of the site that search engines may list.',
);
const noDates = refuse(
  'no-such-resource',
  'Cannot list the newest pages: no page has a date. Write "published" or "updated" into the front matter of pages.',
);

/** Reads nothing before a file is first asked for. */
export function createSiteFiles(questions: PageQuestions, features: OptionalFeatures): SiteFiles {
  const { settings } = questions;
  // The files are for all callers: one share of the time, which ends with no connection.
  const caller: Caller = { connection: {}, signal: new AbortController().signal };

  const survey = makeOnce(() => surveySite(questions, caller));
  const sections = makeOnce(async () => {
    const surveyed = await survey();
    return isRefusal(surveyed) ? surveyed : listSections(questions, caller, surveyed.selection);
  });

  async function feed(write: typeof renderAtomFeed, name: string): Promise<ForOrigin | Refusal> {
    const surveyed = await survey();
    if (isRefusal(surveyed)) return surveyed;
    const pages = surveyed.newest;
    return pages.length === 0 ? noDates : (origin) => write({ settings, self: `${origin}/${name}`, pages });
  }

  async function parts(): Promise<readonly SitemapPart[] | Refusal> {
    const surveyed = await survey();
    if (isRefusal(surveyed)) return surveyed;
    return surveyed.parts.length === 0 ? noAddresses : surveyed.parts;
  }

  return {
    robots: (origin) => renderRobotsText(features, origin),
    llms: makeOnce(async () => {
      const listed = await sections();
      return isRefusal(listed) ? listed : (origin) => renderLlmsText(settings, features, listed, origin);
    }),
    llmsFull: makeOnce(async () => {
      const listed = await sections();
      return isRefusal(listed) ? listed : writeLlmsFullText(questions, caller, listed);
    }),
    atomFeed: makeOnce(() => feed(renderAtomFeed, 'feed.xml')),
    jsonFeed: makeOnce(() => feed(renderJsonFeed, 'feed.json')),
    sitemap: makeOnce(async () => {
      const planned = await parts();
      if (isRefusal(planned)) return planned;
      return { parts: planned.length, index: (origin) => renderSitemapIndex(planned, `${origin}/sitemap.xml`) };
    }),
    async sitemapPart(part) {
      const planned = await parts();
      if (isRefusal(planned)) return planned;
      const writer = new SitemapWriter(settings.origin, planned[part - 1]!);
      const refusal = await walkPages(questions, caller, planned[part - 1]!.from, (page) => writer.add(page));
      return refusal ?? writer.bytes();
    },
  };
}

/** Reads all pages once: where the parts of the sitemap begin, and which pages are the newest. */
async function surveySite(questions: PageQuestions, caller: Caller): Promise<Survey | Refusal> {
  const plan = new SitemapPlan(questions.settings.origin);
  const newest = new NewestPages();
  const selection = new PageSelection();
  const sections = sectionTitles(questions.settings);
  const refusal = await walkPages(questions, caller, '', (page) => {
    plan.add(page);
    newest.add(page);
    if (sections.has(page.collection)) selection.count(page, sizeOfLine(lineOf(page)));
    return true;
  });
  return refusal ?? { parts: plan.parts, newest: newest.pages, selection };
}
