import type { SearchAnswer, SearchRow } from '../../client/api_types.ts';
import type { SiteSettings } from '../../corpus/corpus.ts';
import { isRefusal, type Refusal } from '../../problems/refusal.ts';
import { caps } from '../../query/ask/caps.ts';
import { byCodePoint } from '../../text/by_code_point.ts';
import { countOf } from '../../text/count_of.ts';
import { type Narrowed, narrowing, readTool } from './arguments.ts';
import { askSearch } from './find_page.ts';
import { fittingLines, shorten } from './fit_rows.ts';
import { type Tool, type ToolContext, toolCaps } from './tool.ts';

/** Characters kept for the sentences around the lists. */
const headSize = 500;

interface Collection {
  readonly collection: string;
  readonly title: string;
  readonly count: number;
}

interface Tag {
  readonly slug: string;
  readonly title: string;
  readonly total: number;
}

interface Parts {
  readonly collections: readonly Collection[];
  readonly tags: readonly Tag[];
  readonly moreTags: number;
}

type ListedPages = Pick<SearchAnswer, 'items' | 'total'>;

interface Contents extends Parts {
  readonly pages: ListedPages;
  readonly offset: number;
}

interface ContentsArguments extends Narrowed {
  readonly limit: number;
  readonly offset: number;
}

/** `contents`: the collections and tags of the site, or the pages of one. */
export function createContentsTool({ title, collections }: SiteSettings): Tool {
  const hasCollections = collections.length > 0;
  return readTool({
    name: 'contents',
    title: `Contents of ${title}`,
    description: [
      `Lists what ${title} contains.`,
      hasCollections
        ? 'Without arguments: collections and tags, with page counts. With collection or tag: its pages.'
        : 'Without arguments: all tags and pages. With tag: its pages.',
    ].join(' '),
    takes: [
      ...narrowing(collections),
      { kind: 'number', name: 'limit', ...toolCaps.contentsRows, description: 'Maximum number of pages to return.' },
      {
        kind: 'number',
        name: 'offset',
        minimum: 0,
        default: 0,
        description: 'Number of pages to skip; see the previous result.',
      },
    ],
    async call({ limit, offset, ...narrowed }: ContentsArguments, context) {
      const isNarrowed = Object.keys(narrowed).length > 0;
      const listsPages = isNarrowed || !hasCollections;
      const pages = await listPages(narrowed, offset, listsPages ? limit : 0, context);
      if (isRefusal(pages)) return pages;
      const parts = isNarrowed ? noParts : await listParts(context);
      if (isRefusal(parts)) return parts;
      return [render(title, { ...parts, pages, offset })];
    },
  });
}

const noParts: Parts = { collections: [], tags: [], moreTags: 0 };

async function listParts(context: ToolContext): Promise<Parts | Refusal> {
  const { questions, caller } = context;
  const collections = await questions.list('collections', Number.POSITIVE_INFINITY, caller);
  if (isRefusal(collections)) return collections;
  const tags = await questions.list('tags', Number.POSITIVE_INFINITY, caller);
  if (isRefusal(tags)) return tags;
  const sorted = parseRows<Tag>(tags.rows).sort((a, b) => b.total - a.total || byCodePoint(a.slug, b.slug));
  const shown = sorted.slice(0, toolCaps.tags);
  return {
    collections: parseRows<Collection>(collections.rows),
    tags: shown,
    moreTags: sorted.length - shown.length,
  };
}

function parseRows<Row>(rows: Uint8Array): Row[] {
  return JSON.parse(`[${Buffer.from(rows).toString()}]`) as Row[];
}

/** Pages, every version by itself, as `/api/search` lists them without words, which answers at most `caps.limit.search` at once. @param limit 0: only the total */
async function listPages(
  narrowed: Narrowed,
  start: number,
  limit: number,
  context: ToolContext,
): Promise<ListedPages | Refusal> {
  const items: SearchRow[] = [];
  for (;;) {
    const rows = Math.min(Math.max(1, limit - items.length), caps.limit.search);
    const parameters = { limit: rows, offset: start + items.length, sections: 0, version: 'all', ...narrowed };
    const reply = await askSearch(parameters, context);
    if (isRefusal(reply)) return reply;
    const { items: found, total } = reply;
    if (limit === 0) return { items: [], total };
    items.push(...found);
    if (items.length >= limit || found.length < rows) return { items, total };
  }
}

/** As many collections, tags and pages as fit, in this order. */
function render(site: string, { collections, tags, moreTags, pages: { items, total }, offset }: Contents): string {
  let room = toolCaps.contentsSize - headSize;
  const take = (lines: readonly string[]): readonly string[] => {
    const shown = lines.slice(0, fittingLines(lines, room));
    room -= shown.reduce((size, line) => size + line.length + 1, 0);
    return shown;
  };
  const listed = take(
    collections.map(({ collection, title, count }) => `- ${collection} (${shorten(title, toolCaps.title)}): ${count}`),
  );
  const tagged = take(tags.map(({ slug, total }) => `- ${slug}: ${total}`));
  const rows = take(items.map(({ path, title }) => `- ${shorten(title, toolCaps.title)} - ${path}`));
  const hasParts = collections.length + tags.length > 0;
  const parts = [
    hasParts ? `${site} has ${countOf(total, 'page')}.` : null,
    section('Collections', listed, collections.length - listed.length),
    section('Tags', tagged, moreTags + tags.length - tagged.length),
    rows.length === 0 && hasParts ? null : pageList(rows, offset, total),
  ];
  return parts.filter((part) => part !== null).join('\n\n');
}

/** @param more how many are not listed */
function section(heading: string, lines: readonly string[], more: number): string | null {
  if (lines.length + more === 0) return null;
  return [`${heading}:`, ...lines, ...(more === 0 ? [] : [`- and ${more} more`])].join('\n');
}

function pageList(lines: readonly string[], offset: number, total: number): string {
  if (lines.length === 0) return `No pages from offset ${offset} on: the total is ${total}.`;
  const end = offset + lines.length;
  const next = end < total ? ` Continue with offset: ${end}.` : '';
  return `Pages ${offset + 1} to ${end} of ${total}.${next}\n${lines.join('\n')}`;
}
