import { encodePath } from '../../text/encode_path.ts';
import { FILLER, VARIABLE } from './mask_templates.ts';
import { joinPath, type PageLink } from './page_link.ts';

/** Where links of published Markdown lead. */
export interface PublishedPlaces {
  /** The beginning of addresses on the live site, which has the images (`SiteSettings.origin`). */
  readonly origin: string;
  /** Path of the page at an index. */
  path(page: number): string;
}

/** A page whose Markdown is published. */
export interface PublishedPage {
  readonly file: string;
  readonly path: string;
  /** Its Markdown in UTF-8, with the links as written. */
  readonly markdown: Uint8Array;
  readonly links: readonly PageLink[];
  /** For each link the index of its page; negative for none. */
  readonly targets: Int32Array;
}

const decoder = new TextDecoder();

/**
 * A page's Markdown with links that work where it is published: a link to a page leads to that page's Markdown
 * (`/guide/install.md`), an image, another file and an address that is no page to the live site. Relative links to nothing and
 * links within the page stay as they are, and so does all other text.
 */
export function publishMarkdown(page: PublishedPage, places: PublishedPlaces): Uint8Array {
  const { links, markdown } = page;
  const located = [...links.keys()].filter((at) => links[at]!.range !== undefined);
  located.sort((a, b) => links[a]!.range![0] - links[b]!.range![0] || a - b);
  const parts: Uint8Array[] = [];
  let copied = 0;
  let last = -1;
  for (const at of located) {
    const [start, end] = links[at]!.range!;
    // Several references share one definition.
    if (start <= last || end > markdown.length) continue;
    const link = links[at]!;
    const text = replacement(link, page.targets[at]!, page, places) ?? withoutSyntax(writtenAt(link, page), link.kind);
    if (text === null) continue;
    parts.push(markdown.subarray(copied, start), Buffer.from(text));
    copied = end;
    last = start;
  }
  return parts.length === 0 ? markdown : Buffer.concat([...parts, markdown.subarray(copied)]);
}

function replacement(
  link: PageLink,
  target: number,
  page: PublishedPage,
  { origin, path }: PublishedPlaces,
): string | null {
  const fragment = link.fragment === undefined ? '' : `#${link.fragment}`;
  if (target >= 0) {
    const twin = `/${safe(encodePath(path(target)))}.md`;
    return link.kind === 'wiki' ? plainLink(writtenAt(link, page), twin, fragment) : twin + fragment;
  }
  if (link.kind !== 'image' && link.kind !== 'file' && link.kind !== 'address') return null;
  const address = liveAddress(link, page);
  if (address === null) return null;
  const written = writtenAt(link, page);
  const cut = written.search(/[?#]/);
  return `${origin}/${address}${cut === -1 ? '' : written.slice(cut)}`;
}

/** A destination that leads nowhere, as people read it; null: as it is written. */
function withoutSyntax(written: string, kind: PageLink['kind']): string | null {
  if (kind === 'wiki') return written.includes('|') ? labelOf(written, '') : null;
  return /\{[{%]/.test(written) ? written.replace(/\{\{[^{}]*\}\}|\{%[^{}%]*%\}/g, '…') : null;
}

function writtenAt({ range }: PageLink, { markdown }: PublishedPage): string {
  return decoder.decode(markdown.subarray(...range!));
}

/** `[[name|label]]` as a Markdown link. The heading that it names is not an address. */
function plainLink(written: string, twin: string, fragment: string): string {
  return `[${labelOf(written, fragment).replace(/[\\[\]]/g, '\\$&')}](${twin})`;
}

function labelOf(written: string, fragment: string): string {
  const [first, second] = written.slice(2, -2).split(/\\?\|/, 2) as [string, string?];
  return second ?? (first === '' ? fragment.slice(1) : first.replace('#', ' '));
}

/** The path on the live site of a target that is no page, as written; null when only the site's own build knows it. */
export function liveAddress(
  { kind, target }: Pick<PageLink, 'kind' | 'target'>,
  { file, path }: Pick<PublishedPage, 'file' | 'path'>,
): string | null {
  const plain = target.replaceAll(FILLER, '');
  if (plain.includes(VARIABLE) || /^[@~]/.test(plain)) return null;
  if (plain.startsWith('/')) return plain.slice(1);
  if (kind === 'address') return null;
  // Relative to the page's folder, which the page itself stands for when it is an index.
  const base = path === 'index' ? [] : encodePath(path).split('/');
  return joinPath(/(?:^|\/)_?(?:index|readme)\.\w+$/i.test(file) ? base : base.slice(0, -1), plain);
}

/** Characters that end a destination in Markdown or an attribute in HTML. */
function safe(address: string): string {
  return address.replace(/[()']/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
}
