import { element } from '../element.ts';
import type { Say } from './box_labels.ts';
import type { BoxSettings } from './box_settings.ts';
import type { Option } from './result_rows.ts';

/** The elements of a box, in one shadow root: references between ids do not cross its border. */
export type BoxView = ReturnType<typeof createBoxView>;

const svg = 'http://www.w3.org/2000/svg';

/** @param name of the field @param keys that lead to it, to show beside it */
export function createBoxView({ mode }: BoxSettings, say: Say, name: string, placeholder: string, keys: string) {
  const isDialog = mode === 'dialog';
  const input = createInput(name, placeholder);
  const hint = keys === '' ? null : element('kbd', { 'aria-hidden': 'true' }, [keys]);
  const list = element('div', { part: 'list', id: 'list', role: 'listbox', 'aria-label': say('results') });
  const message = element('p', { class: 'message', part: 'message' });
  const all = element('a', { class: 'all', part: 'all', tabindex: '-1' });
  const popup = element('div', { class: 'popup', part: 'popup', popover: isDialog ? null : 'manual' }, [
    message,
    list,
    all,
  ]);
  const closer = isDialog ? element('button', { type: 'button', class: 'plain', part: 'close' }, [say('close')]) : null;
  const field = element('div', { class: 'field', part: 'field' }, [icon(), input, isDialog ? closer : hint]);
  const opener = isDialog ? createOpener(placeholder || name, hint) : null;
  const dialog = isDialog ? element('dialog', { part: 'dialog', 'aria-label': name }, [field, popup]) : null;
  let isOpen = false;
  let options: readonly Option[] = [];
  /** Number of the chosen row; -1 for none. */
  let active = -1;

  function choose(at: number): void {
    options[active]?.link.setAttribute('aria-selected', 'false');
    active = at;
    const link = options[at]?.link;
    link?.setAttribute('aria-selected', 'true');
    link?.scrollIntoView({ block: 'nearest' });
    if (link === undefined) input.removeAttribute('aria-activedescendant');
    else input.setAttribute('aria-activedescendant', link.id);
  }

  /** Puts the rows beside the field, which may have moved. */
  function place(): void {
    if (!isDialog && isOpen) placeBeside(popup, field);
  }

  return {
    /** Label of the field. */
    name,
    /** To be put into the shadow root, beside the status line. `opener` and `dialog` are null in a dropdown. */
    nodes: dialog === null ? [field, popup] : [opener!, dialog],
    ...{ input, opener, dialog, closer, popup, all },
    isOpen: () => isOpen,
    /** Shows or hides the rows. */
    setOpen(next: boolean): void {
      if (!next) choose(-1);
      input.setAttribute('aria-expanded', String(next && list.childElementCount > 0));
      if (next === isOpen) return;
      isOpen = next;
      popup.classList.toggle('open', next);
      // The top layer: nothing of the page cuts the list off or covers it.
      if (!isDialog && popup.isConnected) popup.togglePopover(next);
      place();
    },
    options: () => options,
    chosen: () => options[active],
    choose,
    /** Behind the last and before the first row no row is chosen. */
    move(by: 1 | -1): void {
      const { length } = options;
      if (length > 0) choose(((active + 1 + by + length + 1) % (length + 1)) - 1);
    },
    setRows(rows: readonly Option[]): void {
      choose(-1);
      options = rows;
      list.replaceChildren(...options.map(({ link }) => link));
      list.hidden = options.length === 0;
      list.scrollTop = 0;
    },
    /** A line above the rows; empty: none. */
    setMessage(text: string): void {
      message.textContent = text;
      message.hidden = text === '';
    },
    place,
  };
}

function createInput(name: string, placeholder: string): HTMLInputElement {
  return element('input', {
    ...{ part: 'input', type: 'text', role: 'combobox', maxlength: '200', placeholder, 'aria-label': name },
    ...{ 'aria-autocomplete': 'list', 'aria-controls': 'list', 'aria-expanded': 'false', 'aria-haspopup': 'listbox' },
    ...{
      autocomplete: 'off',
      autocapitalize: 'none',
      spellcheck: 'false',
      inputmode: 'search',
      enterkeyhint: 'search',
    },
  });
}

/** The button that opens the dialog. */
function createOpener(text: string, hint: HTMLElement | null): HTMLButtonElement {
  const attributes = { type: 'button', class: 'opener', part: 'button', 'aria-haspopup': 'dialog' };
  return element('button', attributes, [icon(), element('span', {}, [text]), hint]);
}

/** Between the field, the list and the edges of the viewport. */
const gap = 8;
const leastWidth = 512;
const mostHeight = 560;

/**
 * Below the field, or above it where there is more room; wider than a narrow field, and never out of the viewport.
 * @returns pixels of the styles, from the edges of the viewport; null for the edge that does not count
 */
export function placePopup(
  field: Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>,
  viewport: { readonly width: number; readonly height: number },
  isRightToLeft: boolean,
): Readonly<Record<'left' | 'width' | 'top' | 'bottom' | 'maxHeight', number | null>> {
  const width = Math.min(Math.max(field.right - field.left, leastWidth), viewport.width - 2 * gap);
  const begin = isRightToLeft ? field.right - width : field.left;
  const left = Math.max(gap, Math.min(begin, viewport.width - gap - width));
  const below = viewport.height - field.bottom - 2 * gap;
  const above = field.top - 2 * gap;
  if (below >= mostHeight / 2 || below >= above)
    return { left, width, top: field.bottom + gap, bottom: null, maxHeight: Math.max(0, Math.min(mostHeight, below)) };
  return { left, width, top: null, bottom: viewport.height - field.top + gap, maxHeight: Math.min(mostHeight, above) };
}

function placeBeside(popup: HTMLElement, field: HTMLElement): void {
  const viewport = { width: document.documentElement.clientWidth, height: innerHeight };
  const isRightToLeft = getComputedStyle(field).direction === 'rtl';
  const place = placePopup(field.getBoundingClientRect(), viewport, isRightToLeft);
  for (const [name, pixels] of Object.entries(place))
    Object.assign(popup.style, { [name]: pixels === null ? 'auto' : `${pixels}px` });
}

function icon(): SVGElement {
  const made = document.createElementNS(svg, 'svg');
  made.setAttribute('viewBox', '0 0 20 20');
  made.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(svg, 'path');
  path.setAttribute('d', 'M15 9A6 6 0 1 1 3 9a6 6 0 0 1 12 0Zm-1.5 4.5 4 4');
  made.append(path);
  return made;
}
