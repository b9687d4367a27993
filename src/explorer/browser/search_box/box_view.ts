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
  const closer = isDialog ? element('button', { type: 'button', class: 'close', part: 'close' }, [say('close')]) : null;
  const field = element('div', { class: 'field', part: 'field' }, [icon(), input, isDialog ? closer : hint]);
  const opener = isDialog ? createOpener(placeholder || name, hint) : null;
  const dialog = isDialog ? element('dialog', { part: 'dialog', 'aria-label': name }, [field, popup]) : null;
  let isOpen = false;
  let active: Option | null = null;

  function setActive(option: Option | null): void {
    active?.link.setAttribute('aria-selected', 'false');
    active = option;
    if (option === null) {
      input.removeAttribute('aria-activedescendant');
      return;
    }
    option.link.setAttribute('aria-selected', 'true');
    input.setAttribute('aria-activedescendant', option.link.id);
    option.link.scrollIntoView({ block: 'nearest' });
  }

  /** Puts the rows beside the field, which may have moved. */
  function place(): void {
    if (!isDialog && isOpen) placeBeside(popup, field);
  }

  return {
    /** Label of the field. */
    name,
    /** To be put into the shadow root, beside the status line. `opener` and `dialog` are null in a dropdown. */
    nodes: opener === null || dialog === null ? [field, popup] : [opener, dialog],
    ...{ input, opener, dialog, closer, popup, all },
    isOpen: () => isOpen,
    /** Shows or hides the rows. */
    setOpen(next: boolean): void {
      if (!next) setActive(null);
      input.setAttribute('aria-expanded', String(next && list.childElementCount > 0));
      if (next === isOpen) return;
      isOpen = next;
      popup.classList.toggle('open', next);
      // The top layer: nothing of the page cuts the list off or covers it.
      if (!isDialog && popup.isConnected) popup.togglePopover(next);
      place();
    },
    setRows(options: readonly Option[]): void {
      setActive(null);
      list.replaceChildren(...options.map(({ link }) => link));
      list.hidden = options.length === 0;
      list.scrollTop = 0;
    },
    /** A line above the rows; empty: none. */
    setMessage(text: string): void {
      message.textContent = text;
      message.hidden = text === '';
    },
    setActive,
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

/** A place in the viewport, in CSS pixels. */
export interface PopupPlace {
  readonly left: number;
  readonly width: number;
  /** From the upper edge of the viewport; null: `bottom`, from its lower edge, counts. */
  readonly top: number | null;
  readonly bottom: number | null;
  readonly maxHeight: number;
}

/** Between the field, the list and the edges of the viewport. */
const gap = 8;
const leastWidth = 512;
const mostHeight = 560;

/** Below the field, or above it where there is more room; wider than a narrow field, and never out of the viewport. */
export function placePopup(
  field: Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>,
  viewport: { readonly width: number; readonly height: number },
  isRightToLeft: boolean,
): PopupPlace {
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

type Child = Node | string | null;

/** Makes an element. Attributes that are null are left out; texts become text nodes, never markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string | null>> = {},
  children: readonly Child[] = [],
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) if (value !== null) made.setAttribute(attribute, value);
  made.append(...children.filter((child) => child !== null));
  return made;
}
