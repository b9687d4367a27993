import { analyserFacts } from './analysis/analyser_facts.ts';
import { ArtefactError, readArtefact } from './artefact/artefact_format.ts';
import type { Manifest } from './artefact/manifest.ts';
import type { Corpus } from './corpus.ts';
import { readTextIndex } from './index/text_index.ts';
import { readLinks } from './tables/link_graph.ts';
import { readPages } from './tables/page_table.ts';
import { readTags } from './tables/tag_table.ts';

/**
 * Opens an artefact's bytes as a read model over them; nothing is copied, so threads can share one buffer.
 * @param options.checked true for bytes that another thread has opened already: their checksum is taken to hold
 * @throws ArtefactError when the bytes are no whole artefact of this format, or were analysed by another analyser
 */
export function openCorpus(
  bytes: ArrayBuffer | SharedArrayBuffer,
  options: { readonly checked?: boolean } = {},
): Corpus {
  const sections = readArtefact(bytes, options.checked);
  const { settings, stamps, analyser } = sections.json('manifest') as Manifest;
  const here = analyserFacts(analyser.algorithms);
  if (analyser.version !== here.version || analyser.stemmer !== here.stemmer) {
    const [theirs, ours] = [analyser, here].map(({ version, stemmer }) => `analyser ${version} with ${stemmer}`);
    throw new ArtefactError(`its words were read by ${theirs} and this program has ${ours}; bake it again`);
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
