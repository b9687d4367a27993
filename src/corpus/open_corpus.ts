import { analyserFacts } from './analyser_facts.ts';
import { ArtefactError, readArtefact } from './artefact_format.ts';
import type { Corpus } from './corpus.ts';
import { readLinks } from './link_graph.ts';
import type { Manifest } from './manifest.ts';
import { readPages } from './page_table.ts';
import { readTags } from './tag_table.ts';
import { readTextIndex } from './text_index.ts';

/**
 * Opens an artefact's bytes as a read model over them; nothing is copied, so threads can share one buffer.
 * @throws ArtefactError when the bytes are no whole artefact of this format, or were analysed by another analyser
 */
export function openCorpus(bytes: ArrayBuffer | SharedArrayBuffer): Corpus {
  const sections = readArtefact(bytes);
  const { settings, stamps, analyser } = sections.json('manifest') as Manifest;
  if (analyser.stemmer !== STEMMER) {
    throw new ArtefactError(
      `its words were stemmed by ${analyser.stemmer} and this program has ${STEMMER}; bake it again`,
    );
  }
  return {
    settings,
    stamps,
    analyser,
    digest: sections.digest,
    pages: readPages(sections),
    tags: readTags(sections),
    links: readLinks(sections),
    text: readTextIndex(sections),
  };
}
