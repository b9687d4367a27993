import type { Corpus } from '../corpus/corpus.ts';
import { createEmbeddedPageReader } from '../engine/embedded/embedded_page_reader.ts';
import type { PublicAbout } from '../feedback/public_about.ts';
import { siteSubjects } from '../http/resources/site_subjects.ts';

/** What feedback may publicly be about on the site of an open artefact. */
export function artefactSubjects(corpus: Corpus): PublicAbout {
  return siteSubjects({ settings: corpus.settings, pages: createEmbeddedPageReader(corpus) });
}
