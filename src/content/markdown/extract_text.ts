import type { Heading, Root, RootContent } from 'mdast';
import { normalForm } from '../../text/normal_form.ts';
import type { GeneratorRules } from '../generators/generator_rules.ts';
import type { ContentHeading } from '../site_content.ts';
import { type CollectOptions, createLinkCollector, type FoundLink, type LinkCollector } from './collect_links.ts';
import { type AnchoredHeading, anchorsOf } from './heading_anchors.ts';
import { FILLER } from './mask_templates.ts';
import { collapse, createPageTextBuilder } from './page_text_builder.ts';
import { CODE_ELEMENT, scanHtml } from './scan_html.ts';
import { LONGEST_TAG, shownByComponent } from './shown_words.ts';

export interface ExtractOptions
  extends CollectOptions,
    Pick<GeneratorRules, 'vault' | 'titledByFirstHeading' | 'anchors'> {
  /** The front matter's title; null: the first H1 is the title. */
  readonly title: string | null;
  /** Whether a menu names the page: then a heading of a lower level is not its title. */
  readonly inMenu: boolean;
  /** The Markdown that the tree was parsed from. */
  readonly source: string;
}

export interface ExtractedText {
  readonly text: string;
  readonly code: readonly number[];
  readonly headings: readonly ContentHeading[];
  /** Where the section of each heading begins in `text`, as in `PageText`. */
  readonly sections: readonly number[];
  readonly links: readonly FoundLink[];
  /** The first level-one heading's text, or null. */
  readonly firstHeading: string | null;
  readonly inlineTags: readonly string[];
  /**
   * The first paragraphs outside lists, tables and quotes, for a description: at least one if there is any prose. With signs around
   * code, for `outsideCode`.
   */
  readonly opening: string;
}

/** The MDX additions to mdast that are read here. */
interface MdxNode {
  readonly type: 'mdxJsxFlowElement' | 'mdxJsxTextElement' | 'mdxFlowExpression' | 'mdxTextExpression' | 'mdxjsEsm';
  readonly name?: string | null;
  readonly value?: string;
  readonly attributes?: readonly {
    readonly name?: string;
    readonly value?: string | null | undefined | { readonly value: string };
  }[];
  readonly children?: readonly Node[];
  readonly position?: RootContent['position'];
}

type Node = RootContent | Root | MdxNode;

const BLOCKS: ReadonlySet<string> = new Set(
  'paragraph heading listItem tableCell blockquote footnoteDefinition mdxJsxFlowElement'.split(' '),
);

/** Marks the end of a block on the stack: all its children have been visited. */
interface Exit {
  readonly exit: Node;
}

const INLINE_TAG = /(?<![^\s(,;])#((?=[^\s#]*[\p{L}_])[\p{L}\p{N}_\-/]+)/gu;
/** docfx: `[!INCLUDE [shown](file.md)]`, `[!code-csharp[shown](file.cs)]`. */
const INCLUDE = /\[!(?:include(?:-\w+)?|code(?:-[\w+#-]+)?)\s*$/i;
const CALLOUT = /^\s*\[![\w-]+\][+-]?/;
const WORDS = /[\p{L}\p{N}]/u;
/** A heading that is only a formula cannot serve as a title. */
const MATHEMATICS = /^\${1,2}[^$]*\${1,2}$/;
/** UTF-16 units; enough for two sentences. */
const OPENING_LENGTH = 120;

/** The results of one walk over a page so far. */
class Walk {
  readonly options: ExtractOptions;
  readonly links: LinkCollector;
  readonly builder = createPageTextBuilder();
  readonly found: (AnchoredHeading & { readonly depth: number; readonly shown: string })[] = [];
  readonly sections: number[] = [];
  readonly inlineTags: string[] = [];
  firstHeading: string | null = null;
  opening = '';
  isOpeningFull = false;
  /** The heading at the start of the page. */
  leading: Heading | null = null;
  /** Name of the `script` or `style` element around the current node, whose content is no text; null outside. */
  silent: string | null = null;
  /** Name of the inline HTML element around the current text whose content is code; null outside. */
  codeElement: string | null = null;
  /** After `[!INCLUDE` the next link includes another file and is not a link of the page; after that, `]` ends it. */
  including: 'link' | 'end' | null = null;

  constructor(options: ExtractOptions) {
    this.options = options;
    this.links = createLinkCollector(options);
  }
}

/**
 * Extracts text with block borders, headings and links in one walk over the tree. It uses its own stack, so deep nesting
 * cannot overflow the call stack.
 */
export function extractText(tree: Root, options: ExtractOptions): ExtractedText {
  const walk = new Walk(options);
  const stack: (Node | Exit)[] = [tree];
  while (stack.length > 0) {
    const node = stack.pop()!;
    if ('exit' in node) {
      endBlock(walk, node.exit);
      continue;
    }
    if ((walk.silent !== null && node.type !== 'html') || !visit(walk, node)) continue;
    const children = (node as { readonly children?: readonly Node[] }).children;
    if (children === undefined) continue;
    if (BLOCKS.has(node.type)) {
      walk.builder.border();
      stack.push({ exit: node });
    }
    for (let at = children.length - 1; at >= 0; at--) stack.push(children[at]!);
  }
  return finish(walk);
}

/** Takes what a node itself says. Returns whether its children are to be visited. */
function visit(walk: Walk, node: Node): boolean {
  const { builder, links, codeElement } = walk;
  switch (node.type) {
    case 'text':
      addText(walk, node.value, node);
      return false;
    case 'inlineCode':
      builder.codeSpan(node.value);
      return false;
    case 'code':
      builder.code(node.value);
      return false;
    case 'break':
      builder.words(' ');
      return false;
    case 'html':
      addHtml(walk, node.value, node);
      return false;
    case 'definition':
      links.define(node.identifier, node.url, node);
      return false;
    case 'link':
      if (walk.including === 'link') {
        walk.including = 'end';
        return false;
      }
      if (codeElement === null) links.add(node.url, false, 'inline', node);
      // MyST shows the title of what is linked, which is not known here.
      if (walk.options.labels === true && node.children.length === 0) builder.words(nameOfTarget(node.url));
      return true;
    case 'image':
      if (codeElement === null) links.add(node.url, true, 'inline', node);
      builder.words(FILLER);
      return false;
    case 'linkReference':
      links.reference(node.identifier, false, node);
      return true;
    case 'imageReference':
      links.reference(node.identifier, true, node);
      builder.words(FILLER);
      return false;
    case 'mdxFlowExpression':
    case 'mdxTextExpression':
      builder.words(literal(node.value ?? '') ?? FILLER);
      return false;
    case 'mdxJsxFlowElement':
    case 'mdxJsxTextElement':
      if (node.name === 'script' || node.name === 'style') return false;
      addJsxLinks(walk, node);
      addJsxWords(walk, node);
      return true;
    default:
      return true;
  }
}

/** The last name in the target of a link, as words. */
function nameOfTarget(target: string): string {
  const name = target.split(/[#/:]/).findLast((each) => each !== '') ?? '';
  return name.replace(/\.(?:md|rst|ipynb)$/, '').replace(/[-_]+/g, ' ');
}

function addText(walk: Walk, value: string, node: Node): void {
  let words = walk.including === 'end' ? value.replace(/^[ \t]*\]/, '') : value;
  walk.including = null;
  if (words.includes('[!')) {
    if (INCLUDE.test(words)) walk.including = 'link';
    words = words.replace(walk.including === 'link' ? INCLUDE : CALLOUT, '');
  }
  if (walk.codeElement === null && words.includes('[[')) words = walk.links.wiki(words, node);
  if (walk.options.vault && words.includes('#'))
    for (const tag of normalForm(words).matchAll(INLINE_TAG)) walk.inlineTags.push(tag[1]!);
  walk.builder.words(words);
}

function addHtml(walk: Walk, html: string, node: Node): void {
  const tag = /^<(\/?)(script|style)\b/i.exec(html);
  if (tag !== null && html.indexOf('<', 1) === -1) {
    walk.silent = tag[1] === '' ? tag[2]! : null;
    return;
  }
  if (walk.silent !== null) return;
  const { builder, links } = walk;
  scanHtml(html, {
    words: builder.words,
    border: builder.border,
    link: (target, isImage) => {
      if (walk.codeElement === null) links.add(target, isImage, 'html', node);
    },
    code: builder.code,
  });
  walk.codeElement = codeElementAfter(html, walk.codeElement);
}

function addJsxLinks({ links, codeElement }: Walk, node: MdxNode): void {
  for (const attribute of node.attributes ?? []) {
    if (!('name' in attribute)) continue;
    const isLink = attribute.name === 'href' || attribute.name === 'to';
    const isImage = attribute.name === 'src' && /^(?:img|Image)$/.test(node.name ?? '');
    if (!isLink && !isImage) continue;
    const target = typeof attribute.value === 'string' ? attribute.value : literal(attribute.value?.value ?? '');
    if (target === null || codeElement !== null) continue;
    links.add(target, !isLink, 'html', node);
  }
}

/** What readers see of a component that is no text between its tags. */
function addJsxWords({ builder, options }: Walk, node: MdxNode): void {
  const start = node.position?.start.offset;
  const isShown = start !== undefined && (node.attributes?.length ?? 0) > 0 && /^[A-Z]/.test(node.name ?? '');
  const words = isShown ? shownByComponent(options.source.slice(start, start + LONGEST_TAG)) : '';
  const isBlock = node.type === 'mdxJsxFlowElement';
  if (isBlock && words !== '') builder.border();
  if (words !== '') builder.words(words);
  else if (!isBlock && node.children?.length === 0) builder.words(FILLER);
  if (isBlock && words !== '') builder.border();
}

/** Ends a block when all its children have been visited. */
function endBlock(walk: Walk, node: Node): void {
  if (node.type === 'heading') {
    endHeading(walk, node);
    return;
  }
  // An element that is not closed in its block ends with it.
  walk.codeElement = null;
  if (node.type === 'paragraph' && !walk.isOpeningFull) {
    const words = walk.builder.pendingMarked();
    // The rest of a line of templates or badges has no meaning.
    if (WORDS.test(words)) walk.opening = `${walk.opening} ${words}`.trim();
    walk.isOpeningFull = collapse(walk.opening).length >= OPENING_LENGTH;
  }
  walk.builder.border();
}

function endHeading(walk: Walk, node: Heading): void {
  const { builder, options, found } = walk;
  const text = builder.pending();
  const spaced = builder.pendingSpaced();
  const source = options.anchors.ofMarkdown ? (headingMarkdown(node, options.source) ?? spaced) : spaced;
  if (text !== '') {
    found.push({ depth: node.depth, text: source, shown: text, id: headingId(node) });
    walk.sections.push(builder.length());
  }
  if (found.length === 1 && text !== '' && builder.isEmpty()) walk.leading = node;
  if (node.depth === 1 && walk.firstHeading === null && text !== '' && !MATHEMATICS.test(text)) {
    walk.firstHeading = text;
    const { title } = options;
    if (title === null || collapse(title).toLowerCase() === text.toLowerCase()) builder.discard();
  }
  builder.border();
}

function finish(walk: Walk): ExtractedText {
  const { options, found, sections, inlineTags, firstHeading, opening, leading } = walk;
  const links = walk.links.finish();
  const finished = walk.builder.finish();
  const anchors = anchorsOf(found, options.anchors);
  const headings = found.map(({ depth, shown }, at): ContentHeading => ({ depth, text: shown, anchor: anchors[at]! }));
  const first = headings[0];
  // A leading heading is the title, whatever its level, if no later heading has the same or a higher level.
  const isAlone = options.titledByFirstHeading || headings.every(({ depth }, at) => at === 0 || depth > first!.depth);
  const isTitle = leading !== null && isAlone && (options.titledByFirstHeading || !options.inMenu);
  if (options.title !== null || firstHeading !== null || !isTitle || options.vault || MATHEMATICS.test(first!.text)) {
    return { ...finished, headings, sections, links, firstHeading, inlineTags, opening };
  }
  const rest = withoutFirst(finished, sections, first!.text);
  return { ...rest, headings, links, firstHeading: first!.text, inlineTags, opening };
}

/** The code element that is open behind an HTML node: the parser makes a node of each inline tag. */
function codeElementAfter(html: string, before: string | null): string | null {
  const tag = /^<(\/?)([a-z]+)\b[^<>]*>$/i.exec(html);
  if (tag === null || !CODE_ELEMENT.test(tag[2]!)) return before;
  const name = tag[2]!.toLowerCase();
  if (tag[1] === '') return before ?? name;
  return before === name ? null : before;
}

/** Removes the first block from a text. */
function withoutFirst(
  { text, code }: { text: string; code: readonly number[] },
  sections: readonly number[],
  block: string,
) {
  const length = Math.min(text.length, block.length + 1);
  return {
    text: text.slice(length),
    code: code.map((place) => place - length),
    sections: sections.map((place) => Math.max(0, place - length)),
  };
}

/** The explicit id of a heading: `{#id}`, or in MDX `{/* id *\/}`. */
function headingId(node: Heading): string | null {
  const properties = (node.data as { hProperties?: { id?: unknown } } | undefined)?.hProperties;
  if (typeof properties?.id === 'string' && properties.id !== '') return properties.id;
  const last = node.children.at(-1) as MdxNode | undefined;
  if (last?.type !== 'mdxTextExpression') return null;
  return /^\s*\/\*\s*#?([\w-]+)\s*\*\/\s*$/.exec(last.value ?? '')?.[1] ?? null;
}

/** The Markdown of a heading without the marks of its level; undefined for an underlined heading. */
function headingMarkdown(node: Heading, source: string): string | undefined {
  const { start, end } = node.position!;
  const written = source.slice(start.offset, end.offset);
  const line = /^#{1,6}[ \t]+(.*)$/.exec(written)?.[1];
  if (line === undefined) return undefined;
  // By hand: a pattern would look for the end at each of many spaces.
  const bare = withoutSpaces(line, line.length);
  let hashes = bare;
  while (line[hashes - 1] === '#') hashes--;
  return line.slice(0, /[ \t]/.test(line.charAt(hashes - 1)) ? withoutSpaces(line, hashes) : bare);
}

/** The end of what stands before the spaces in front of `end`. */
function withoutSpaces(line: string, end: number): number {
  let at = end;
  while (line[at - 1] === ' ' || line[at - 1] === '\t') at--;
  return at;
}

/** The value of a JavaScript string literal, or null for any other expression. */
function literal(expression: string): string | null {
  const match = /^\s*(?:"([^"\\]*)"|'([^'\\]*)'|`([^`\\$]*)`)\s*$/.exec(expression);
  return match === null ? null : (match[1] ?? match[2] ?? match[3]!);
}
