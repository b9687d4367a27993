import { defaultSchema, sanitize } from 'hast-util-sanitize';
import { type ComponentChild, h } from 'preact';
import type { SinglePage } from '../client/api_types.ts';
import { decodePercent } from '../text/decode_percent.ts';
import { headingKey } from '../text/heading_key.ts';
import { CodeColours } from './colour_code.ts';
import { longestRendered, type ParsePage, type TreeNode } from './html_tree.ts';
import { plainAddress } from './page_images.ts';
import * as labels from './view/explorer_labels.ts';
import { breakable } from './view/html.ts';
import { headingLevels, pageAddress } from './view/texts.ts';

interface RenderedMarkdown {
  /** The title of the page, if the text begins with it as its own heading. */
  readonly title: ComponentChild;
  /** What follows. */
  readonly content: readonly ComponentChild[];
  /** The first words of that. */
  readonly opening: string;
  /** Whether the end of the page is missing. */
  readonly isCut: boolean;
  /** Why the content is the Markdown as it is written; null when it is rendered. */
  readonly refusal: string | null;
}

/** What a page is rendered with. */
interface Shown {
  readonly page: SinglePage;
  /** `shownImages` of its Markdown. */
  readonly images: ReadonlyMap<string, string>;
  /** The origin of this service; null: it is not known. */
  readonly ownOrigin: string | null;
}

/**
 * Renders the Markdown that a page publishes. What the sanitiser does not know is dropped; images that this service does not have become
 * links, because the explorer loads nothing from elsewhere. A page that is too deep or too large stays as it is written.
 */
export function renderMarkdown(markdown: string, shownWith: Shown, parsePage: ParsePage): RenderedMarkdown {
  const isCut = markdown.length > longestRendered;
  const shown = beginningOf(markdown);
  const { tree, refusal } = parsePage(shown);
  if (tree === null) {
    const content = [h('pre', { class: 'plain', tabIndex: 0 }, shown)];
    return { title: null, content, opening: shown.slice(0, longestOpening), isCut, refusal };
  }
  eachElement(tree, prepare);
  const clean = sanitize(tree as Parameters<typeof sanitize>[0], {
    ...defaultSchema,
    clobberPrefix: idPrefix,
    strip,
  }) as TreeNode;
  setAnchors(clean, shownWith.page);
  const ids = new Set<string>();
  eachElement(clean, ({ properties }) => ids.add(String(properties?.id ?? '')));
  const colours = new CodeColours();
  eachElement(clean, (element) => finish(element, shownWith, ids, colours));
  const children = clean.children ?? [];
  const first = children.find(({ type }) => type === 'element');
  const hasTitle = first?.tagName === 'h1';
  nestHeadings(clean, hasTitle);
  const text = hasTitle ? children.slice(children.indexOf(first!) + 1) : children;
  const opening = textOf({ type: 'root', children: text }).slice(0, longestOpening);
  return { title: hasTitle ? toVnode(first!) : null, content: text.map(toVnode), opening, isCut, refusal };
}

/** In UTF-16 code units. */
const longestOpening = 2_000;

/** Markdown up to the last paragraph that is short enough. */
function beginningOf(markdown: string): string {
  if (markdown.length <= longestRendered) return markdown;
  const border = markdown.lastIndexOf('\n\n', longestRendered);
  return markdown.slice(0, border === -1 ? longestRendered : border);
}

/** Puts all headings below the title of the page, without gaps between their levels. */
function nestHeadings(tree: TreeNode, hasTitle: boolean): void {
  const below = headingsIn(tree).slice(hasTitle ? 1 : 0);
  const levels = headingLevels(below.map(({ tagName }) => Number(tagName!.slice(1))));
  below.forEach((heading, at) => {
    heading.tagName = `h${levels[at]}`;
  });
}

/** In UTF-16 code units. */
const longestHeading = 10_000;

/** Elements that are dropped with what is in them. Of other unknown elements the content stays. */
const strip = ['script', 'style', 'template', 'noscript', 'iframe', 'object', 'svg', 'math', 'title'];

/** Before ids that authors chose, so that none equals an id of the explorer. */
const idPrefix = 'content-';

/** Says in elements that the sanitiser keeps what it would drop: alignment of cells, and checked items of task lists. */
function prepare(element: TreeNode): void {
  const { properties = {}, tagName } = element;
  const aligned = /^text-align: (left|right|center)$/.exec(String(properties.style ?? ''));
  if (aligned !== null) properties.align = aligned[1];
  if (tagName !== 'input' || properties.type !== 'checkbox') return;
  element.tagName = 'span';
  element.children = [{ type: 'text', value: properties.checked === true ? '☑' : '☐' }];
  element.properties = {};
}

/** Gives each heading the anchor that the API names. Published Markdown has the headings in the same order. */
function setAnchors(tree: TreeNode, { headings }: SinglePage): void {
  /** The headings with each text, the last one first: those that are passed are taken from the end. */
  const places = Map.groupBy([...headings.keys()].reverse(), (at) => headingKey(headings[at]!.text));
  let next = 0;
  for (const element of headingsIn(tree)) {
    const same = places.get(headingKey(textOf(element))) ?? [];
    while (same.length > 0 && same.at(-1)! < next) same.pop();
    const at = same.pop();
    if (at === undefined) continue;
    next = at + 1;
    element.properties = { ...element.properties, id: headings[at]!.anchor };
  }
}

function headingsIn(tree: TreeNode): readonly TreeNode[] {
  const found: TreeNode[] = [];
  eachElement(tree, (element) => {
    if (/^h[1-6]$/.test(element.tagName ?? '')) found.push(element);
  });
  return found;
}

/** Sets addresses that work in the explorer, shows images or links to them, colours code, and lets the keyboard scroll wide parts. */
function finish(element: TreeNode, shownWith: Shown, ids: ReadonlySet<string>, colours: CodeColours): void {
  const { properties = {}, tagName } = element;
  if (tagName === 'a' && typeof properties.href === 'string') {
    const href = addressOf(properties.href, ids);
    properties.href = href;
    if (!isWritten(href)) {
      element.tagName = 'span';
      element.properties = {};
    }
    // A link within a link would end the outer one.
    for (const child of element.children ?? []) {
      eachElement(child, (inner) => (inner.tagName === 'img' ? setImage(inner, shownWith, false) : undefined));
    }
  } else if (tagName === 'img') {
    setImage(element, shownWith, true);
  } else if (tagName === 'pre' || tagName === 'table') {
    properties.tabIndex = 0;
    if (tagName === 'pre') colours.colour(element);
  } else if (tagName === 'blockquote') {
    nameNotice(element);
  }
}

/** `> [!NOTE]` and `> [!tip] Title`: the name of the notice or its title stands above its text, and its kind gives it a colour. */
function nameNotice(element: TreeNode): void {
  const paragraph = element.children?.find(({ type }) => type === 'element');
  const first = paragraph?.tagName === 'p' ? paragraph.children?.[0] : undefined;
  const [label, kind, title] = /^\s*\[!([A-Za-z][\w-]{0,40})\][+-]?[ \t]*([^\n]*)\n?/.exec(first?.value ?? '') ?? [];
  const name = first?.tagName === 'strong' ? /^([A-Za-z]+)(?=:|$)/.exec(textOf(first))?.[0] : kind;
  const shown = noticeKind(name ?? '');
  if (shown !== null) element.properties = { ...element.properties, className: ['notice', shown] };
  if (label === undefined) return;
  first!.value = first!.value!.slice(label.length);
  // What follows on the line of a title, such as a link, belongs to it.
  const isAlone = first!.value !== '' || label.endsWith('\n') || paragraph!.children!.length === 1;
  const heading = title === '' ? kind!.charAt(0).toUpperCase() + kind!.slice(1).toLowerCase() : title!;
  paragraph!.children!.unshift(
    { type: 'element', tagName: 'strong', properties: {}, children: [{ type: 'text', value: heading }] },
    ...(isAlone ? [{ type: 'element', tagName: 'br', properties: {}, children: [] }] : []),
  );
}

/** Kinds of notices by their colour. */
const NOTICES = {
  note: /^(?:note|info|abstract|seealso|example|question)$/i,
  tip: /^(?:tip|hint|success|check)$/i,
  important: /^important$/i,
  warning: /^(?:warning|warn|caution|attention|deprecated|experimental)$/i,
  danger: /^(?:danger|error|bug|failure)$/i,
};

/** @returns the class of a notice that is called so; null: it is a quotation */
function noticeKind(name: string): string | null {
  return Object.entries(NOTICES).find(([, names]) => names.test(name))?.[0] ?? null;
}

/** `/docs/caps.md#depth` is the Markdown of a page of this service: `/explore/page/docs/caps#depth` shows it. */
function addressOf(href: string, ids: ReadonlySet<string>): string {
  if (href.startsWith('#')) {
    const id = decodePercent(href.slice(1));
    return !ids.has(id) && ids.has(idPrefix + id) ? `#${encodeURIComponent(idPrefix + id)}` : href;
  }
  const [, path, anchor = ''] = /^\/(?!\/)([^?#]+)\.md(?:#(.*))?$/.exec(href) ?? [];
  return path === undefined ? href : pageAddress(decodePercent(path), decodePercent(anchor));
}

/** Shows an image that this service has or that is at its origin, and puts a link or its description in the place of another. @param mayLink false within a link */
function setImage(element: TreeNode, { page: { canonical }, images, ownOrigin }: Shown, mayLink: boolean): void {
  const { src, alt, title, width, height, loading } = element.properties ?? {};
  if (loading !== undefined) return;
  const written = String(src ?? '');
  // Where only the path of the page on its site is known, a relative address leads nowhere.
  const address = URL.parse(written, canonical.startsWith('/') ? undefined : canonical);
  const isOwn = address !== null && address.origin === ownOrigin && isWritten(written);
  const shown = images.get(plainAddress(written)) ?? (isOwn ? address.href : undefined);
  if (shown !== undefined) {
    element.properties = { src: shown, alt: String(alt ?? ''), title, width, height, loading: 'lazy' };
    return;
  }
  const name = String(alt ?? '').trim() || labels.image;
  const isLink = mayLink && address !== null && /^https?:$/.test(address.protocol) && isWritten(written);
  element.tagName = isLink ? 'a' : 'span';
  element.properties = { className: ['image'], ...(isLink && { href: address.href }) };
  element.children = [{ type: 'text', value: name }];
}

/** Whether an address is one that the page has, and no expression that only the generator knows. */
function isWritten(address: string): boolean {
  return address !== '' && !/^(?:\{|%7B)/i.test(address);
}

function eachElement(node: TreeNode, visit: (element: TreeNode) => void): void {
  if (node.type === 'element') visit(node);
  for (const child of node.children ?? []) eachElement(child, visit);
}

/** The beginning of an element's text: all of it where it can be that of a heading. Elements in each other would be read many times. */
function textOf(element: TreeNode): string {
  let text = '';
  const stack = [element];
  while (stack.length > 0 && text.length < longestHeading) {
    const node = stack.pop()!;
    text += node.value ?? '';
    const children = node.children ?? [];
    for (let at = children.length - 1; at >= 0; at--) stack.push(children[at]!);
  }
  return text;
}

function toVnode(node: TreeNode): ComponentChild {
  if (node.type === 'text') return node.value ?? '';
  if (node.type !== 'element') return null;
  const { className, ...rest } = node.properties ?? {};
  const classes = Array.isArray(className) ? { class: className.join(' ') } : {};
  const children = (node.children ?? []).map((child) =>
    node.tagName === 'h1' && child.type === 'text' ? breakable(child.value ?? '') : toVnode(child),
  );
  return h(node.tagName!, { ...rest, ...classes }, ...children);
}
