import type { PageAnswer, SearchRow } from '../../../client/api_types.ts';
import { copyName } from '../../../text/copy_name.ts';
import { encodePath } from '../../view/texts.ts';
import { element } from '../element.ts';
import { webAddress } from '../web_address.ts';
import type { Say } from './box_labels.ts';
import { nameOf } from './site_languages.ts';

export interface CopiesOptions {
  readonly say: Say;
  /** Address of the service; null: there is none, and rows lead to their own page alone. */
  readonly api: string | null;
  /** Address of the page that shows the rows, which root-relative addresses in the answer are of the same site as. */
  readonly page: string;
  /** Options of requests. */
  readonly request: RequestInit;
}

/** What a row shows of the page that it leads to and of those that it speaks for. */
export interface RowCopies {
  /** The name of the page among its copies. */
  readonly label: HTMLElement | null;
  /** How many copies the row can lead to; a click leads to the next. */
  readonly turner: HTMLElement | null;
  /** Names the copies to those who cannot see that number. */
  readonly told: HTMLElement | null;
  /** Makes the row lead to the next or the previous copy. @returns its name; absent: there is none */
  readonly turn?: (by: 1 | -1) => string;
}

/** A page that a row can lead to. */
export interface Place {
  readonly name: string;
  readonly language: string;
  readonly path: string;
  /** Absent until it is known. */
  title?: string;
  /** On the site; undefined until it is known. */
  address?: string | undefined;
}

/**
 * @param id of the row
 * @param own address of the row's own page
 * @param lead makes the row lead to a page
 */
export function rowCopies(
  { path, version = '', language, copies }: SearchRow,
  id: string,
  own: string,
  { say, api, page, request }: CopiesOptions,
  lead: (place: Place, address: string) => void,
): RowCopies {
  const label = element('span', { class: 'version', part: 'version' }, [version]);
  if (copies === undefined || api === null) return { label: version === '' ? null : label, turner: null, told: null };
  const others = copies.items.map((copy): Place => ({ ...copy, name: copyName(copy, language, nameOf) }));
  const places: readonly Place[] = [{ path, language, name: version || nameOf(language), address: own }, ...others];
  const names = others.map(({ name }) => name).join(', ');
  const turner = element('span', { class: 'turn', part: 'turn', 'aria-hidden': 'true', title: names });
  let at = 0;
  const show = (place: Place): void => {
    const { name, language: lang, address } = place;
    // Before it is turned, a row without a version is as any other.
    label.textContent = at === 0 ? version : name;
    label.lang = lang;
    turner.textContent = at === 0 ? `+${others.length}` : `${at + 1}/${places.length}`;
    // Until its address on the site is known, the explorer of the service has the page.
    lead(place, address ?? `${api}explore/page/${encodePath(place.path)}`);
  };
  show(places[0]!);
  return {
    ...{ label, turner },
    told: element('span', { class: 'unseen', id: `${id}-copies` }, [say('alsoIn', { names })]),
    turn(by) {
      at = (at + by + places.length) % places.length;
      const place = places[at]!;
      show(place);
      if (place.address === undefined) void fill(place);
      return place.name;
    },
  };

  async function fill(place: Place): Promise<void> {
    try {
      const response = await fetch(`${api}api/pages/${encodePath(place.path)}`, request);
      const { page: read } = (await response.json()) as PageAnswer;
      place.title = read.title;
      place.address = webAddress(read.canonical, page) ?? undefined;
    } catch {
      // The address in the explorer stays.
    }
    if (places[at] === place) show(place);
  }
}
