import { join } from 'node:path';
import { decodePercent } from '../../text/decode_percent.ts';
import { readRegularFile } from '../files/regular_file.ts';
import { decodeReferences } from '../markdown/parse_markdown.ts';
import type { ContentHeading } from '../site_content.ts';

/** Bytes of a built page; larger ones keep the anchors of their generator's rule. */
const LARGEST_BUILT = 8 * 1024 * 1024;

/** No heading holds another, so a start without an end costs little. */
const HEADING = /<h([1-6])\b([^<>]*)>((?:(?!<h[1-6]\b)[\s\S]){0,4000}?)<\/h\1\s*>/gi;
const ID = /(?:^|\s)id\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>=]+))/i;
const TAG = /<[^<>]*>/g;

/** A heading of a built page. */
export interface BuiltHeading {
  /** Its letters and digits. */
  readonly key: string;
  /** Its id, or that of the first element in it; null: it has none. */
  readonly id: string | null;
}

/** What a built page has that links can lead to. */
export interface BuiltPage {
  readonly headings: readonly BuiltHeading[];
  readonly ids: ReadonlySet<string>;
}

/**
 * Reads a page that a generator built, by its address.
 * @param folder absolute path of the built site
 * @param path of the page below the site's path on its host, as addresses spell it: `guide/`, `guide/intro.html`
 * @returns null where there is no such file
 */
export function readBuiltPage(folder: string, path: string): BuiltPage | null {
  for (const file of filesOf(decodePercent(path))) {
    const { bytes } = readRegularFile(join(folder, file), { bytes: LARGEST_BUILT, within: null });
    if (bytes !== null) return builtPage(bytes.toString('utf8'));
  }
  return null;
}

/** The headings and ids of a page in HTML. */
export function builtPage(html: string): BuiltPage {
  const headings = [...html.matchAll(HEADING)].map(([, , attributes, inner]): BuiltHeading => {
    const inside = inner!
      .match(TAG)
      ?.map(idOf)
      .find((id) => id !== null);
    return { key: keyOf(textOf(inner!)), id: idOf(attributes!) ?? inside ?? null };
  });
  const ids = (html.match(TAG) ?? []).map(idOf).filter((id) => id !== null);
  return { headings, ids: new Set(ids) };
}

/**
 * Headings with the anchors that the built page has for them: that of the heading with the same text, in the order of the page; else that of the
 * generator's rule, if the page has it. A heading without any has the anchor ''.
 */
export function withBuiltAnchors(
  headings: readonly ContentHeading[],
  { headings: built, ids }: BuiltPage,
): readonly ContentHeading[] {
  let from = 0;
  return headings.map((heading) => {
    const key = keyOf(heading.text);
    const next = (hasId: boolean): number =>
      built.findIndex((each, index) => index >= from && each.key === key && (each.id !== null) === hasId);
    // Menus may have titles with the same text and no id before the text of the page.
    const withId = next(true);
    const at = withId >= 0 ? withId : next(false);
    if (at >= 0) from = at + 1;
    const anchor = built[at]?.id ?? (at < 0 && ids.has(heading.anchor) ? heading.anchor : '');
    return anchor === heading.anchor ? heading : { ...heading, anchor };
  });
}

/** The files that hosts answer an address with. */
function filesOf(path: string): readonly string[] {
  if (path === '' || path.endsWith('/')) return [`${path}index.html`];
  return [path, `${path}.html`, `${path}/index.html`].filter((file) => /\.html?$/i.test(file));
}

function idOf(tag: string): string | null {
  const [, double, single, bare] = ID.exec(tag) ?? [];
  return textOf(double ?? single ?? bare ?? '') || null;
}

/** A text of HTML without tags, with the characters that its references stand for. */
function textOf(html: string): string {
  return decodeReferences(html.replace(TAG, ''));
}

/** Themes add signs and spaces to headings, so only letters and digits are compared. */
function keyOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
