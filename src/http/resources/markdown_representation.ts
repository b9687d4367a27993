import type { PageId } from '../../corpus/corpus.ts';
import { markdown } from '../../discovery/resources.ts';
import { renderLink } from '../../protocol/link.ts';
import { createRepresentation, type Representation } from '../answers/representation.ts';
import type { Site } from './site.ts';

const decoder = new TextDecoder();

/** The Markdown that a page publishes, with the address that it publishes itself at. @param varyBy fields that chose it */
export function representMarkdown({ corpus, validator, caching }: Site, page: PageId, varyBy?: string): Representation {
  return createRepresentation({
    contentType: markdown,
    // A copy, as the artefact lies in memory that threads share and a Response takes none of that.
    body: corpus.pages.markdown(page).slice(),
    validator: validator === null ? null : `${validator}.md`,
    caching: caching.read,
    ...(varyBy === undefined ? {} : { varyBy }),
    fields: ['Link', renderLink(markdownAddress(corpus.pages.row(page)), { rel: 'canonical' })],
  });
}

/** The address that a page's row names, so that header and body cannot differ. @param row as `PageTable.row` has it */
export function markdownAddress(row: Uint8Array): string {
  return (JSON.parse(`${decoder.decode(row)}}`) as { readonly markdown: string }).markdown;
}
