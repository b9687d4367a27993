import type { Page } from '../client/api_types.ts';
import { isRefusal, type Refusal } from '../problems/refusal.ts';
import { buildQuerySchema } from '../query/ask/query_schema.ts';
import { decodePercent } from '../text/decode_percent.ts';
import { createContentsTool } from './tools/contents_tool.ts';
import { parseJson } from './tools/find_page.ts';
import { shorten } from './tools/fit_rows.ts';
import { type ToolContext, toolCaps } from './tools/tool.ts';

interface SiteResource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
  /** In bytes. */
  readonly size?: number;
  readonly annotations?: { readonly lastModified: string };
}

interface ResourceList {
  readonly resources: readonly SiteResource[];
  readonly nextCursor: string | null;
}

interface ResourceText {
  readonly mimeType: string;
  readonly text: string;
}

const pagesPrefix = 'catchword:///pages/';
/** RFC 6570. The scheme is our own, as `https` is for what a client may fetch by itself. */
export const pageTemplate = {
  uriTemplate: `${pagesPrefix}{+path}`,
  name: 'page',
  title: 'A page of the site',
  description: 'The Markdown of a page.',
  mimeType: 'text/markdown',
};

const contents: SiteResource = {
  uri: 'catchword:///contents',
  name: 'contents',
  title: 'Contents of the site',
  description: 'Collections and tags, with page counts.',
  mimeType: 'text/plain',
};
const querySchema: SiteResource = {
  uri: 'catchword:///query-schema',
  name: 'query-schema',
  title: 'Query grammar',
  description: 'The body of a QUERY to /api/pages, as JSON Schema 2020-12.',
  mimeType: 'application/schema+json',
};

const rowsOfList = 100;
const mostCompletions = 100;

/**
 * One part of the list of resources: what is fixed, then the pages by path.
 * @param cursor from the part before; null for the first part
 * @returns 'bad-cursor' for a cursor that no list gave, or the fault of a server that is too busy
 */
export async function listResources(
  cursor: string | null,
  { questions, caller }: ToolContext,
): Promise<ResourceList | 'bad-cursor' | Refusal> {
  const fixed = cursor === null ? [contents, querySchema] : [];
  const from = cursor === null ? '' : readCursor(cursor);
  if (from === null || (from !== '' && (await questions.find(from)) === -1)) return 'bad-cursor';
  const wanted = rowsOfList - fixed.length;
  // One more than requested: the next part begins there.
  const listed = await questions.pagesFrom(from, wanted + 1, caller);
  if (isRefusal(listed)) return listed;
  const rows = listed.map(({ row, size }) => ({ ...parseJson<Page>(row), size }));
  return {
    resources: [...fixed, ...rows.slice(0, wanted).map(describePage)],
    nextCursor: rows.length > wanted ? writeCursor(rows[wanted]!.path) : null,
  };
}

function describePage({ path, title, description, updated, size }: Page & { readonly size: number }): SiteResource {
  return {
    uri: pagesPrefix + expandPath(path),
    name: path,
    title: shorten(title, toolCaps.title),
    description: shorten(description, toolCaps.title),
    mimeType: 'text/markdown',
    size,
    ...(updated !== null && { annotations: { lastModified: `${updated}T00:00:00Z` } }),
  };
}

/** As the template expands it (RFC 6570 3.2.3): slashes stay, and other characters that no address holds are escaped. */
function expandPath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

function writeCursor(path: string): string {
  return Buffer.from(path).toString('base64url');
}

/** @returns null for a text that is not a cursor */
function readCursor(cursor: string): string | null {
  const path = Buffer.from(cursor, 'base64url').toString();
  return path !== '' && writeCursor(path) === cursor ? path : null;
}

/** The content of a resource; null when there is none of this address. */
export async function readResource(uri: string, context: ToolContext): Promise<ResourceText | Refusal | null> {
  const { questions } = context;
  if (uri === contents.uri) return readContents(context);
  if (uri === querySchema.uri) {
    const schema = buildQuerySchema(questions.grammar.collections);
    return { mimeType: querySchema.mimeType, text: JSON.stringify(schema) };
  }
  if (!uri.startsWith(pagesPrefix)) return null;
  for (const path of pathsOf(uri.slice(pagesPrefix.length))) {
    const page = await questions.find(path);
    if (page === -1) continue;
    const text = Buffer.from(await questions.markdown(page)).toString();
    return { mimeType: 'text/markdown', text };
  }
  return null;
}

async function readContents(context: ToolContext): Promise<ResourceText | Refusal> {
  const answer = await createContentsTool(context.questions.settings).call({}, context);
  return isRefusal(answer) ? answer : { mimeType: contents.mimeType, text: answer.join('\n\n') };
}

/** Clients expand the template with and without escapes. */
function pathsOf(written: string): readonly string[] {
  const paths = [decodePercent(written), written].map((path) => path.normalize('NFC'));
  return [...new Set(paths)].filter((path) => path !== '');
}

export async function completePath(
  prefix: string,
  { questions }: ToolContext,
): Promise<{ readonly values: readonly string[]; readonly hasMore: boolean }> {
  const start = prefix.normalize('NFC');
  const paths = await questions.pathsFrom(start, mostCompletions + 1);
  const fitting = paths.filter((path) => path.startsWith(start));
  return { values: fitting.slice(0, mostCompletions), hasMore: fitting.length > mostCompletions };
}
