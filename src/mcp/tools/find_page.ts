import type { Answer, SearchAnswer } from '../../client/api_types.ts';
import type { PageId } from '../../corpus/corpus.ts';
import { isRefusal, type Refusal } from '../../problems/refusal.ts';
import { caps } from '../../query/ask/caps.ts';
import { readSearch } from '../../query/ask/read_search.ts';
import { validatePlan } from '../../query/ask/validate.ts';
import { decodePercent } from '../../text/decode_percent.ts';
import { encodePath } from '../../text/encode_path.ts';
import { quote } from '../../text/quote.ts';
import type { Argument } from './arguments.ts';
import { fault, type ToolContext } from './tool.ts';

export interface FoundPage {
  readonly page: PageId;
  readonly path: string;
}

const mostNear = 3;
const longestNear = 120;

export const pathArgument: Argument = {
  kind: 'text',
  name: 'path',
  isRequired: true,
  maximum: caps.length.maximum,
  description: 'Path of the page, as returned by search, or its URL.',
};

/**
 * The page that an argument `path` names: a path, with or without slashes around it or the ending `.md`, or the page's address.
 * The fault for an unknown one names up to three pages that are probably meant.
 */
export async function findPage(written: string, context: ToolContext): Promise<FoundPage | Refusal> {
  const { questions } = context;
  for (const path of spellingsOf(written, [questions.settings.origin, context.service])) {
    const page = await questions.find(path);
    if (page !== -1) return { page, path };
  }
  const near = await nearPaths(written, context);
  const advice =
    near.length === 0 ? 'Use search to find one.' : `Similar paths: ${near.map((path) => `"${path}"`).join(', ')}.`;
  return fault(`path: there is no page ${quote(written)}. ${advice}`);
}

/** The anchor that an argument `path` ends with, as in `guide/install#linux`; undefined when it has none. */
export function anchorIn(written: string): string | undefined {
  const hash = written.indexOf('#');
  return hash === -1 || hash === written.length - 1 ? undefined : decodePercent(written.slice(hash + 1));
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
  const words = written.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const name = written.replace(/\/+$/, '').replace(/^.*\//s, '');
  const near: string[] = [];
  if (name !== '' && name.length <= caps.length.search) {
    const same = await askPages({ slug: name }, context);
    if (!isRefusal(same)) near.push(...same.items.map(({ path }) => path));
  }
  const q = words.slice(-mostWords).join(' ');
  if (q !== '' && q.length <= caps.length.search) {
    const found = await askSearch({ q, limit: mostNear, sections: 0 }, context);
    if (!isRefusal(found)) near.push(...found.items.map(({ path }) => path));
  }
  return [...new Set(near)].filter((path) => path.length <= longestNear).slice(0, mostNear);
}

export async function askPages(
  query: Readonly<Record<string, unknown>>,
  { questions, caller }: ToolContext,
): Promise<Answer | Refusal> {
  const reply = await questions.ask(() => validatePlan(query, questions.grammar), caller);
  return isRefusal(reply) ? reply : parseJson<Answer>(reply.body);
}

/** Asks `/api/search`. A parameter that is undefined is not sent. */
export async function askSearch(
  parameters: Readonly<Record<string, string | number | undefined>>,
  { questions, caller }: ToolContext,
): Promise<SearchAnswer | Refusal> {
  const sent = Object.entries(parameters).filter(([, value]) => value !== undefined) as [string, string][];
  const reply = await questions.search(
    () => readSearch(new URLSearchParams(sent).toString(), questions.grammar),
    caller,
  );
  return isRefusal(reply) ? reply : parseJson<SearchAnswer>(reply.body);
}

export function parseJson<Value>(bytes: Uint8Array): Value {
  return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString()) as Value;
}

/**
 * The address by which an answer names a page: on the site, or, where only its path there is known, that of its Markdown on the service
 * as the client reached it. Over a pipe there is no service, and the path stays.
 */
export function citedAddress(
  { path, canonical }: { readonly path: string; readonly canonical: string },
  { service }: { readonly service: string | null },
): string {
  return service !== null && canonical.startsWith('/') ? `${service}/${encodePath(path)}.md` : canonical;
}
