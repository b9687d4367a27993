import { isUtf8 } from 'node:buffer';
import type { Root } from 'mdast';
import { normalForm } from '../text/normal_form.ts';
import { extractText } from './extract_text.ts';
import { cutFrontMatter } from './front_matter_fence.ts';
import { languageSuffix } from './language_code.ts';
import { maskTemplates } from './mask_templates.ts';
import { dateOf, languageTag, type PageFields, readPageFields } from './page_fields.ts';
import type { PageLink } from './page_link.ts';
import { collapse } from './page_text_builder.ts';
import { parseFrontMatter } from './parse_front_matter.ts';
import { LONGEST_MARKDOWN, type MarkdownTree, parseMarkdown } from './parse_markdown.ts';
import type { ContentHeading, ContentWarning, PageText } from './site_content.ts';
import { type SiteContext, withoutNumber } from './site_context.ts';
import { describe } from './summary.ts';

/** Changes whenever the same bytes may be read differently; a cache of readings is keyed by it. */
export const READER_VERSION = '3';

/**
 * What one file says of its page, without its text: all that assembling a site needs. Title, description, tags, aliases and headings
 * are in normal form C; `file`, addresses and links are as written.
 */
export interface PageOutline {
  /** Path below the content root, `/`-separated. */
  readonly file: string;
  readonly title: string;
  readonly description: string;
  readonly indexing: string;
  readonly canonical: string | null;
  /** Tags as spelled. */
  readonly tags: readonly string[];
  /** Alias names and old addresses as spelled. */
  readonly aliases: readonly string[];
  /** A whole address or a last segment that the page gives itself. */
  readonly address: string | null;
  readonly slug: string | null;
  readonly published: string | null;
  readonly updated: string | null;
  readonly language: string;
  readonly headings: readonly ContentHeading[];
  readonly links: readonly PageLink[];
}

export interface PageDraft extends PageOutline, PageText {}

/** Plain data: it survives JSON and a thread border unchanged. */
export interface PageReading {
  /** null: the file is no page (a draft, or not text). */
  readonly draft: PageDraft | null;
  readonly warnings: readonly ContentWarning[];
}

/** Reads one file. Depends on its arguments alone and never throws. */
export function readPage(file: string, bytes: Uint8Array, context: SiteContext): PageReading {
  if (!isUtf8(bytes)) {
    const message = 'Cannot read the page: its bytes are not UTF-8';
    return { draft: null, warnings: [{ file, line: 0, column: 0, message, rule: 'encoding' }] };
  }
  const source = cutFrontMatter(
    withPlainLineEnds(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')),
  );
  const frontMatter = parseFrontMatter(file, source);
  const fields = readPageFields(frontMatter.fields, {
    tagsBySpace: context.generator === 'jekyll',
    idIsSlug: context.generator === 'docusaurus',
  });
  // A future publishDate or a past expiryDate does not hide a page: that would make the answer depend on the clock.
  if (fields.hidden || isPiece(file, context)) return { draft: null, warnings: frontMatter.warnings };
  const warnings = [...frontMatter.warnings];
  const tree = parseBody(file, source.body, source.bodyLine, warnings);
  const vault = context.generator === 'obsidian';
  const fileTitle = titleOfFile(file, context);
  const extracted = extractText(tree, {
    title: fields.title,
    origins: context.origins,
    vault,
    firstLine: source.bodyLine,
  });
  const title = normalForm(fields.title ?? extracted.firstHeading ?? fields.shortTitle ?? fileTitle);
  const inNormalForm = (names: readonly string[]) => [...new Set(names.map((name) => normalForm(name)))];
  const { text, code, headings, links } = extracted;
  const draft: PageDraft = {
    file,
    title,
    description: normalForm(
      fields.description ?? describe(extracted.opening === '' ? collapse(text.slice(0, 1000)) : extracted.opening),
    ),
    indexing: fields.indexing,
    canonical: fields.canonical,
    tags: inNormalForm([...fields.tags, ...extracted.inlineTags]),
    aliases: inNormalForm(fields.aliases),
    address: fields.address,
    slug: fields.slug,
    ...datesOf(file, fields, context),
    language: fields.language ?? localeOf(file, context) ?? context.language,
    headings,
    links,
    text,
    code,
    markdown:
      extracted.firstHeading === null
        ? `# ${title}\n\n${source.body.replace(/^\n+/, '')}`
        : source.body.replace(/^\n+/, ''),
  };
  return { draft, warnings };
}

/** Jekyll's `_drafts/`; and for generators that leave `_name` files out, those. */
function isPiece(file: string, context: SiteContext): boolean {
  if (/(?:^|\/)_drafts\//.test(file)) return true;
  return /^(?:docusaurus|astro)$/.test(context.generator) && /(?:^|\/)_(?!index\.|posts\/|docs\/)/.test(file);
}

function withPlainLineEnds(text: string): string {
  const bare = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  return bare.includes('\r') ? bare.replace(/\r\n?/g, '\n') : bare;
}

function parseBody(file: string, body: string, firstLine: number, warnings: ContentWarning[]): Root {
  const warn = (parsed: MarkdownTree & { tree: null }, what: string, rule: string) => {
    const line = parsed.line === 0 ? firstLine : parsed.line + firstLine - 1;
    warnings.push({
      file,
      line,
      column: Math.max(1, parsed.column),
      message: `Cannot read ${what}: ${parsed.refusal}`,
      rule,
    });
  };
  if (/\.mdx$/i.test(file)) {
    const parsed = parseMarkdown(body, 'mdx');
    if (parsed.tree !== null) return parsed.tree;
    warn(parsed, 'the page as MDX, so it is read as Markdown', 'mdx');
  }
  const parsed = parseMarkdown(body.length > LONGEST_MARKDOWN ? body : maskTemplates(body), 'markdown');
  if (parsed.tree !== null) return parsed.tree;
  warn(parsed, 'the page as Markdown, so it is read as plain text', 'markdown');
  return { type: 'root', children: plainBlocks(body) };
}

/** Paragraphs of a text that is not parsed. */
function plainBlocks(body: string): Root['children'] {
  return body
    .split(/\n[ \t]*\n/)
    .map((value) => ({ type: 'paragraph', children: [{ type: 'text', value: collapse(value) }] }));
}

/** Dates come from the front matter; only where Jekyll's convention holds is a date in the file's name one of the page too. */
function datesOf(
  file: string,
  fields: PageFields,
  context: SiteContext,
): { published: string | null; updated: string | null } {
  const isPost = context.generator === 'jekyll' || /(?:^|\/)_posts\//.test(file);
  const named = isPost ? dateOf(file.slice(file.lastIndexOf('/') + 1)) : null;
  return { published: fields.published ?? named, updated: fields.updated };
}

function localeOf(file: string, context: SiteContext): string | null {
  const suffix = context.generator === 'hugo' ? languageSuffix(file) : null;
  if (suffix !== null) return languageTag(suffix);
  const top = file.slice(0, Math.max(0, file.indexOf('/')));
  return context.locales.includes(top) ? languageTag(top) : null;
}

/** A title from the file's name: a vault's as it is, others with their hyphens read as spaces. */
function titleOfFile(file: string, context: SiteContext): string {
  const suffix = context.generator === 'hugo' ? languageSuffix(file) : null;
  const bareFile = file.replace(/\.\w+$/, '').slice(0, suffix === null ? undefined : -suffix.length - 1);
  const segments = bareFile.split('/');
  let name = segments.pop()!;
  if (/^_?index$|^readme$/i.test(name)) name = segments.pop() ?? name.replace(/^_/, '');
  if (context.generator === 'obsidian') return name;
  const bare = withoutNumber(name.replace(/^\d{4}-\d{2}-\d{2}-(?=.)/, ''))
    .replace(/[-_]+/g, ' ')
    .trim();
  const words = bare === '' ? name : bare;
  return words.charAt(0).toUpperCase() + words.slice(1);
}
