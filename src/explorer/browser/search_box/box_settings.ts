import { serviceAddress } from '../service_address.ts';
import type { Shortcut } from '../shortcuts.ts';
import { webAddress } from '../web_address.ts';

/** What the attributes of the element say. Values that cannot be read count as absent. */
export interface BoxSettings {
  /** Address of the service, with a slash at its end. */
  readonly api: string;
  /** Address of the folder with static search files, with a slash at its end; null: the service is asked. */
  readonly src: string | null;
  readonly collection: string | null;
  readonly tags: readonly string[];
  /** A language range, or `all`; null: that of the page around the element. */
  readonly language: string | null;
  /** The name of a version, or `all`; null: the current one. */
  readonly version: string | null;
  readonly limit: number;
  readonly sections: number;
  /** Number of pages that an empty dialog shows of those that the reader opened last. */
  readonly recent: number;
  readonly mode: 'dropdown' | 'dialog';
  readonly shortcuts: readonly Shortcut[];
}

/** The observed attributes of the element. */
export const ATTRIBUTES = [
  'api',
  'src',
  'collection',
  'tag',
  'language',
  'version',
  'limit',
  'sections',
  'recent',
  'mode',
  'shortcut',
  'placeholder',
  'labels',
] as const;
export type BoxAttribute = (typeof ATTRIBUTES)[number];

const SHORTCUTS: readonly Shortcut[] = ['/', 'mod+k'];

/**
 * @param attribute reads an attribute of the element
 * @param own address of the service that the script comes from
 * @param page address of the page, for relative values
 */
export function readSettings(attribute: (name: BoxAttribute) => string | null, own: string, page: string): BoxSettings {
  const words = (name: BoxAttribute): string[] => (attribute(name) ?? '').split(/[\s,]+/).filter((word) => word !== '');
  const shortcuts = words('shortcut');
  return {
    api: serviceAddress(attribute('api'), page) ?? own,
    src: serviceAddress(attribute('src'), page),
    collection: attribute('collection') || null,
    tags: words('tag'),
    language: attribute('language') || null,
    version: attribute('version') || null,
    limit: numberOf(attribute('limit'), 1, 50, 8),
    sections: numberOf(attribute('sections'), 0, 5, 2),
    recent: numberOf(attribute('recent'), 0, 10, 5),
    mode: attribute('mode') === 'dialog' ? 'dialog' : 'dropdown',
    shortcuts: shortcuts.length === 0 ? SHORTCUTS : SHORTCUTS.filter((shortcut) => shortcuts.includes(shortcut)),
  };
}

/** `GET /api/search` for what is typed, or the same of static files. @param language a range; null: all languages */
export function searchAddress(settings: BoxSettings, q: string, language: string | null): string {
  const parameters = filtersOf(settings, q, language);
  parameters.append('limit', String(settings.limit));
  parameters.append('sections', String(settings.sections));
  if (settings.mode === 'dialog') parameters.append('facets', 'collection');
  return `${settings.src ?? `${settings.api}api/search`}?${parameters}`;
}

/**
 * The page with all results; null: static files have none.
 * @param form address of the form inside the element; null: there is none
 */
export function resultsAddress(
  settings: BoxSettings,
  q: string,
  language: string | null,
  form: string | null,
): string | null {
  if (settings.src !== null && form === null) return null;
  const address = new URL(form ?? `${settings.api}explore`);
  for (const [name, value] of filtersOf(settings, q, language)) address.searchParams.append(name, value);
  return address.href;
}

function filtersOf({ collection, tags, version }: BoxSettings, q: string, language: string | null): URLSearchParams {
  const parameters = new URLSearchParams({ q });
  if (collection !== null) parameters.append('collection', collection);
  for (const tag of tags) parameters.append('tag', tag);
  if (language !== null) parameters.append('language', language);
  if (version !== null) parameters.append('version', version);
  return parameters;
}

function numberOf(text: string | null, least: number, most: number, byDefault: number): number {
  const number = text?.trim() ? Number(text) : Number.NaN;
  return Number.isInteger(number) && number >= least && number <= most ? number : byDefault;
}

/** Reads the form inside the element, which the page or its framework owns and may change: the box never touches it. */

/** The field of the form. */
export function formInput(host: Element): HTMLInputElement | null {
  return host.querySelector<HTMLInputElement>('form input:not([type=hidden])');
}

/** What the form calls its field. @param otherwise where it has no name */
export function formName(host: Element, otherwise: string): string {
  const field = formInput(host);
  return field?.getAttribute('aria-label') || field?.labels?.[0]?.textContent?.trim() || otherwise;
}

/** The address that the form submits to; null: there is no form. */
export function formAddress(host: Element): string | null {
  // The attribute: a field named `action` would hide the property.
  return webAddress(host.querySelector('form')?.getAttribute('action') ?? null, document.baseURI);
}
