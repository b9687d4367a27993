import { isRefusal } from '../../problems/refusal.ts';
import { caps } from '../../query/ask/caps.ts';
import type { PageQuestions } from '../../questions/page_questions.ts';
import { countOf } from '../../text/count_of.ts';
import { type Narrowed, narrowing, readTool } from './arguments.ts';
import { citedAddress, type PageRows } from './find_page.ts';
import { fitRows, type RowShares, shorten } from './fit_rows.ts';
import { choiceArguments, pageChoices } from './page_choices.ts';
import { type CopiedPage, describePlace, placeMembers, searchChosen, structurePlace } from './search_chosen.ts';
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
  readonly language?: string;
  readonly version?: string;
}

interface FoundPages extends PageRows {
  readonly exactTotal: number;
  readonly items: readonly CopiedPage[];
  /** The query with words corrected that are probably mistyped; null when there is nothing to correct. */
  readonly meant: string | null;
}

/** `search`: pages by their words. Where the site has several languages or versions, in one of them. */
export function createSearchTool(questions: PageQuestions): Tool {
  const { title, collections } = questions.settings;
  const choices = pageChoices(questions);
  return readTool({
    name: 'search',
    title: `Search ${title}`,
    description: [
      `Finds pages of ${title} by words. Pages that match more of the words rank higher; put a phrase in double quotes.`,
      'Answers the best pages first, with the section and the text around the best hit. Read them with the tool read.',
    ].join(' '),
    takes: [
      {
        kind: 'text',
        name: 'query',
        isRequired: true,
        maximum: caps.length.clause,
        description: `A few specific words, or a question. Of a longer text the first ${caps.length.search} characters count.`,
      },
      ...narrowing(collections),
      ...(choices === null ? [] : choiceArguments(choices)),
      { kind: 'number', name: 'limit', ...toolCaps.searchRows, description: 'Maximum number of pages to return.' },
    ],
    output: object({
      total: count,
      exactTotal: count,
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
          ...(choices !== null && placeMembers),
        }),
      ),
    }),
    async call(sent: SearchArguments, context) {
      const found = await searchChosen(sent, context);
      return isRefusal(found) ? found : render(sent.query, found, choices !== null, context);
    },
  });
}

/** @param isPlaced whether rows say their language and version */
function render(
  query: string,
  { items, total, exactTotal, relaxed = false, meant }: FoundPages,
  isPlaced: boolean,
  context: ToolContext,
): ToolAnswer {
  return fitRows(items.length, toolCaps.searchSize, (shown, shares) => {
    const rows = items.slice(0, shown);
    const described = rows.map((row, index) => describeRow(row, index, shares.excerpt));
    return {
      texts: [[headline(query, shown, { total, exactTotal, relaxed, meant }), ...described].join('\n\n')],
      structured: {
        ...{ total, exactTotal, relaxed, didYouMean: meant },
        items: rows.map((row) => ({ ...structureRow(row, shares, context), ...(isPlaced && structurePlace(row)) })),
      },
    };
  });
}

function headline(
  query: string,
  shown: number,
  { total, exactTotal, relaxed, meant }: Pick<FoundPages, 'total' | 'exactTotal' | 'relaxed' | 'meant'>,
): string {
  const asked = `"${shorten(query, toolCaps.quotedQuery)}"`;
  if (total === 0) {
    const advice = meant === null ? 'Try fewer or other words.' : `Did you mean "${meant}"?`;
    return `No page for ${asked}. ${advice}`;
  }
  const found = `${shown} of ${countOf(total, 'page')} for ${asked}`;
  if (relaxed === true) return `${found}. No page has all the words; these have some of them.`;
  return exactTotal < total ? `${found}, ${exactTotal} with all words.` : `${found}.`;
}

function describeRow(row: CopiedPage, index: number, excerptShare: number): string {
  const { path, title, match } = row;
  const section = match?.section ?? null;
  const lines = [
    `${index + 1}. ${shorten(title, toolCaps.title)}`,
    `path: ${path}`,
    describePlace(row),
    section === null ? '' : `section: ${shorten(section.heading, toolCaps.title)} (${section.anchor})`,
    shorten(onOneLine(match?.excerpt ?? ''), excerptShare),
  ];
  return lines.filter((line) => line !== '').join('\n   ');
}

function structureRow(row: CopiedPage, shares: RowShares, context: ToolContext): object {
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
