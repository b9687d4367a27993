import { headingKey } from '../../text/heading_key.ts';
import { hideCode } from '../../text/markdown/hide_code.ts';
import { findCode, type MarkdownCode } from '../../text/markdown/markdown_code.ts';
import { normalForm } from '../../text/normal_form.ts';
import { lastSegment } from '../../text/paths.ts';
import { titleFromName } from '../../text/title_from_name.ts';
import { type GeneratorRules, type HiddenPages, isBundleHead, isIndexOf } from '../generators/generator_rules.ts';
import { rulesOf } from '../generators/generators.ts';
import { languageOfCountry, languageSuffix, localeFolderOf } from '../site/languages.ts';
import { isPost, mountOf, type SiteContext, withoutNumber } from '../site/site_context.ts';
import type { ContentHeading, ContentWarning, OwnFields, PageText } from '../site_content.ts';
import { cleanBody } from './clean_body.ts';
import { encodingFault } from './encoding_fault.ts';
import { type ExtractedText, type ExtractOptions, extractText } from './extract_text.ts';
import { checkFields, readOwnFields } from './front_matter/checked_fields.ts';
import { dateOf } from './front_matter/dates.ts';
import { cutFrontMatter, readMetaLines } from './front_matter/front_matter_fence.ts';
import { type OwnNeighbours, readOwnNeighbours } from './front_matter/own_neighbours.ts';
import { type FieldConventions, languageTag, type PageFields, readPageFields } from './front_matter/page_fields.ts';
import { parseFrontMatter } from './front_matter/parse_front_matter.ts';
import { locateLinks } from './locate_links.ts';
import { maskTemplates } from './mask_templates.ts';
import { maskNotes, readProperties } from './notes.ts';
import type { PageLink } from './page_link.ts';
import { collapse, outsideCode } from './page_text_builder.ts';
import { decodeReferences, parseBody, parseMarkdown } from './parse_markdown.ts';
import { type Toctree, toctreesIn } from './toctrees.ts';

/** Part of the cache key. Increase it whenever the same bytes may give another result. */
export const READER_VERSION = '27';

/**
 * The data of one page without its text: all that assembling a site needs. Title, description, tags, aliases and headings
 * are in normal form C; `file`, addresses and links are as written.
 */
export interface PageOutline
  extends Omit<PageFields, 'title' | 'shortTitle' | 'description' | 'hidden' | 'unsearched' | 'language'> {
  /** Path relative to the content root, `/`-separated. */
  readonly file: string;
  readonly title: string;
  /** Whether the title comes from the file name, because the page has none. */
  readonly titleFromFile: boolean;
  readonly description: string;
  /** The file that the front matter names for the page's text, relative to the content root. */
  readonly bodyFile: string | null;
  /** Whether the page has its text from that file, which then is no page of its own. */
  readonly takesBody: boolean;
  /** The pages below its folder that the page excludes from publication. */
  readonly hides: readonly HiddenPages[];
  /** Whether the page's own options keep it published when it or a section above excludes its folder. */
  readonly isBuilt: boolean;
  /** Other names that links may use for the page: labels in its text, a note's title. They are not published. */
  readonly labels: readonly string[];
  readonly language: string;
  readonly headings: readonly ContentHeading[];
  readonly fields: OwnFields;
  readonly links: readonly PageLink[];
  /** Set where it is no page and the other files of its bundle are none either. */
  readonly isHiddenHead?: true;
  /** What it says of the pages beside it; absent: nothing. */
  readonly neighbours?: OwnNeighbours;
  /** Its lists of the pages below it; absent: its generator has none. */
  readonly toctrees?: readonly Toctree[];
}

export interface PageDraft extends PageOutline, PageText {}

/** Plain data: JSON and messages between threads preserve it. */
export interface PageReading {
  /** null: the file is not a page (a draft, or not text). */
  readonly draft: PageDraft | null;
  readonly warnings: readonly ContentWarning[];
}

/**
 * Reads one file. The result depends only on the arguments. Never throws.
 * @param lines the line in the file of each line of `bytes`, where other files were read in; null: the same
 */
export function readPage(
  file: string,
  bytes: Uint8Array,
  context: SiteContext,
  lines: readonly number[] | null = null,
): PageReading {
  const reading = readWhole(file, bytes, context);
  if (lines === null) return reading;
  const atLine = <T extends { readonly line: number }>(each: T): T => ({
    ...each,
    line: lines[each.line - 1] ?? each.line,
  });
  const { draft, warnings } = reading;
  return {
    draft: draft === null ? null : { ...draft, takesBody: draft.bodyFile !== null, links: draft.links.map(atLine) },
    warnings: warnings.map(atLine),
  };
}

function readWhole(file: string, bytes: Uint8Array, context: SiteContext): PageReading {
  const encoding = encodingFault(bytes);
  if (encoding !== null) return { draft: null, warnings: [{ file, ...encoding, rule: 'encoding' }] };
  const whole = withPlainLineEnds(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'));
  const rules = rulesOf(context.generator);
  const cut = cutFrontMatter(whole, rules.head === 'blank lines');
  const frontMatter = parseFrontMatter(file, cut);
  const meta = rules.head === 'meta lines' && cut.format === null ? readMetaLines(cut.body) : null;
  const source = meta === null ? cut : { ...cut, body: meta.body };
  const properties = rules.head === 'property lines' ? readProperties(source.body) : null;
  const body = properties?.body ?? source.body;
  const conventions: FieldConventions = {
    ...rules,
    idIsSlug: rules.idIsSlug && !isIndexOf(file, rules),
    patterns: rules.patternValues !== undefined,
    timeZone: context.timeZone,
  };
  const written = new Map([...(properties?.fields ?? meta?.fields ?? []), ...frontMatter.fields]);
  const checked = checkFields(file, source, written, conventions);
  const fields = readPageFields(checked.fields, conventions);
  // A future publishDate or a past expiryDate does not hide a page: the artefact must not depend on the clock.
  const isLeftOut = fields.hidden || (fields.unsearched && context.declared !== undefined);
  const isHidden = isLeftOut || rules.hidesItself(frontMatter.fields) || isPiece(file, context, rules);
  if (isHidden && !isBundleHead(file, rules)) return { draft: null, warnings: frontMatter.warnings };
  const own = readOwnFields(file, source, checked.fields, context.fields ?? []);
  const warnings = [...frontMatter.warnings, ...checked.warnings, ...own.warnings];
  const parsed = parseBody(file, rules.vault ? maskNotes(body) : body, source.bodyLine, warnings);
  const options = extractOptions(fields.title, source.bodyLine, parsed.source, context);
  const extracted = extractText(parsed.tree, { ...options, inMenu: context.titles[file] !== undefined });
  const mentions = (properties?.mentions ?? []).map(
    (target): PageLink => ({ target, kind: 'wiki', line: 1, column: 1 }),
  );
  const titled = titleAndLabels(file, body, fields, extracted, context);
  const front =
    context.keepsFrontMatter === true && meta === null ? whole.slice(0, whole.length - source.body.length) : '';
  const markdown = front === '' ? source.body.replace(/^\n+/, '') : source.body;
  const before = front === '' && extracted.firstHeading === null ? `# ${titled.title}\n\n` : front;
  const bytesBefore = Buffer.byteLength(before) - (source.body.length - markdown.length);
  const located = locateLinks(extracted.links, { ...source, bytesBefore }, parsed);
  const clean = cleanBody(
    {
      front: before,
      body: markdown,
      code: codeFrom(source.body.length - markdown.length, parsed.codeOf(source.body)),
      links: located,
    },
    anchorsByText(extracted.headings),
  );
  const neighbours = readOwnNeighbours(checked.fields, rules.neighbours, plainLabel);
  const draft: PageDraft = {
    file,
    ...titled,
    ...fieldsOf(fields, extracted, context),
    slug: fields.slug ?? (takesSlug(file, rules) ? (extracted.headings[0]?.anchor ?? null) : null),
    hides: rules.hidesBelow(frontMatter.fields),
    bodyFile: rules.bodyFile(frontMatter.fields),
    takesBody: false,
    redirectTo: extracted.text === '' ? fields.redirectTo : null,
    isBuilt: frontMatter.fields.has('build') || frontMatter.fields.has('_build'),
    ...{ weight: fields.weight, unlisted: fields.unlisted },
    ...datesOf(file, fields, context),
    language:
      context.declared?.[file]?.language ?? fields.language ?? localeOf(file, context, rules) ?? context.language,
    headings: extracted.headings,
    fields: own.values,
    ...(neighbours === null ? {} : { neighbours }),
    ...(isHidden ? { isHiddenHead: true as const } : {}),
    ...(rules.hasToctrees ? { toctrees: toctreesIn(body) } : {}),
    links: [...mentions, ...clean.links],
    text: extracted.text,
    code: extracted.code,
    sections: extracted.sections,
    markdown: clean.markdown,
    source: front + source.body,
  };
  return { draft, warnings: isHidden ? frontMatter.warnings : warnings };
}

/** The code of a text without its first characters, which are line ends. */
function codeFrom(first: number, code: MarkdownCode): MarkdownCode {
  if (first === 0) return code;
  return {
    ...code,
    pieces: code.pieces.map((piece) => ({ ...piece, start: piece.start - first, end: piece.end - first })),
  };
}

/** The anchor of the first heading with a text. */
function anchorsByText(headings: readonly ContentHeading[]): (heading: string) => string | null {
  let anchors: ReadonlyMap<string, string> | null = null;
  return (heading) => {
    anchors ??= new Map(headings.toReversed().map(({ text, anchor }) => [headingKey(text), anchor]));
    return anchors.get(headingKey(heading)) ?? null;
  };
}

function extractOptions(title: string | null, firstLine: number, source: string, context: SiteContext): ExtractOptions {
  return { ...rulesOf(context.generator), title, firstLine, source, origins: context.origins, inMenu: false };
}

function titleAndLabels(
  file: string,
  body: string,
  fields: PageFields,
  { firstHeading }: ExtractedText,
  context: SiteContext,
): Pick<PageOutline, 'title' | 'titleFromFile' | 'labels'> {
  const rules = rulesOf(context.generator);
  const frontTitle = fields.title === null ? null : withoutTemplates(fields.title);
  const named = frontTitle ?? firstHeading ?? fields.shortTitle ?? context.titles[file] ?? null;
  const written = named ?? (isHome(file, context) ? context.homeTitle : null);
  const title = collapse(written ?? titleOfFile(file, rules, context.languageSuffixes));
  return { title, titleFromFile: written === null, labels: labelsOf(body, title, rules) };
}

/** Whether the file is the first page of the site, or of one of its languages. */
function isHome(file: string, { locales, languageSuffixes }: SiteContext): boolean {
  const suffix = languageSuffix(file, languageSuffixes);
  const [, folder, name] = /^(?:(.*)\/)?([^/]*)\.\w+$/.exec(suffix === null ? file : file.replace(`.${suffix}.`, '.'))!;
  return /^_?index$/i.test(name!) && (folder === undefined || locales.includes(folder));
}

/** The fields of the front matter, with values from the text where they are missing. */
function fieldsOf(fields: PageFields, extracted: ExtractedText, context: SiteContext) {
  const { opening, inlineTags } = extracted;
  const { indexing, canonical, categories, address, slug } = fields;
  const described = fields.description === null ? '' : plainText(fields.description, context);
  return {
    description: normalForm(described || describe(outsideCode(opening || proseOf(extracted), withoutLeftMarkup))),
    ...{ indexing, canonical, categories, address, slug },
    tags: inNormalForm([...fields.tags, ...inlineTags]),
    aliases: inNormalForm(fields.aliases),
  };
}

/** The beginning of a text without its code. */
function proseOf({ text, code }: ExtractedText): string {
  let prose = '';
  let at = 0;
  for (let index = 0; index < code.length && prose.length < 1000; index += 2) {
    prose += `${text.slice(at, code[index])} `;
    at = code[index + 1]!;
  }
  return collapse((prose + text.slice(at, at + 1000)).slice(0, 1000));
}

/** Emphasis of a script without spaces, which Markdown does not read beside punctuation: `的*路径（path）*设`. */
const UNREAD_EMPHASIS =
  /(?<=[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}])\*([^*\n]{1,200}?)\*|\*([^*\s][^*\n]{0,200}?)\*(?=[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}])/gu;

/**
 * Words without the links and emphasis that the parser left as they were: references whose definition is in another file
 * (`[words][name]`), and emphasis with spaces at its ends.
 */
function withoutLeftMarkup(text: string): string {
  const plain = text.includes('](') ? text.replace(/!?\[([^[\]]{1,200})\]\([^()\s]{0,500}\)/g, '$1') : text;
  const bare = plain.includes('**') ? plain.replace(/(?<!\w)\*\*([^*\n]{1,200}?)\s?\*\*/g, '$1') : plain;
  const spaced = bare.includes('*') ? bare.replace(UNREAD_EMPHASIS, '$1$2') : bare;
  return spaced.includes('][') ? spaced.replace(/!?\[([^[\]]{1,200})\]\[[^[\]]{0,200}\]/g, '$1') : spaced;
}

function inNormalForm(names: readonly string[]): string[] {
  return [...new Set(names.map((name) => normalForm(name)))];
}

/** HTML that only formats words. */
const INLINE_MARKUP = /<\/?(?:b|br|code|em|i|small|span|strong|sub|sup|wbr)(?:\s[^<>]*)?\/?>/gi;

/** A title without template tags, whose values only the site's own build knows; null when nothing else is left. */
function withoutTemplates(title: string): string | null {
  const plain = /\{\{[<%]|\{%/.test(title) ? collapse(maskTemplates(title)) : title;
  if (!/[&<\\]/.test(plain)) return plain || null;
  const code = hideCode(plain, findCode(plain, true));
  const unescaped = code.text.replace(INLINE_MARKUP, '').replace(/\\([_*[\]<>()#|])/g, '$1');
  return collapse(code.show(decodeReferences(unescaped))) || null;
}

/** The text of a link that the front matter gives, without markup; null when nothing is left. */
function plainLabel(written: string): string | null {
  const plain = withoutTemplates(written);
  return plain === null ? null : normalForm(plain);
}

/** The plain text of a description in Markdown or HTML. */
function plainText(written: string, context: SiteContext): string {
  if (!/\]\(|[<`&]|\*\*|\{\{|\{%|\]\[|\[\[|::|^import /.test(written)) return written;
  // A destination with spaces is not a link in Markdown, but its author meant one.
  const masked = maskTemplates(written);
  const code = hideCode(masked, findCode(masked, true));
  const bare = code.show(withoutLeftMarkup(code.text).replace(/!?\[([^[\]]{1,500})\]\((?=[^()<>]* )[^()<>]*\)/g, '$1'));
  const { tree } = parseMarkdown(bare, 'markdown');
  if (tree === null) return written;
  const options = { ...extractOptions('', 1, bare, context), vault: false };
  return collapse(extractText(tree, options).text).replaceAll('\u00ad', '');
}

/** MyST: `(label)=` before the element that it labels, a label among the options of a directive, and behind mathematics. */
const LABEL =
  /^(?:\(([^\s()]{1,200})\)=|[ \t]*:(?:name|label):[ \t]+(\S{1,200})|[ \t]*[`:]{3,}\{figure-md\}[ \t]+(\S{1,200})|\$\$[ \t]*\(([^\s()]{1,200})\))[ \t]*$/gm;

function labelsOf(body: string, title: string, rules: GeneratorRules): string[] {
  const hasLabels = body.includes(')=') || rules.labels;
  const labels = hasLabels ? [...body.matchAll(LABEL)].map((match) => match.slice(1).find((each) => each)!) : [];
  return rules.head === 'property lines' ? [title, ...labels] : labels;
}

/** Whether a page that names no slug has the anchor of its first heading in its address. */
function takesSlug(file: string, rules: GeneratorRules): boolean {
  return rules.slugOfHeading && !isIndexOf(file, rules);
}

/** Whether the file is in `_drafts/`, or a fragment of pages by the generator's rules, whatever the folder that settings name is called. */
function isPiece(file: string, context: SiteContext, rules: GeneratorRules): boolean {
  if (context.declared?.[file] !== undefined) return false;
  const mount = mountOf(file, context)?.[0] ?? '';
  const below = mount === '' || mount === file ? file : file.slice(mount.length + 1);
  return /(?:^|\/)_drafts\//.test(file) || (rules.pieces?.test(below) ?? false);
}

function withPlainLineEnds(text: string): string {
  const bare = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  return bare.includes('\r') ? bare.replace(/\r\n?/g, '\n') : bare;
}

/** Dates from the front matter, or from the file name if the generator reads dates there. */
function datesOf(
  file: string,
  fields: PageFields,
  context: SiteContext,
): { published: string | null; updated: string | null } {
  const name = file.replace(/\/_?index\.\w+$/i, '').replace(/^.*\//, '');
  const isRead = isPost(file, context) || rulesOf(context.generator).datedNames || /(?:^|\/)_posts\//.test(file);
  const isCut = context.dates === 'cut' && /^\d{4}-\d{2}-\d{2}-./.test(name);
  const named = isRead || isCut ? dateOf(name.replaceAll('_', '-')) : null;
  return { published: fields.published ?? named, updated: fields.updated };
}

function localeOf(file: string, context: SiteContext, rules: GeneratorRules): string | null {
  const folder = localeFolderOf(file, context.locales);
  const name = folder === null ? null : lastSegment(folder);
  const written = languageSuffix(file, context.languageSuffixes) ?? rules.languageOfFile?.exec(file)?.[1] ?? name;
  if (written === null) return null;
  const tag = context.languageTags[folder ?? written] ?? context.languageTags[written];
  return tag ?? languageOfCountry(written) ?? languageTag(written);
}

/** A title from the file name, by the generator's rule, else with hyphens replaced by spaces. */
function titleOfFile(file: string, rules: GeneratorRules, suffixes: readonly string[]): string {
  const suffix = languageSuffix(file, suffixes);
  const bareFile = file.replace(/\.\w+$/, '').slice(0, suffix === null ? undefined : -suffix.length - 1);
  const segments = bareFile.split('/');
  let name = segments.pop()!;
  if (/^_?index$|^readme$/i.test(name)) name = segments.pop() ?? name.replace(/^_/, '');
  if (rules.titleOfName !== undefined) return rules.titleOfName(name);
  return titleFromName(withoutNumber(name.replace(/^\d{4}-\d{2}-\d{2}-(?=.)/, ''))) || name;
}

const LONGEST_SUMMARY = 200;
/** The end of a sentence: punctuation before white space, or a full-width stop of a script without spaces. */
const SENTENCE_END = /[.!?…]["'”’)\]]*(?=\s|$)|[。！？]/g;

/** The first sentence or two of a text, at most 200 UTF-16 units; cut after a word when no sentence ends in time. */
export function describe(text: string): string {
  let end = 0;
  let sentences = 0;
  for (const match of text.slice(0, LONGEST_SUMMARY + 1).matchAll(SENTENCE_END)) {
    const close = match.index + match[0].length;
    if (close > LONGEST_SUMMARY) break;
    end = close;
    if (++sentences === 2) break;
  }
  if (end > 0) return text.slice(0, end);
  if (text.length <= LONGEST_SUMMARY) return text;
  const room = text.slice(0, LONGEST_SUMMARY - 1);
  const space = room.lastIndexOf(' ');
  const cut = space > LONGEST_SUMMARY / 2 ? room.slice(0, space) : room.replace(/[\uD800-\uDBFF]$/, '');
  return `${cut}…`;
}
