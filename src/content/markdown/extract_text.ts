import type { Heading, Root, RootContent } from 'mdast';
import { normalForm } from '../../text/normal_form.ts';
import type { AnchorRule } from '../generators/anchor_rules.ts';
import type { ContentHeading } from '../site_content.ts';
import { type CollectOptions, createLinkCollector, type FoundLink } from './collect_links.ts';
import { type AnchoredHeading, anchorsOf } from './heading_anchors.ts';
import { collapse, createPageTextBuilder } from './page_text_builder.ts';
import { CODE_ELEMENT, scanHtml } from './scan_html.ts';

export interface ExtractOptions extends CollectOptions {
  /** The front matter's title; null: the first H1 is the title. */
  readonly title: string | null;
  /** Whether to read Obsidian's inline `#tags` and `%%comments%%`. */
  readonly vault: boolean;
  /** Whether a heading at the start of the page is always its title. */
  readonly titledByFirstHeading: boolean;
  /** How headings get their anchors. */
  readonly anchors: AnchorRule;
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
  /** The first paragraphs outside lists, tables and quotes, for a description: at least one if there is any prose. */
  readonly opening: string;
}

/** The MDX additions to mdast that are read here. */
interface MdxNode {
  readonly type: 'mdxJsxFlowElement' | 'mdxJsxTextElement' | 'mdxFlowExpression' | 'mdxTextExpression' | 'mdxjsEsm';
  readonly name?: string | null;
  readonly value?: string;
  readonly attributes?: readonly {
    readonly name?: string;
    readonly value?: string | null | { readonly value: string };
  }[];
  readonly children?: readonly Node[];
  readonly position?: RootContent['position'];
}

type Node = RootContent | Root | MdxNode;

/** Marks the end of a block on the stack: all its children have been visited. */
interface Exit {
  readonly exit: Node;
}

const INLINE_TAG = /(?<![^\s(,;])#((?=[^\s#]*[\p{L}_])[\p{L}\p{N}_\-/]+)/gu;
/** docfx: `[!INCLUDE [shown](file.md)]`. */
const INCLUDE = /\[!include(?:-\w+)?\s*$/i;
const CALLOUT = /^\s*\[![\w-]+\][+-]?/;
/** A heading that is only a formula cannot serve as a title. */
const MATHEMATICS = /^\${1,2}[^$]*\${1,2}$/;
/** UTF-16 units; enough for two sentences. */
const OPENING_LENGTH = 120;

/**
 * Extracts text with block borders, headings and links in one walk over the tree. It uses its own stack, so deep nesting
 * cannot overflow the call stack.
 */
export function extractText(tree: Root, options: ExtractOptions): ExtractedText {
  const builder = createPageTextBuilder();
  const found: (AnchoredHeading & { readonly depth: number; readonly shown: string })[] = [];
  const sections: number[] = [];
  const links = createLinkCollector(options);
  const inlineTags: string[] = [];
  const title = options.title === null ? null : collapse(options.title).toLowerCase();
  let firstHeading: string | null = null;
  let opening = '';
  /** The heading at the start of the page. */
  let leading: Heading | null = null;
  let silent: string | null = null;
  /** Name of the inline HTML element around the current text whose content is code; null outside. */
  let codeElement: string | null = null;
  /** True after `[!INCLUDE`: the next link includes another file and is not a link of the page. */
  let including = false;

  const sinkFor = (node: Node) => ({
    words: builder.words,
    border: builder.border,
    link: (target: string) => {
      if (codeElement === null) links.link(target, 'html', node);
    },
    image: (target: string) => {
      if (codeElement === null) links.image(target, 'html', node);
    },
    code: builder.code,
  });

  const addText = (value: string, node: Node) => {
    let words = value;
    if (words.includes('[!')) {
      including = INCLUDE.test(words);
      words = words.replace(including ? INCLUDE : CALLOUT, '');
    }
    if (codeElement === null && words.includes('[[')) words = links.wiki(words, node);
    if (options.vault) {
      if (words.includes('%%')) words = words.replace(/%%[\s\S]*?%%/g, '');
      if (words.includes('#')) for (const tag of normalForm(words).matchAll(INLINE_TAG)) inlineTags.push(tag[1]!);
    }
    builder.words(words);
  };

  const endHeading = (node: Heading) => {
    const text = builder.pending();
    const spaced = builder.pendingSpaced();
    const source = options.anchors.ofMarkdown ? (headingMarkdown(node, options.source) ?? spaced) : spaced;
    if (text !== '') {
      found.push({ depth: node.depth, text: source, shown: text, id: headingId(node) });
      sections.push(builder.length());
    }
    if (found.length === 1 && text !== '' && builder.isEmpty()) leading = node;
    if (node.depth === 1 && firstHeading === null && text !== '' && !MATHEMATICS.test(text)) {
      firstHeading = text;
      if (title === null || title === text.toLowerCase()) builder.discard();
    }
    builder.border();
  };

  const stack: (Node | Exit)[] = [tree];
  while (stack.length > 0) {
    const node = stack.pop()!;
    if ('exit' in node) {
      if (node.exit.type === 'heading') endHeading(node.exit);
      else {
        // An element that is not closed in its block ends with it.
        codeElement = null;
        if (node.exit.type === 'paragraph' && opening.length < OPENING_LENGTH) {
          opening = `${opening} ${builder.pending()}`.trim();
        }
        builder.border();
      }
      continue;
    }
    if (silent !== null && node.type !== 'html') continue;
    switch (node.type) {
      case 'text':
        addText(node.value, node);
        continue;
      case 'inlineCode':
        builder.words(node.value);
        continue;
      case 'code':
        builder.code(node.value);
        continue;
      case 'break':
        builder.words(' ');
        continue;
      case 'html': {
        const tag = /^<(\/?)(script|style)\b/i.exec(node.value);
        if (tag !== null && node.value.indexOf('<', 1) === -1) silent = tag[1] === '' ? tag[2]! : null;
        else if (silent === null) {
          scanHtml(node.value, sinkFor(node));
          codeElement = codeElementAfter(node.value, codeElement);
        }
        continue;
      }
      case 'definition':
        links.define(node.identifier, node.url, node);
        continue;
      case 'link':
        if (including) {
          including = false;
          continue;
        }
        if (codeElement === null) links.link(node.url, 'inline', node);
        break;
      case 'image':
        if (codeElement === null) links.image(node.url, 'inline', node);
        continue;
      case 'linkReference':
        links.reference(node.identifier, false, node);
        break;
      case 'imageReference':
        links.reference(node.identifier, true, node);
        continue;
      case 'mdxFlowExpression':
      case 'mdxTextExpression':
        builder.words(literal(node.value ?? '') ?? '');
        continue;
      case 'mdxJsxFlowElement':
      case 'mdxJsxTextElement': {
        if (node.name === 'script' || node.name === 'style') continue;
        for (const attribute of node.attributes ?? []) {
          if (!('name' in attribute)) continue;
          const isLink = attribute.name === 'href' || attribute.name === 'to';
          const isImage = attribute.name === 'src' && /^(?:img|Image)$/.test(node.name ?? '');
          if (!isLink && !isImage) continue;
          const target = typeof attribute.value === 'string' ? attribute.value : literal(attribute.value?.value ?? '');
          if (target === null || codeElement !== null) continue;
          if (isLink) links.link(target, 'html', node);
          else links.image(target, 'html', node);
        }
        break;
      }
      default:
        break;
    }
    const children = (node as { readonly children?: readonly Node[] }).children;
    if (children === undefined) continue;
    if (isBlock(node)) {
      builder.border();
      stack.push({ exit: node });
    }
    for (let at = children.length - 1; at >= 0; at--) stack.push(children[at]!);
  }
  const allLinks = links.finish();
  const finished = builder.finish();
  const anchors = anchorsOf(found, options.anchors);
  const headings = found.map(({ depth, shown }, at): ContentHeading => ({ depth, text: shown, anchor: anchors[at]! }));
  const first = headings[0];
  // A leading heading is the title, whatever its level, if no later heading has the same or a higher level.
  const isAlone = options.titledByFirstHeading || headings.every(({ depth }, at) => at === 0 || depth > first!.depth);
  const isTitle = leading !== null && isAlone;
  if (options.title !== null || firstHeading !== null || !isTitle || options.vault || MATHEMATICS.test(first!.text)) {
    return { ...finished, headings, sections, links: allLinks, firstHeading, inlineTags, opening };
  }
  return {
    ...withoutFirst(finished, sections, first!.text),
    headings,
    links: allLinks,
    firstHeading: first!.text,
    inlineTags,
    opening,
  };
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

function isBlock(node: Node): boolean {
  switch (node.type) {
    case 'paragraph':
    case 'heading':
    case 'listItem':
    case 'tableCell':
    case 'blockquote':
    case 'footnoteDefinition':
    case 'mdxJsxFlowElement':
      return true;
    default:
      return false;
  }
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
  return /^#{1,6}[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/.exec(written)?.[1];
}

/** The value of a JavaScript string literal, or null for any other expression. */
function literal(expression: string): string | null {
  const match = /^\s*(?:"([^"\\]*)"|'([^'\\]*)'|`([^`\\$]*)`)\s*$/.exec(expression);
  return match === null ? null : (match[1] ?? match[2] ?? match[3]!);
}
