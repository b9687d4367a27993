import type { Copies, SearchAnswer, SearchRow } from '../../client/api_types.ts';
import type { Refusal } from '../../problems/refusal.ts';
import { caps } from '../../query/ask/caps.ts';
import { copyName } from '../../text/copy_name.ts';
import { languageName } from '../../text/language_names.ts';
import type { Narrowed } from './arguments.ts';
import { askSearch } from './find_page.ts';
import { ALL } from './page_choices.ts';
import type { ToolContext } from './tool.ts';

export interface ChosenSearch extends Narrowed {
  readonly query: string;
  readonly limit: number;
  readonly language?: string;
  readonly version?: string;
}

/** The words of a text that a search reads: of a longer one those within its bound. */
export function readQuery(query: string): string {
  const characters = [...query];
  if (characters.length <= caps.length.search) return query;
  const cut = characters.slice(0, caps.length.search).join('');
  const blank = cut.lastIndexOf(' ');
  return blank > 0 ? cut.slice(0, blank) : cut;
}

/** Asks `/api/search` for pages of one language and version. */
export function searchChosen(
  { query, limit, language, version, ...narrowed }: ChosenSearch,
  context: ToolContext,
): Promise<SearchAnswer | Refusal> {
  const range = language === ALL ? undefined : language;
  const parameters = { q: readQuery(query), prefix: 'none', limit, sections: 0, language: range, version, ...narrowed };
  return askSearch(parameters, context);
}

/** Most copies that a row names. */
const mostNamed = 3;

/** `version: 7.22, also in 7.8, 7.4 and 5 more`; empty for a page without version and copies. */
export function describePlace({ language, version, copies }: SearchRow): string {
  const parts = [
    ...(version === undefined ? [] : [`version: ${version}`]),
    ...(copies === undefined ? [] : [`also in ${namedCopies(copies, language)}`]),
  ];
  return parts.join(', ');
}

function namedCopies({ total, items }: Copies, beside: string): string {
  const shown = items.slice(0, mostNamed);
  const names = shown.map((copy) => copyName(copy, beside, languageName));
  return names.join(', ') + (total > shown.length ? ` and ${total - shown.length} more` : '');
}
