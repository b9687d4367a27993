import type { SiteSettings } from '../../corpus/corpus.ts';
import { isRefusal, type Refusal } from '../../problems/refusal.ts';
import { caps } from '../../query/ask/caps.ts';
import { countCharacters } from '../../text/count_characters.ts';
import { countOf } from '../../text/count_of.ts';
import { readTool } from './arguments.ts';
import { askPages, citedAddress, type FoundPage, findPage, type PageRows, pathArgument } from './find_page.ts';
import { fitRows, shorten } from './fit_rows.ts';
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

/** The ways that pages are related, and the direction of `traverse` for those that are links. */
const ways = { links_out: 'outgoing', links_in: 'incoming', links_both: 'both', likeness: null } as const;

interface RelatedArguments {
  readonly path: string;
  readonly by: keyof typeof ways;
  readonly depth: number;
  readonly limit: number;
}

/** `related`: pages that a page links to, that link to it, or that are like it. */
export function createRelatedTool({ title }: SiteSettings): Tool {
  return readTool({
    name: 'related',
    title: `Related pages of ${title}`,
    description: `Lists pages of ${title} that are related to a page: by links, the nearest first, or by likeness of their texts.`,
    takes: [
      pathArgument,
      {
        kind: 'choice',
        name: 'by',
        choices: Object.keys(ways),
        default: 'links_both',
        description: 'Pages that it links to, that link to it, both, or pages with a similar text.',
      },
      { kind: 'number', name: 'depth', ...toolCaps.depth, description: 'How many links away; not for likeness.' },
      { kind: 'number', name: 'limit', ...toolCaps.relatedRows, description: 'Most pages to answer.' },
    ],
    output: object({
      total: count,
      items: list(object({ path: text, title: text, description: text, url: text, distance: countOrNull })),
    }),
    async call({ path, by, depth, limit }: RelatedArguments, context) {
      const found = await findPage(path, context);
      if (isRefusal(found)) return found;
      const follow = ways[by];
      const traverse = { from: found.path, follow, depth };
      const rows =
        follow === null ? await findLike(found, limit, context) : await askPages({ traverse, limit }, context);
      return isRefusal(rows) ? rows : render(found.path, rows, context);
    },
  });
}

/** Pages like a page, without the page itself, which is like its own text. */
async function findLike({ page, path }: FoundPage, limit: number, context: ToolContext): Promise<PageRows | Refusal> {
  const markdown = Buffer.from(await context.questions.markdown(page)).toString();
  const like = passageOf(markdown);
  if (like === '') return { items: [], total: 0 };
  const found = await askPages({ like, limit: limit + 1 }, context);
  if (isRefusal(found)) return found;
  const others = found.items.filter((item) => item.path !== path);
  const total = others.length === found.items.length ? found.total : found.total - 1;
  return { items: others.slice(0, limit), total };
}

/** The beginning of a page's text as a passage. The addresses of links say nothing about it. */
function passageOf(markdown: string): string {
  const text = markdown.replaceAll(/\]\([^)\n]*\)|<[^>\n]*>/g, ' ').trim();
  const { maximum } = caps.length;
  return countCharacters(text) <= maximum ? text : [...text.slice(0, 2 * maximum)].slice(0, maximum).join('');
}

function render(path: string, { items, total }: PageRows, context: ToolContext): ToolAnswer {
  return fitRows(items.length, toolCaps.relatedSize, (shown, shares) => {
    const rows = items.slice(0, shown);
    const lines = rows.map(({ path, title, match }, index) => {
      const distance = match?.distance === undefined ? '' : ` (distance ${match.distance})`;
      return `${index + 1}. ${shorten(title, toolCaps.title)} - ${path}${distance}`;
    });
    const related = countOf(total, 'related page');
    return {
      texts: [[`${rows.length} of ${related} for "${shorten(path, toolCaps.quotedQuery)}".`, ...lines].join('\n')],
      structured: {
        total,
        items: rows.map(({ path, canonical, title, description, match }) => ({
          path,
          title: shorten(title, toolCaps.title),
          description: shorten(description, shares.description),
          url: citedAddress({ path, canonical }, context),
          distance: match?.distance ?? null,
        })),
      },
    };
  });
}
