import type { SiteSettings } from '../../corpus/corpus.ts';
import { isRefusal, type Refusal } from '../../problems/refusal.ts';
import { caps } from '../../query/ask/caps.ts';
import { byCodePoint } from '../../text/by_code_point.ts';
import { countOf } from '../../text/count_of.ts';
import { type Narrowed, narrowing, readTool } from './arguments.ts';
import { askSearch, citedAddress, type PageRow, type PageRows } from './find_page.ts';
import { mostFitting, shorten } from './fit_rows.ts';
import {
  count,
  countOrNull,
  list,
  object,
  type Tool,
  type ToolAnswer,
  type ToolContext,
  text,
  toolCaps,
} from './tool.ts';

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

/** The parts of a site. */
interface Parts {
  readonly collections: readonly Collection[];
  readonly tags: readonly Tag[];
  /** Tags that the site has beyond those. */
  readonly moreTags: number;
}

/** The answer of the tool: the parts of the site, or the pages of one. */
interface Contents extends Parts {
  readonly pages: PageRows;
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
      `Lists what ${title} has.`,
      hasCollections
        ? 'Without arguments its collections and tags with their numbers of pages; with a collection or tag its pages.'
        : 'Without arguments its tags and all pages; with a tag the pages that carry it.',
    ].join(' '),
    takes: [
      ...narrowing(collections),
      { kind: 'number', name: 'limit', ...toolCaps.contentsRows, description: 'Most pages to answer.' },
      {
        kind: 'number',
        name: 'offset',
        minimum: 0,
        default: 0,
        description: 'Pages to leave out: nextOffset of the answer before.',
      },
    ],
    output: object({
      collections: list(object({ collection: text, title: text, count })),
      tags: list(object({ slug: text, title: text, count })),
      total: count,
      items: list(object({ path: text, title: text, url: text })),
      nextOffset: countOrNull,
    }),
    async call({ limit, offset, ...narrowed }: ContentsArguments, context) {
      const isNarrowed = Object.keys(narrowed).length > 0;
      const listsPages = isNarrowed || !hasCollections;
      const pages = await listPages(narrowed, offset, listsPages ? limit : 0, context);
      if (isRefusal(pages)) return pages;
      const parts = isNarrowed ? noParts : await listParts(context);
      if (isRefusal(parts)) return parts;
      return render(title, { ...parts, pages, offset });
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

/** Pages as `/api/search` lists them without words, which answers at most `caps.limit.search` at once. @param limit 0: only the total */
async function listPages(
  narrowed: Narrowed,
  start: number,
  limit: number,
  context: ToolContext,
): Promise<PageRows | Refusal> {
  const items: PageRow[] = [];
  for (;;) {
    const rows = Math.min(Math.max(1, limit - items.length), caps.limit.search);
    const parameters = { limit: rows, offset: start + items.length, sections: 0, ...narrowed };
    const reply = await askSearch<PageRows>(parameters, context);
    if (isRefusal(reply)) return reply;
    const { items: found, total } = reply;
    if (limit === 0) return { items: [], total };
    items.push(...found.map((row) => ({ ...row, canonical: citedAddress(row, context) })));
    if (items.length >= limit || found.length < rows) return { items, total };
  }
}

/** As many collections, tags and pages as fit, in this order. */
function render(site: string, contents: Contents): ToolAnswer {
  const { collections, tags, moreTags, pages, offset } = contents;
  const part = (collectionCount: number, tagCount: number, pageCount: number): ToolAnswer =>
    renderPart(site, {
      collections: collections.slice(0, collectionCount),
      moreCollections: collections.length - collectionCount,
      tags: tags.slice(0, tagCount),
      moreTags: moreTags + tags.length - tagCount,
      pages: { ...pages, items: pages.items.slice(0, pageCount) },
      offset,
    });
  const most = toolCaps.contentsSize;
  const collectionCount = mostFitting(collections.length, most, (count) => part(count, 0, 0));
  const tagCount = mostFitting(tags.length, most, (count) => part(collectionCount, count, 0));
  const pageCount = mostFitting(pages.items.length, most, (count) => part(collectionCount, tagCount, count));
  return part(collectionCount, tagCount, pageCount);
}

function renderPart(
  site: string,
  { collections, moreCollections, tags, moreTags, pages, offset }: Contents & { readonly moreCollections: number },
): ToolAnswer {
  const { items, total } = pages;
  const end = offset + items.length;
  const nextOffset = items.length > 0 && end < total ? end : null;
  const hasParts = collections.length > 0 || tags.length > 0;
  const parts = [
    hasParts ? `${site} has ${countOf(total, 'page')}.` : null,
    section(
      'Collections',
      collections.map(
        ({ collection, title, count }) => `- ${collection} (${shorten(title, toolCaps.title)}): ${count}`,
      ),
      moreCollections,
    ),
    section(
      'Tags',
      tags.map(({ slug, total }) => `- ${slug}: ${total}`),
      moreTags,
    ),
    items.length === 0 && hasParts ? null : pageList(items, { offset, total, nextOffset }),
  ];
  return {
    texts: [parts.filter((part) => part !== null).join('\n\n')],
    structured: {
      collections: collections.map(({ collection, title, count }) => {
        return { collection, title: shorten(title, toolCaps.title), count };
      }),
      tags: tags.map(({ slug, title, total }) => ({ slug, title: shorten(title, toolCaps.title), count: total })),
      total,
      items: items.map(({ path, canonical, title }) => ({
        path,
        title: shorten(title, toolCaps.title),
        url: canonical,
      })),
      nextOffset,
    },
  };
}

/** @param more how many are not listed */
function section(heading: string, lines: readonly string[], more: number): string | null {
  if (lines.length + more === 0) return null;
  return [`${heading}:`, ...lines, ...(more === 0 ? [] : [`- and ${more} more`])].join('\n');
}

function pageList(
  rows: readonly PageRow[],
  {
    offset,
    total,
    nextOffset,
  }: { readonly offset: number; readonly total: number; readonly nextOffset: number | null },
): string {
  if (rows.length === 0) return `No pages from offset ${offset}: there are ${total}.`;
  const lines = rows.map(({ path, title }) => `- ${shorten(title, toolCaps.title)} - ${path}`);
  const next = nextOffset === null ? '' : ` Go on with offset: ${nextOffset}.`;
  return `Pages ${offset + 1} to ${offset + rows.length} of ${total}.${next}\n${lines.join('\n')}`;
}
