import type { PageId } from '../../corpus/corpus.ts';
import { isRefusal } from '../../problems/refusal.ts';
import { caps } from '../../query/ask/caps.ts';
import { readSearch } from '../../query/ask/read_search.ts';
import { decodePercent } from '../../text/decode_percent.ts';
import { quote } from '../../text/quote.ts';
import type { Argument } from './arguments.ts';
import { askPages, type PageRows, parseJson } from './page_rows.ts';
import type { ToolContext } from './tool.ts';
import { ToolFault } from './tool_fault.ts';

export interface FoundPage {
  readonly page: PageId;
  readonly path: string;
}

const mostNear = 3;
const longestNear = 120;

/** The argument that names a page for `findPage`. */
export const pathArgument: Argument = {
  kind: 'text',
  name: 'path',
  isRequired: true,
  maximum: caps.length.maximum,
  description: 'Path of the page, as search answers it.',
};

/**
 * The page that an argument `path` names: a path, with or without slashes around it or the ending `.md`, or the page's address.
 * The fault for an unknown one names up to three pages that are probably meant.
 */
export async function findPage(written: string, context: ToolContext): Promise<FoundPage | ToolFault> {
  const { questions } = context;
  for (const path of spellingsOf(written, [questions.settings.origin, context.service])) {
    const page = await questions.find(path);
    if (page !== -1) return { page, path };
  }
  const near = await nearPaths(written, context);
  const advice = near.length === 0 ? 'Find one by search.' : `Near are ${near.map((path) => `"${path}"`).join(', ')}.`;
  return new ToolFault(`path: there is no page ${quote(written)}. ${advice}`);
}

/** @param origins that addresses of pages may begin with; null: none */
function spellingsOf(written: string, origins: readonly (string | null)[]): readonly string[] {
  const text = written.normalize('NFC');
  const inside = origins.flatMap((origin) =>
    origin !== null && text.startsWith(`${origin}/`) ? [text.slice(origin.length)] : [],
  );
  const spellings = [...inside, text].flatMap((address) => {
    const bare = address.replace(/[#?].*$/s, '').replace(/^\/+|\/+$/g, '');
    const plain = bare.replace(/\.(?:md|mdx|html)$/, '');
    return [bare, plain, decodePercent(bare), decodePercent(plain)];
  });
  return [...new Set([text, ...spellings].map((path) => (path === '' ? 'index' : path)))];
}

/** Words of a path that are looked for: the last ones. */
const mostWords = 10;

/** Pages of the same name in other folders, then those that the words of the path find, mistyped ones included. */
async function nearPaths(written: string, context: ToolContext): Promise<readonly string[]> {
  const { questions, caller } = context;
  const words = written.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const name = written.replace(/\/+$/, '').replace(/^.*\//s, '');
  const near: string[] = [];
  if (name !== '' && name.length <= caps.length.search) {
    const same = await askPages({ slug: name }, context);
    if (!(same instanceof ToolFault)) near.push(...same.items.map(({ path }) => path));
  }
  const q = words.slice(-mostWords).join(' ');
  if (q !== '' && q.length <= caps.length.search) {
    const parameters = new URLSearchParams({ q, limit: String(mostNear), sections: '0' });
    const reply = await questions.search(() => readSearch(parameters.toString(), questions.grammar), caller);
    if (!isRefusal(reply)) near.push(...parseJson<PageRows>(reply.body).items.map(({ path }) => path));
  }
  return [...new Set(near)].filter((path) => path.length <= longestNear).slice(0, mostNear);
}
