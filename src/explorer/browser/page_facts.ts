import type { SiteFacts } from '../view/site_facts.ts';

/** The facts of the site that the server wrote into the document. */
export function pageFacts(): SiteFacts {
  const { title = '', collections = '[]', feedback } = document.body.dataset;
  return {
    title,
    description: '',
    collections: JSON.parse(collections) as SiteFacts['collections'],
    hasFeedback: feedback === '1',
  };
}

/** The element that the server wrote with this id. */
export function elementOf<Kind extends HTMLElement = HTMLElement>(id: string): Kind {
  return document.getElementById(id) as Kind;
}
