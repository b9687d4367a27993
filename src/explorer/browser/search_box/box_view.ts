import type { Say } from './box_labels.ts';
import type { BoxSettings } from './box_settings.ts';
import { element } from './element.ts';
import { placePopup } from './place_popup.ts';
import type { Option } from './result_rows.ts';

/** The elements of a box, in one shadow root: references between ids do not cross its border. */
export interface BoxView {
  /** What the field is called. */
  readonly name: string;
  /** To be put into the shadow root, beside the status line. */
  readonly nodes: readonly Node[];
  readonly input: HTMLInputElement;
  /** Opens the dialog; null in a dropdown. */
  readonly opener: HTMLButtonElement | null;
  readonly dialog: HTMLDialogElement | null;
  readonly closer: HTMLButtonElement | null;
  readonly popup: HTMLElement;
  /** Leads to the page with all results. */
  readonly all: HTMLAnchorElement;
  readonly isOpen: () => boolean;
  /** Shows or hides the rows. */
  setOpen(isOpen: boolean): void;
  setRows(options: readonly Option[]): void;
  /** A line above the rows; empty: none. */
  setMessage(text: string): void;
  setActive(option: Option | null): void;
  /** Puts the rows beside the field, which may have moved. */
  place(): void;
}

const svg = 'http://www.w3.org/2000/svg';

/** @param name of the field @param keys that lead to it, to show beside it */
export function createBoxView(
  { mode }: BoxSettings,
  say: Say,
  name: string,
  placeholder: string,
  keys: string,
): BoxView {
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

  function place(): void {
    if (!isDialog && isOpen) placeBeside(popup, field);
  }

  return {
    name,
    nodes: opener === null || dialog === null ? [field, popup] : [opener, dialog],
    ...{ input, opener, dialog, closer, popup, all },
    isOpen: () => isOpen,
    setOpen(next) {
      if (!next) setActive(null);
      input.setAttribute('aria-expanded', String(next && list.childElementCount > 0));
      if (next === isOpen) return;
      isOpen = next;
      popup.classList.toggle('open', next);
      // The top layer: nothing of the page cuts the list off or covers it.
      if (!isDialog && popup.isConnected) popup.togglePopover(next);
      place();
    },
    setRows(options) {
      setActive(null);
      list.replaceChildren(...options.map(({ link }) => link));
      list.hidden = options.length === 0;
      list.scrollTop = 0;
    },
    setMessage(text) {
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

function placeBeside(popup: HTMLElement, field: HTMLElement): void {
  const viewport = { width: document.documentElement.clientWidth, height: innerHeight };
  const isRightToLeft = getComputedStyle(field).direction === 'rtl';
  const { left, width, top, bottom, maxHeight } = placePopup(field.getBoundingClientRect(), viewport, isRightToLeft);
  const pixels = (value: number | null): string => (value === null ? 'auto' : `${value}px`);
  Object.assign(popup.style, {
    left: pixels(left),
    top: pixels(top),
    bottom: pixels(bottom),
    width: pixels(width),
    maxHeight: pixels(maxHeight),
  });
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
