import type { SiteSettings } from '../corpus/corpus.ts';
import type { OptionalFeatures } from '../discovery/resource.ts';
import type { PageFacts } from './walk_pages.ts';

/** Bounds of the files for language models. Documented in `site/docs/reference/site-files.md`. */
export const llmsLimits = {
  /** `llms.txt`, in bytes: some 12,000 tokens, which clients read whole. */
  listBytes: 50_000,
  /** The list of one collection, in bytes: some 65,000 tokens. */
  collectionBytes: 256 * 1024,
  /** `llms-full.txt`, in bytes: some million tokens. */
  textBytes: 4 * 1024 * 1024,
  /** Sections: pages in no collection, then the first collections as declared. */
  sections: 256,
  /** A title and a description in `llms.txt`, in characters. */
  titleCharacters: 200,
  descriptionCharacters: 300,
} as const;

/** Pages of a collection, or those in none, as they are listed. */
export interface ListedSection {
  /** Null: pages in no collection. */
  readonly name: string | null;
  readonly title: string;
  /** Pages of the section that were counted, listed or not. */
  readonly total: number;
  readonly pages: readonly ListedLine[];
}

/** The line of a page: its beginning, the origin of the service, and its end. */
export interface ListedLine {
  readonly path: string;
  /** As `PageFacts.twin`. */
  readonly twin: string;
  readonly beginning: string;
  readonly end: string;
}

/** A usual origin has about as many bytes. */
const ORIGIN_BYTES = 32;

/** The line of a page in `llms.txt`. */
export function lineOf({ path, title, description, twin }: PageFacts): ListedLine {
  const note = markdownLine(description, llmsLimits.descriptionCharacters);
  const name =
    markdownLinkText(title, llmsLimits.titleCharacters) || markdownLinkText(path, llmsLimits.titleCharacters);
  return {
    path,
    twin,
    beginning: `- [${name}](`,
    end: `${markdownTarget(twin)})${note === '' ? '' : `: ${note}`}\n`,
  };
}

/** @returns bytes of the line with an origin of usual length */
export function sizeOfLine({ beginning, end }: ListedLine): number {
  return Buffer.byteLength(beginning) + ORIGIN_BYTES + Buffer.byteLength(end);
}

/** The beginning that both files for language models have: a heading and a quotation (llmstxt.org). */
export function renderHead({ title, description }: SiteSettings): string {
  const about = description.trim() === '' ? `The pages of ${title}` : description;
  return `# ${markdownBlock(title, llmsLimits.titleCharacters)}\n\n> ${markdownBlock(about, 2_000)}\n\n`;
}

/** The title of a section as its heading has it. */
export function sectionName(title: string): string {
  return markdownLine(title, llmsLimits.titleCharacters);
}

/** @returns `12 pages` or `12 of 40 pages` */
export function countPages(listed: number, total: number): string {
  const all = `${total.toLocaleString('en')} ${total === 1 ? 'page' : 'pages'}`;
  return listed === total ? all : `${listed.toLocaleString('en')} of ${all}`;
}

/**
 * `/llms.txt` by the convention of llmstxt.org. Sections hold links alone, one a line, as readers of the convention expect.
 * @param origin of the service, which has the Markdown
 * @param collection as `listAddress`; the list of one is nowhere longer
 */
export function renderLlmsText(
  settings: SiteSettings,
  features: OptionalFeatures,
  sections: readonly ListedSection[],
  origin: string,
  collection?: string | null,
): string {
  const lists = sections.map(({ name, title, total, pages }) => {
    const heading = `## ${sectionName(title)} (${countPages(pages.length, total)})\n\n`;
    const whole = collection !== undefined || pages.length === total ? '' : linkToAll(origin, name, title, total);
    return heading + whole + pages.map(({ beginning, end }) => `${beginning}${origin}${end}`).join('');
  });
  return [
    renderHead(settings) + introduction(features, origin),
    ...lists,
    ...fullText(features, origin, collection),
  ].join('\n');
}

/**
 * The address of a list on the service.
 * @param collection that it is of; null: of the pages in none; absent: it is of the whole site
 */
export function listAddress(collection?: string | null, file = 'llms.txt'): string {
  return `/${file}${collection === undefined ? '' : `?collection=${encodeURIComponent(collection ?? '')}`}`;
}

/** The line that leads to the list of a section that is not listed whole. */
function linkToAll(origin: string, name: string | null, title: string, total: number): string {
  return `- [All of ${markdownLinkText(title, llmsLimits.titleCharacters)}](${origin}${listAddress(name)}): the list of all ${countPages(total, total)}\n`;
}

/** What is no page is named here and not in a list: clients that expand the file fetch what is linked there. */
function introduction(features: OptionalFeatures, origin: string): string {
  const pages =
    "Each link leads to the Markdown of a page. Only pages of the current version in the site's language are listed. A section that does not list all its pages lists those with the shortest paths.";
  const mcp = `Agents can search and read these pages with the Model Context Protocol (Streamable HTTP) at ${origin}/mcp.`;
  const api = [
    `Programs can search at ${origin}/api/search?q=WORDS, which returns JSON.`,
    `${origin}/api/openapi.json describes every resource, and ${origin}/api/query-schema.json describes the queries that POST /api/pages accepts.`,
    `${origin}/explore shows these pages to people.`,
    ...(features['sitemap.xml'] ? [`${origin}/sitemap.xml lists the addresses of all pages.`] : []),
    ...(features['feed.json'] ? [`${origin}/feed.json lists the newest pages.`] : []),
  ];
  return [pages, ...(features.mcp ? [mcp] : []), api.join(' ')].map((paragraph) => `${paragraph}\n`).join('\n');
}

/** @returns the section of the file that has the text, or none */
function fullText(features: OptionalFeatures, origin: string, collection?: string | null): readonly string[] {
  if (!features['llms-full.txt']) return [];
  const address = `${origin}${listAddress(collection, 'llms-full.txt')}`;
  const more = collection === undefined ? '; with ?collection=NAME, those of one collection' : '';
  return [`## Optional\n\n- [Full text](${address}): the pages above in one file${more}\n`];
}

/** White space, controls and marks that end lines: a run of them becomes a space. */
const BLANKS = /[\s\p{Cc}\u2028\u2029]+/gu;

/** Characters that could begin markup within a line. An underscore within a word cannot. */
const MARKUP = /[\\`*<~]|!(?=\[)|&(?=#?\w+;)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;

/** A text as one line of Markdown that shows it literally. @param most characters */
export function markdownLine(text: string, most: number): string {
  return cutLine(text, most).replace(MARKUP, '\\$&').replaceAll('[', '\\[').replaceAll(']', '\\]');
}

/**
 * As `markdownLine`, for the text of a link. Brackets are character references: readers of `llms.txt` look for the first closing
 * bracket, escaped or not.
 */
export function markdownLinkText(text: string, most: number): string {
  return cutLine(text, most).replace(MARKUP, '\\$&').replaceAll('[', '&#91;').replaceAll(']', '&#93;');
}

/** As `markdownLine`, for a whole heading or paragraph: what begins a block or closes a heading is literal too. */
export function markdownBlock(text: string, most: number): string {
  return markdownLine(text, most)
    .replace(/^(?:[-+>=|#]|\d{1,9}(?=[.)]))/, (mark) => (/\d/.test(mark) ? `${mark}\\` : `\\${mark}`))
    .replace(/(?<=\s)#+$/, '\\$&');
}

/** An address as the target of a link: parentheses would end it. */
export function markdownTarget(address: string): string {
  return address.replaceAll('(', '%28').replaceAll(')', '%29');
}

function cutLine(text: string, most: number): string {
  const line = text.toWellFormed().replace(BLANKS, ' ').trim();
  if (line.length <= most) return line;
  const characters = [...line];
  return characters.length <= most ? line : `${characters.slice(0, most - 1).join('')}…`;
}
