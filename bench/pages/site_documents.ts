import { bake } from '../../src/bake/site_baker.ts';
import type { Corpus } from '../../src/corpus/corpus.ts';
import type { RetrievalDocument } from '../engine.ts';
import { SETTINGS } from '../engines/catchword.ts';

/** A page of a site as plain text, as the peers search it. Its path is its `id`. */
export interface SiteDocument extends RetrievalDocument {
  readonly language: string;
  readonly description: string;
}

/** Bakes a folder of Markdown without its configuration. @param out the artefact */
export async function bakeSite(folder: string, out: string, language: string): Promise<void> {
  const settings = { ...SETTINGS, language };
  await bake({ folder, out, settings, commit: null, local: false, cache: null, workers: 1 });
}

/** Reads the pages back from the artefact, so that every engine gets the text that Catchword indexed. */
export function readDocuments({ pages, text }: Corpus): SiteDocument[] {
  return Array.from({ length: pages.count }, (_, page) => {
    const row = JSON.parse(`${Buffer.from(pages.row(page)).toString()}}`) as Omit<SiteDocument, 'id' | 'text'>;
    const body = text.bodies.window(page, 0, text.bodies.length(page));
    const { title, description, language } = row;
    return { id: pages.path(page), title, description, language, text: `${description}\n${body}` };
  });
}
