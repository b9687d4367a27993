import type { Answer } from '../../client/api_types.ts';
import type { SiteSettings } from '../../corpus/corpus.ts';
import { isRefusal, type Refusal } from '../../problems/refusal.ts';
import { caps } from '../../query/ask/caps.ts';
import { countCharacters } from '../../text/count_characters.ts';
import { countOf } from '../../text/count_of.ts';
import { readTool } from './arguments.ts';
import { askPages, type FoundPage, findPage, pathArgument } from './find_page.ts';
import { fittingLines, shorten } from './fit_rows.ts';
import { type Tool, type ToolContext, toolCaps } from './tool.ts';

/** The ways that pages are related, and the direction of `traverse` for those that are links. */
const ways = { links_out: 'outgoing', links_in: 'incoming', links_both: 'both', likeness: null } as const;

/** Characters kept for the sentence above the pages. */
const headSize = 200;

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
    description: `Lists pages of ${title} related to a page: by links, nearest first, or by similar text.`,
    takes: [
      pathArgument,
      {
        kind: 'choice',
        name: 'by',
        choices: Object.keys(ways),
        default: 'links_both',
        description: 'Pages it links to, pages that link to it, both, or pages with similar text.',
      },
      {
        kind: 'number',
        name: 'depth',
        ...toolCaps.depth,
        description: 'Maximum number of links to follow; not used for similar text.',
      },
      { kind: 'number', name: 'limit', ...toolCaps.relatedRows, description: 'Maximum number of pages to return.' },
    ],
    async call({ path, by, depth, limit }: RelatedArguments, context) {
      const found = await findPage(path, context);
      if (isRefusal(found)) return found;
      const follow = ways[by];
      const traverse = { from: found.path, follow, depth };
      const rows =
        follow === null ? await findLike(found, limit, context) : await askPages({ traverse, limit }, context);
      return isRefusal(rows) ? rows : [render(found.path, rows)];
    },
  });
}

type RelatedPages = Pick<Answer, 'items' | 'total'>;

/** Pages like a page, without the page itself, which is like its own text. */
async function findLike(
  { page, path }: FoundPage,
  limit: number,
  context: ToolContext,
): Promise<RelatedPages | Refusal> {
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

function render(path: string, { items, total }: RelatedPages): string {
  const lines = items.map(({ path, title, match }, index) => {
    const distance = match?.distance === undefined ? '' : ` (distance ${match.distance})`;
    return `${index + 1}. ${shorten(title, toolCaps.title)} - ${path}${distance}`;
  });
  const shown = fittingLines(lines, toolCaps.relatedSize - headSize);
  const related = countOf(total, 'related page');
  const head = `${shown} of ${related} for "${shorten(path, toolCaps.quotedQuery)}".`;
  return [head, ...lines.slice(0, shown)].join('\n');
}
