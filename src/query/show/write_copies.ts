import type { CopiesOfPage, Corpus } from '../../corpus/corpus.ts';
import { nameOfVersion } from '../../text/version_place.ts';
import type { JsonWriter } from './json_writer.ts';

/** Most copies that a row lists; their number is in `total`. */
export const MOST_LISTED = 10;

/** Writes the members `version` and `copies` of a row, each with the comma before it, where the page has them. */
export function writeCopies(corpus: Pick<Corpus, 'copies' | 'pages'>, writer: JsonWriter, page: number): void {
  const { version, total, items } = copiesOf(corpus, page, MOST_LISTED);
  if (version !== null) writer.text(`,"version":${JSON.stringify(version)}`);
  if (total > 0) writer.text(`,"copies":${JSON.stringify({ total, items })}`);
}

/** @param most copies to list */
export function copiesOf(
  { copies, pages }: Pick<Corpus, 'copies' | 'pages'>,
  page: number,
  most: number,
): CopiesOfPage {
  const version = versionOf(page);
  const group = copies.group[page] ?? 0;
  if (group === 0) return { version, isFirst: true, total: 0, items: [] };
  const members = copies.members(group - 1);
  const language = pages.language[page]!;
  // One more than is listed, as the page itself may be among them.
  const first = [...members.subarray(0, most + 1)].filter((copy) => copy !== page).slice(0, most);
  const items = first.map((copy) => {
    const path = copies.path(copies.place[copy]!);
    return { name: nameOf(copy, path), language: languageOf(copy), path };
  });
  return { version, isFirst: members[0] === page, total: members.length - 1, items };

  function versionOf(copy: number): string | null {
    const number = copies.version[copy] ?? 0;
    return number === 0 ? null : nameOfVersion(copies.versions[number - 1]!) || null;
  }

  function languageOf(copy: number): string {
    return pages.languages[pages.language[copy]!]!;
  }

  function nameOf(copy: number, path: string): string {
    const own = versionOf(copy);
    if (own !== null && own !== version) return own;
    if (pages.language[copy] !== language) return languageOf(copy);
    return version !== null && own === null ? 'current' : path.slice(0, Math.max(0, path.lastIndexOf('/')));
  }
}
