import { isRefusal, type Refusal } from '../../problems/refusal.ts';
import { caps } from '../../query/ask/caps.ts';
import type { PageQuestions } from '../../questions/page_questions.ts';
import { countCharacters } from '../../text/count_characters.ts';
import { countOf } from '../../text/count_of.ts';
import { type Narrowed, narrowing, readTool } from './arguments.ts';
import { askPages, citedAddress, type PageRows } from './find_page.ts';
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
      `Finds pages of ${title} by words. Pages with all words come first; a part in double quotes is a phrase.`,
      'Answers the best pages first, with the section and the text around the best hit. Read them with the tool read.',
    ].join(' '),
    takes: [
      {
        kind: 'text',
        name: 'query',
        isRequired: true,
        maximum: caps.length.clause,
        description: 'What to search for: a few telling words, or a question.',
      },
      ...narrowing(collections),
      ...(choices === null ? [] : choiceArguments(choices)),
      { kind: 'number', name: 'limit', ...toolCaps.searchRows, description: 'Maximum number of pages to return.' },
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
          ...(choices !== null && placeMembers),
        }),
      ),
    }),
    async call(sent: SearchArguments, context) {
      const isTyped = countCharacters(sent.query) <= caps.length.search;
      const found = await (isTyped ? searchChosen(sent, context) : searchLong(sent, context));
      return isRefusal(found) ? found : render(sent.query, found, choices !== null, context);
    },
  });
}

/** Asks for the words of a text that is too long to be searched as people type. */
async function searchLong(
  { query, limit, language: _language, version: _version, ...narrowed }: SearchArguments,
  context: ToolContext,
): Promise<FoundPages | Refusal> {
  const found = await askPages({ match: { text: query, in: 'all' }, limit, ...narrowed }, context);
  return isRefusal(found) ? found : { ...found, meant: null };
}

/** @param isPlaced whether rows say their language and version */
function render(
  query: string,
  { items, total, relaxed = false, meant }: FoundPages,
  isPlaced: boolean,
  context: ToolContext,
): ToolAnswer {
  return fitRows(items.length, toolCaps.searchSize, (shown, shares) => {
    const rows = items.slice(0, shown);
    const described = rows.map((row, index) => describeRow(row, index, shares.excerpt));
    return {
      texts: [[headline(query, shown, total, relaxed, meant), ...described].join('\n\n')],
      structured: {
        ...{ total, relaxed, didYouMean: meant },
        items: rows.map((row) => ({ ...structureRow(row, shares, context), ...(isPlaced && structurePlace(row)) })),
      },
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
