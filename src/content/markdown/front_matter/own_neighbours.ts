import type { NeighbourForm } from '../../generators/menu_rules.ts';
import { type Fields, isRecord } from './parse_front_matter.ts';

/** What the front matter of a page says of its link to the page before it, or to the one after it. */
export interface OwnNeighbour {
  /** The page: an id of Docusaurus, else a link; null: that of the site's order. */
  readonly page: string | null;
  /** The text of the link; null: the page's own label, or its title. */
  readonly label: string | null;
}

/** What the front matter of a page says of the pages beside it. */
export interface OwnNeighbours {
  /** Null: it has no link; absent: that of the site's order. */
  readonly previous?: OwnNeighbour | null;
  readonly next?: OwnNeighbour | null;
  /** The text of links to this page from those beside it; absent: its title. */
  readonly label?: string;
}

/** Longer than any text of a link. */
const LONGEST = 1_000;

/**
 * @param plain turns a text into one without markup; null when nothing is left
 * @returns null: the front matter says nothing of them
 */
export function readOwnNeighbours(
  fields: Fields,
  form: NeighbourForm | undefined,
  plain: (text: string) => string | null,
): OwnNeighbours | null {
  const labelOf = (...values: readonly unknown[]): string | null => {
    const text = values.map(textOf).find((each) => each !== null) ?? null;
    return text === null ? null : plain(text);
  };

  function neighbourOf(value: unknown): OwnNeighbour | null | undefined {
    if (value === (form === 'ids' ? null : false)) return null;
    const isRecorded = isRecord(value) && form !== 'ids';
    const page = textOf(isRecorded ? value.link : form === 'labels' ? null : value);
    const label = isRecorded ? labelOf(value.text, value.label) : form === 'labels' ? labelOf(value) : null;
    return page === null && label === null ? undefined : { page, label };
  }

  if (form === undefined) return null;
  const [before, after] = form === 'ids' ? ['pagination_prev', 'pagination_next'] : ['prev', 'next'];
  const previous = neighbourOf(fields.get(before!));
  const next = neighbourOf(fields.get(after!));
  const label = form === 'ids' ? labelOf(fields.get('pagination_label'), fields.get('sidebar_label')) : null;
  const own: OwnNeighbours = {
    ...(previous === undefined ? {} : { previous }),
    ...(next === undefined ? {} : { next }),
    ...(label === null ? {} : { label }),
  };
  return Object.keys(own).length === 0 ? null : own;
}

function textOf(value: unknown): string | null {
  const text = typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : '';
  return text === '' || text.length > LONGEST ? null : text;
}
