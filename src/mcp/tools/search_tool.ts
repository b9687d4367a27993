import type { PageAnswer, SearchAnswer, SearchRow } from '../../client/api_types.ts';
import { isRefusal } from '../../problems/refusal.ts';
import { caps } from '../../query/ask/caps.ts';
import type { PageQuestions } from '../../questions/page_questions.ts';
import { countOf } from '../../text/count_of.ts';
import { narrowing, readTool } from './arguments.ts';
import { citedAddress, parseJson } from './find_page.ts';
import { fittingLines, shorten } from './fit_rows.ts';
import { choiceArguments, pageChoices } from './page_choices.ts';
import { pageSection } from './page_section.ts';
import { passageOf } from './passage.ts';
import { type ChosenSearch, describePlace, readQuery, searchChosen } from './search_chosen.ts';
import { comparable, hasWord, questionReader, type SoughtWord } from './sought_words.ts';
import { tightTables } from './tight_tables.ts';
import { type Tool, type ToolContext, toolCaps } from './tool.ts';

interface SearchArguments extends ChosenSearch {
  readonly budget: number;
}

/** Characters kept for the excerpt of each result behind one whose passage is shown. */
const excerptSize = 160;
/** A shorter text says nothing. */
const shortest = 40;

/** `search`: pages by their words. Where the site has several languages or versions, in one of them. */
export function createSearchTool(questions: PageQuestions): Tool {
  const { title, collections, language } = questions.settings;
  const readQuestion = questionReader([language, ...questions.languages]);
  return readTool({
    name: 'search',
    title: `Search ${title}`,
    description: [
      `Finds pages of ${title} by keywords or by a whole question; put phrases in double quotes.`,
      'Returns the best pages first, each with its best passage. To see more of a page, pass its path to the read tool.',
    ].join(' '),
    takes: [
      {
        kind: 'text',
        name: 'query',
        isRequired: true,
        maximum: caps.length.clause,
        description: `A few specific words, or a question. Only the first ${caps.length.search} characters are used.`,
      },
      ...narrowing(collections),
      ...choiceArguments(pageChoices(questions)),
      { kind: 'number', name: 'limit', ...toolCaps.searchRows, description: 'Maximum number of pages to return.' },
      {
        kind: 'number',
        name: 'budget',
        ...toolCaps.searchSize,
        description: 'Maximum number of characters to return. A larger budget shows more passages.',
      },
    ],
    async call({ budget, ...sent }: SearchArguments, context) {
      const found = await searchChosen(sent, context);
      if (isRefusal(found)) return found;
      return [await render(sent.query, readQuestion(readQuery(sent.query)), found, budget, context)];
    },
  });
}

/** The best rows get the longest passages, as the budget leaves room for excerpts of the others. */
async function render(
  query: string,
  words: readonly SoughtWord[],
  found: SearchAnswer,
  budget: number,
  context: ToolContext,
): Promise<string> {
  const names = found.items.map((row, index) => `\n\n${nameRow(row, index, context)}`);
  const shown = fittingLines(names, budget - headline(query, names.length, found).length);
  let text = headline(query, shown, found);
  let room = budget - text.length - names.slice(0, shown).join('').length;
  for (const [index, row] of found.items.slice(0, shown).entries()) {
    const later = shown - index - 1;
    const most = Math.floor(Math.max(room / (later + 1), Math.min(room / 2, room - later * excerptSize))) - 2;
    const passage = await showText(row, words, Math.min(toolCaps.passage, most), context);
    text += passage === '' ? names[index] : `${names[index]}\n\n${passage}`;
    room -= passage.length + 2;
  }
  return text;
}

/** The passage of a row, or its excerpt where there is no room for more. @param most characters */
async function showText(
  { path, match }: SearchRow,
  words: readonly SoughtWord[],
  most: number,
  { questions }: ToolContext,
): Promise<string> {
  if (most < shortest) return '';
  if (most <= 2 * excerptSize) return shorten(onOneLine(match?.excerpt ?? ''), most);
  const page = await questions.find(path);
  const markdown = tightTables(Buffer.from(await questions.markdown(page)).toString());
  const { headings } = parseJson<PageAnswer>(await questions.page(page)).page;
  const found = match?.section ? pageSection(markdown, headings, match.section.anchor) : null;
  const start = found?.start ?? 0;
  const section = { start, end: start + (found ?? { markdown }).markdown.length };
  return passageOf(markdown, [...words, ...otherWords(words, match)], most, section);
}

/** What the search marks in the excerpt of a row besides the words of the question: synonyms, and what mistyped words mean. */
function otherWords(words: readonly SoughtWord[], match: SearchRow['match']): readonly SoughtWord[] {
  const { excerpt = '', ranges = [] } = match ?? {};
  const marked = new Set(ranges.map(([start, end]) => comparable(excerpt.slice(start, end))));
  return [...marked].filter((text) => !words.some((word) => hasWord(text, word))).map((text) => [text.trim()]);
}

function headline(query: string, shown: number, { total, exactTotal, relaxed, didYouMean }: SearchAnswer): string {
  const asked = `"${shorten(query, toolCaps.quotedQuery)}"`;
  if (total === 0) {
    const advice = didYouMean === null ? 'Try fewer or different words.' : `Did you mean "${didYouMean.q}"?`;
    return `No pages found for ${asked}. ${advice}`;
  }
  const found = `${shown} of ${countOf(total, 'page')} for ${asked}`;
  if (relaxed === true) return `${found}. No page contains all the words; these contain some.`;
  return exactTotal < total ? `${found}, ${exactTotal} with all the words.` : `${found}.`;
}

/** A row without its text: its title, the path for `read`, and the address to cite. */
function nameRow(row: SearchRow, index: number, context: ToolContext): string {
  const { path, title, match } = row;
  const anchor = match?.section ? `#${match.section.anchor}` : '';
  const address = citedAddress(row, context);
  const lines = [
    `${index + 1}. ${shorten(title, toolCaps.title)}`,
    `path: ${path}${anchor}`,
    address === `/${path}` ? '' : `url: ${address}${anchor}`,
    describePlace(row),
  ];
  return lines.filter((line) => line !== '').join('\n   ');
}

/** A text with runs of spaces as one; where it has controls or backslashes, runs of any white space. */
function onOneLine(text: string): string {
  return text.replaceAll(/[\0-\x1f\\]/.test(text) ? /\s+/g : / {2,}/g, ' ');
}
