import { type ComponentChildren, render } from 'preact';
import type { SinglePage } from '../../client/api_types.ts';
import type { SiteFacts } from '../view/explorer_state.ts';
import { encodePath } from '../view/texts.ts';

/** The facts of the site that the server wrote into the document. */
export function pageFacts(): SiteFacts {
  const { title = '', collections = '[]', languages = '[]', versions = '[]', feedback } = document.body.dataset;
  return {
    title,
    description: '',
    collections: JSON.parse(collections) as SiteFacts['collections'],
    languages: JSON.parse(languages) as SiteFacts['languages'],
    versions: JSON.parse(versions) as SiteFacts['versions'],
    hasFeedback: feedback === '1',
  };
}

/** The element that the server wrote with this id. */
export function elementOf<Kind extends HTMLElement = HTMLElement>(id: string): Kind {
  return document.getElementById(id) as Kind;
}

const own = new WeakSet<HTMLElement>();

/** Renders into an element, in place of what the server wrote there. */
export function renderOwn(content: ComponentChildren, place: HTMLElement): void {
  if (!own.has(place)) place.replaceChildren();
  own.add(place);
  render(content, place);
}

/** @returns the JSON at an address of the service; null when it cannot be read */
export async function readJson<Answer>(address: string): Promise<Answer | null> {
  try {
    const response = await fetch(address, { headers: { Accept: 'application/json' } });
    return response.ok ? ((await response.json()) as Answer) : null;
  } catch {
    return null;
  }
}

/** @returns null when the page cannot be read */
export async function readPage(path: string): Promise<SinglePage | null> {
  const answer = await readJson<{ readonly page: SinglePage }>(`/api/pages/${encodePath(path)}`);
  return answer?.page ?? null;
}
