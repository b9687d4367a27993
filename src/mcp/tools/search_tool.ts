import type { SiteSettings } from '../../corpus/corpus.ts';
import { isRefusal } from '../../problems/refusal.ts';
import { caps } from '../../query/ask/caps.ts';
import { readSearch } from '../../query/ask/read_search.ts';
import { toByteText } from '../../text/byte_text.ts';
import { countCharacters } from '../../text/count_characters.ts';
import { fitRows, type RowShares, shorten } from './fit_rows.ts';
import { narrowing } from './narrowing.ts';
import { count, flag, list, object, text, textOrNull } from './output_schema.ts';
import { askQuery, parseJson } from './page_rows.ts';
import type { ReadTool, ToolAnswer, ToolContext } from './tool.ts';
import { toolCaps } from './tool_caps.ts';
import { ToolFault } from './tool_fault.ts';
import { readString, WrittenAnswer, writeString } from './written_answer.ts';
import { readWrittenRows, type WrittenRow, type WrittenRows } from './written_rows.ts';

/** `search`: pages by their words. */
export function createSearchTool({ title, collections }: SiteSettings): ReadTool {
  return {
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
    async call(values, context) {
      const query = values.required('query');
      const narrowed = { collection: values.text('collection') ?? undefined, tag: values.text('tag') ?? undefined };
      const body = await askQuery(
        { match: { text: query, in: 'all' }, limit: values.number('limit'), ...narrowed },
        context,
      );
      if (body instanceof ToolFault) return body;
      const found = readWrittenRows(body);
      const meant = found.total === 0 ? await didYouMean(query, narrowed, context) : null;
      return meant instanceof ToolFault ? meant : render(query, found, meant);
    },
  };
}

/** The query with words corrected that are probably mistyped; null when there is nothing to correct, a fault when the server is busy. */
async function didYouMean(
  query: string,
  narrowed: Readonly<Record<string, string | undefined>>,
  { questions, caller }: ToolContext,
): Promise<string | null | ToolFault> {
  const words = query.split(/\s+/).filter((word) => word !== '');
  if (countCharacters(query) > caps.length.search || words.length > caps.words.maximum) return null;
  const parameters = new URLSearchParams({ q: query, prefix: 'none', limit: '1', sections: '0' });
  for (const [name, value] of Object.entries(narrowed)) if (value !== undefined) parameters.set(name, value);
  const reply = await questions.search(() => readSearch(parameters.toString(), questions.grammar), caller);
  if (isRefusal(reply)) return reply.slug === null ? new ToolFault(reply.detail) : null;
  return parseJson<{ readonly didYouMean: { readonly q: string } | null }>(reply.body).didYouMean?.q ?? null;
}

function render(query: string, { items, total, relaxed }: WrittenRows, didYouMean: string | null): ToolAnswer {
  return fitRows(items.length, toolCaps.searchSize, (shown, shares) => {
    let text = writeString(headline(query, shown, total, relaxed, didYouMean));
    let listed = '';
    for (const [index, row] of items.slice(0, shown).entries()) {
      text += `\\n\\n${describeRow(row, index, shares.excerpt)}`;
      listed += `${index === 0 ? '' : ','}${structureRow(row, shares)}`;
    }
    const meant = toByteText(JSON.stringify(didYouMean));
    return new WrittenAnswer(text, `{"total":${total},"relaxed":${relaxed},"didYouMean":${meant},"items":[${listed}]}`);
  });
}

function headline(query: string, shown: number, total: number, relaxed: boolean, didYouMean: string | null): string {
  const asked = `"${shorten(query, toolCaps.quotedQuery)}"`;
  if (total === 0) {
    const advice = didYouMean === null ? 'Try fewer or other words.' : `Did you mean "${didYouMean}"?`;
    return `No page for ${asked}. ${advice}`;
  }
  const how = relaxed ? ' No page has all the words; these have some of them.' : '';
  return `${shown} of ${total} ${total === 1 ? 'page' : 'pages'} for ${asked}.${how}`;
}

/** The row for reading, as `writeString` returns it. */
function describeRow({ path, title, section, excerpt }: WrittenRow, index: number, excerptShare: number): string {
  const place = section === null ? '' : `\\n   section: ${cut(section.heading, toolCaps.title)} (${section.anchor})`;
  const around = cut(onOneLine(excerpt), excerptShare);
  return `${index + 1}. ${cut(title, toolCaps.title)}\\n   path: ${path}${place}${around === '' ? '' : `\\n   ${around}`}`;
}

/** The row as JSON, one character for each byte. */
function structureRow(
  { path, canonical, title, description, section, excerpt }: WrittenRow,
  shares: RowShares,
): string {
  const place =
    section === null
      ? '"section":null,"anchor":null'
      : `"section":"${cut(section.heading, toolCaps.title)}","anchor":"${section.anchor}"`;
  return `{"path":"${path}","title":"${cut(title, toolCaps.title)}","description":"${cut(description, shares.description)}","url":"${canonical}",${place},"excerpt":"${cut(excerpt, shares.excerpt)}"}`;
}

/** `shorten` for a written text. */
function cut(written: string, most: number): string {
  if (most === 0) return '';
  // A text has at most as many characters as bytes.
  return written.length <= most ? written : writeString(shorten(readString(written), most));
}

/** A written text with each run of blanks and controls as one space. */
function onOneLine(written: string): string {
  // Controls are written with a backslash, as are quotes.
  if (written.includes('\\') && /\\[^"]/.test(written)) {
    return writeString(readString(written).replaceAll(/\s+/g, ' '));
  }
  return written.includes('  ') ? written.replaceAll(/ {2,}/g, ' ') : written;
}
