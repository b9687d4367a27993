import type { MaybePromise } from '../async/maybe_promise.ts';
import type { SiteSettings } from '../corpus/corpus.ts';
import type { OptionalFeatures } from '../discovery/resource.ts';
import { isRefusal, type Refusal, refuse } from '../problems/refusal.ts';
import type { Caller } from '../questions/caller.ts';
import type { PageQuestions } from '../questions/page_questions.ts';
import { isInRange } from '../text/language_range.ts';
import { createAlternates } from './alternates.ts';
import { NewestPages, renderAtomFeed, renderJsonFeed } from './feeds.ts';
import { type ListedPages, listSections, SectionCounts, sectionTitles } from './listed_sections.ts';
import { writeLlmsFullText } from './llms_full_text.ts';
import { lineOf, llmsLimits, renderLlmsText, sizeOfLine } from './llms_text.ts';
import { type Alternates, planSitemap, renderSitemapIndex, type SitemapPart, writeSitemapPart } from './sitemap.ts';
import { type PageFacts, walkPages } from './walk_pages.ts';

/** Writes a file for an origin of the service, without a trailing slash. */
export type ForOrigin = (origin: string) => string;

/** The files of one build. What they are made of is read once, on first use, in turn with the questions of callers. */
export type SiteFiles = ReturnType<typeof createSiteFiles>;

/** What all files are made of. */
interface Survey {
  readonly parts: readonly SitemapPart[];
  readonly alternates: Alternates;
  readonly newest: NewestPages['pages'];
  readonly listed: ListedPages;
}

const noAddresses = refuse(
  'no-such-resource',
  "Cannot list the addresses of pages: no page that search engines may index has an address on the site's host.",
);
const noDates = refuse(
  'no-such-resource',
  'Cannot list the newest pages: no page has a date. Add "published" or "updated" to the front matter of your pages.',
);

const noSection = refuse(
  'no-such-resource',
  'Cannot list the pages: this site has no such collection. /api/collections lists the names.',
);

/** Reads nothing before a file is first asked for. */
export function createSiteFiles(questions: PageQuestions, features: OptionalFeatures) {
  const { settings } = questions;
  // The files are for all callers: one share of the time, which ends with no connection.
  const caller: Caller = { signal: new AbortController().signal };

  const survey = makeOnce(() => surveySite(questions, caller));
  const sitemap = makeOnceOf(survey, (surveyed) => (surveyed.parts.length === 0 ? noAddresses : surveyed));

  /** @param most bytes; @param collection as `listAddress` */
  async function writeList({ parts, newest, listed }: Survey, most: number, collection?: string | null) {
    const sections = await listSections(questions, caller, listed, most, collection);
    if (isRefusal(sections)) return sections;
    // A file that this site has nothing for answers 404.
    const has = {
      'sitemap.xml': features['sitemap.xml'] && parts.length > 0,
      'feed.json': features['feed.json'] && newest.length > 0,
    };
    return (origin: string) => renderLlmsText(settings, { ...features, ...has }, sections, origin, collection);
  }

  async function writeText({ listed }: Survey, collection?: string | null): Promise<Uint8Array | Refusal> {
    const sections = await listSections(questions, caller, listed, llmsLimits.collectionBytes, collection);
    return isRefusal(sections) ? sections : writeLlmsFullText(questions, caller, sections, collection);
  }

  /** The file of one collection; null: of the pages in none. Reads the pages each time. */
  function ofCollection<File>(write: (surveyed: Survey, collection: string | null) => Promise<File | Refusal>) {
    return async (collection: string | null): Promise<File | Refusal> => {
      if (!sectionTitles(settings).has(collection)) return noSection;
      const surveyed = await survey();
      return isRefusal(surveyed) ? surveyed : write(surveyed, collection);
    };
  }

  function feed(write: typeof renderAtomFeed, name: string): () => MaybePromise<ForOrigin | Refusal> {
    return makeOnceOf(survey, ({ newest: pages }) =>
      pages.length === 0 ? noDates : (origin) => write({ settings, self: `${origin}/${name}`, pages }),
    );
  }

  return {
    robots: (origin: string) => renderRobotsText(features, origin),
    llms: makeOnceOf(survey, (surveyed) => writeList(surveyed, llmsLimits.listBytes)),
    llmsOf: ofCollection((surveyed, collection) => writeList(surveyed, llmsLimits.collectionBytes, collection)),
    /** UTF-8, as `llmsFullOf`. */
    llmsFull: makeOnceOf(survey, (surveyed) => writeText(surveyed)),
    llmsFullOf: ofCollection(writeText),
    atomFeed: feed(renderAtomFeed, 'feed.xml'),
    jsonFeed: feed(renderJsonFeed, 'feed.json'),
    /** The number of parts of the sitemap, and the index that names them. */
    sitemap: makeOnceOf(sitemap, ({ parts }) => {
      return { parts: parts.length, index: (origin: string) => renderSitemapIndex(parts, `${origin}/sitemap.xml`) };
    }),
    /** Reads the pages of a part each time. @param part 1 to the number of parts @returns UTF-8 */
    async sitemapPart(part: number): Promise<Uint8Array | Refusal> {
      const planned = await sitemap();
      if (isRefusal(planned)) return planned;
      const asked = planned.parts[part - 1]!;
      const writer = writeSitemapPart(settings.origin, planned.alternates, asked);
      const refusal = await walkPages(questions, caller, asked.from, (page, number) => writer.add(page, number));
      return refusal ?? writer.bytes();
    },
  };
}

/** Makes a value on first use, once for all who ask meanwhile. After a refusal or an error the next one to ask tries again. */
function makeOnce<Value>(make: () => Promise<Value | Refusal>): () => MaybePromise<Value | Refusal> {
  let made: MaybePromise<Value | Refusal> | null = null;
  return () => {
    made ??= make().then(
      (value) => {
        made = isRefusal(value) ? null : value;
        return value;
      },
      (error: unknown) => {
        made = null;
        throw error;
      },
    );
    return made;
  };
}

/** `makeOnce` of what is made from another such value. */
function makeOnceOf<From, Value>(
  from: () => MaybePromise<From | Refusal>,
  make: (value: From) => MaybePromise<Value | Refusal>,
): () => MaybePromise<Value | Refusal> {
  return makeOnce(async () => {
    const value = await from();
    return isRefusal(value) ? value : make(value);
  });
}

/**
 * `/robots.txt` (RFC 9309). All may be fetched but results of searches, which have no end.
 * @param origin of the service
 */
function renderRobotsText(features: OptionalFeatures, origin: string): string {
  const lines = ['User-agent: *', 'Disallow: /explore?', ...(features.home ? ['Disallow: /?'] : [])];
  if (features['sitemap.xml']) lines.push('', `Sitemap: ${origin}/sitemap.xml`);
  return `${lines.join('\n')}\n`;
}

/** Reads all pages once: where the parts of the sitemap begin, which pages are the newest, and which are listed for language models. */
async function surveySite(questions: PageQuestions, caller: Caller): Promise<Survey | Refusal> {
  const alternates = createAlternates(questions);
  const plan = planSitemap(questions.settings.origin, () => []);
  const newest = new NewestPages();
  const counts = new SectionCounts();
  const ofAll = new SectionCounts();
  const sections = sectionTitles(questions.settings);
  let own = 0;
  /** Of the versions and translations of a page the first one, which is current and in the language of the site. */
  const speaks = (_: PageFacts, number: number) => questions.copies(number, 0).isFirst;
  const isOwn = (page: PageFacts, number: number) => isOfLanguage(page, questions.settings) && speaks(page, number);
  const refusal = await walkPages(questions, caller, '', (page, number) => {
    plan.add(page, number);
    alternates.add(page, number);
    newest.add(page);
    if (!sections.has(page.collection) || !speaks(page, number)) return true;
    const bytes = sizeOfLine(lineOf(page));
    ofAll.count(page, bytes);
    if (!isOwn(page, number)) return true;
    own++;
    counts.count(page, bytes);
    return true;
  });
  // A site may name a language that none of its pages is in.
  const listed = own === 0 ? { counts: ofAll, isListed: speaks } : { counts, isListed: isOwn };
  if (refusal !== null) return refusal;
  const parts = alternates.count === 0 ? plan.parts : await planTranslated(questions, caller, alternates.of);
  return isRefusal(parts) ? parts : { parts, alternates: alternates.of, newest: newest.pages, listed };
}

/** The parts of a sitemap whose entries name their translations, whose addresses a first walk has found. */
async function planTranslated(
  questions: PageQuestions,
  caller: Caller,
  alternates: Alternates,
): Promise<readonly SitemapPart[] | Refusal> {
  const plan = planSitemap(questions.settings.origin, alternates);
  const refusal = await walkPages(questions, caller, '', (page, number) => {
    plan.add(page, number);
    return true;
  });
  return refusal ?? plan.parts;
}

function isOfLanguage({ language }: PageFacts, settings: SiteSettings): boolean {
  return isInRange(language.toLowerCase(), settings.language.toLowerCase().split('-')[0]!);
}
