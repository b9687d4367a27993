import type { SiteSettings } from '../../corpus/corpus.ts';
import { isRefusal, type Refusal } from '../../problems/refusal.ts';
import { caps } from '../../query/ask/caps.ts';
import { countCharacters } from '../../text/count_characters.ts';
import { countOf } from '../../text/count_of.ts';
import { type Narrowed, narrowing, readTool } from './arguments.ts';
import { askPages, askSearch, citedAddress, type PageRow, type PageRows } from './find_page.ts';
import { fitRows, type RowShares, shorten } from './fit_rows.ts';
import {
  count,
  flag,
  list,
  object,
  type Tool,
  type ToolAnswer,
  type ToolContext,
  text,
  textOrNull,
  toolCaps,
} from './tool.ts';

interface SearchArguments extends Narrowed {
  readonly query: string;
  readonly limit: number;
}

/** `search`: pages by their words. */
export function createSearchTool({ title, collections }: SiteSettings): Tool {
  return readTool({
    name: 'search',
    title: `Search ${title}`,
    description: [
      `Finds pages of ${title} by words. All words must be on a page; a part in double quotes is a phrase.`,
      'Answers the best pages first, with the section and the text around the best hit. Read them with the tool read.',
    ].join(' '),
    takes: [
      {
        kind: 'text',
        name: 'query',
        isRequired: true,
        maximum: caps.length.clause,
        description: 'What to search for: a few telling words, not a sentence.',
      },
      ...narrowing(collections),
      { kind: 'number', name: 'limit', ...toolCaps.searchRows, description: 'Most pages to answer.' },
    ],
    output: object({
      total: count,
      relaxed: flag,
      didYouMean: textOrNull,
      items: list(
        object({
          path: text,
          title: text,
          description: text,
          url: text,
          section: textOrNull,
          anchor: textOrNull,
          excerpt: text,
        }),
      ),
    }),
    async call({ query, limit, ...narrowed }: SearchArguments, context) {
      const found = await askPages({ match: { text: query, in: 'all' }, limit, ...narrowed }, context);
      if (isRefusal(found)) return found;
      const meant = found.total === 0 ? await didYouMean(query, narrowed, context) : null;
      return isRefusal(meant) ? meant : render(query, found, meant, context);
    },
  });
}

/** The query with words corrected that are probably mistyped; null when there is nothing to correct, a fault when the server is busy. */
async function didYouMean(query: string, narrowed: Narrowed, context: ToolContext): Promise<string | null | Refusal> {
  if (countCharacters(query) > caps.length.search) return null;
  const parameters = { q: query, prefix: 'none', limit: 1, sections: 0, ...narrowed };
  const found = await askSearch<{ readonly didYouMean: { readonly q: string } | null }>(parameters, context);
  if (isRefusal(found)) return found.slug === null ? found : null;
  return found.didYouMean?.q ?? null;
}

function render(
  query: string,
  { items, total, relaxed = false }: PageRows,
  didYouMean: string | null,
  context: ToolContext,
): ToolAnswer {
  return fitRows(items.length, toolCaps.searchSize, (shown, shares) => {
    const rows = items.slice(0, shown);
    const described = rows.map((row, index) => describeRow(row, index, shares.excerpt));
    return {
      texts: [[headline(query, shown, total, relaxed, didYouMean), ...described].join('\n\n')],
      structured: { total, relaxed, didYouMean, items: rows.map((row) => structureRow(row, shares, context)) },
    };
  });
}

function headline(query: string, shown: number, total: number, relaxed: boolean, didYouMean: string | null): string {
  const asked = `"${shorten(query, toolCaps.quotedQuery)}"`;
  if (total === 0) {
    const advice = didYouMean === null ? 'Try fewer or other words.' : `Did you mean "${didYouMean}"?`;
    return `No page for ${asked}. ${advice}`;
  }
  const how = relaxed ? ' Few pages have all the words; these have some of them.' : '';
  return `${shown} of ${countOf(total, 'page')} for ${asked}.${how}`;
}

/** The row for reading. */
function describeRow({ path, title, match }: PageRow, index: number, excerptShare: number): string {
  const section = match?.section ?? null;
  const place = section === null ? '' : `\n   section: ${shorten(section.heading, toolCaps.title)} (${section.anchor})`;
  const around = shorten(onOneLine(match?.excerpt ?? ''), excerptShare);
  return `${index + 1}. ${shorten(title, toolCaps.title)}\n   path: ${path}${place}${around === '' ? '' : `\n   ${around}`}`;
}

function structureRow(row: PageRow, shares: RowShares, context: ToolContext): object {
  const section = row.match?.section ?? null;
  return {
    path: row.path,
    title: shorten(row.title, toolCaps.title),
    description: shorten(row.description, shares.description),
    url: citedAddress(row, context),
    section: section === null ? null : shorten(section.heading, toolCaps.title),
    anchor: section === null ? null : section.anchor,
    excerpt: shorten(row.match?.excerpt ?? '', shares.excerpt),
  };
}

/** A text with runs of spaces as one; where it has controls or backslashes, runs of any white space. */
function onOneLine(text: string): string {
  return text.replaceAll(/[\0-\x1f\\]/.test(text) ? /\s+/g : / {2,}/g, ' ');
}
