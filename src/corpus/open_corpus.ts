import { analyserFacts } from './analysis/analyser_facts.ts';
import { characterFingerprint } from './analysis/character_facts.ts';
import { ArtefactError, readArtefact, type Sections } from './artefact/artefact_format.ts';
import type { Manifest } from './artefact/manifest.ts';
import type { Corpus } from './corpus.ts';
import { readTextIndex } from './index/text_index.ts';
import { readFields } from './tables/field_table.ts';
import { readHeadings } from './tables/heading_table.ts';
import { readLinks } from './tables/link_graph.ts';
import { readPages } from './tables/page_table.ts';
import { readTags } from './tables/tag_table.ts';
import { readWords } from './words/word_list.ts';

/**
 * Opens an artefact's bytes as a read model over them. Copies nothing, so threads can share one buffer.
 * @param options.checked true for bytes that another thread has already opened: skips the checksum
 * @throws ArtefactError when the bytes are not a whole artefact of this format, or another analyser produced them
 */
export function openCorpus(
  bytes: ArrayBuffer | SharedArrayBuffer,
  options: { readonly checked?: boolean } = {},
): Corpus {
  const sections = readArtefact(bytes, options.checked);
  const manifest = sections.json('manifest') as Manifest;
  checkAnalyser(manifest, sections);
  const { settings, stamps, analyser } = manifest;
  const pages = readPages(sections);
  return {
    settings,
    stamps,
    analyser,
    digest: sections.digest,
    pages,
    tags: readTags(sections),
    links: readLinks(sections),
    text: readTextIndex(sections),
    headings: readHeadings(sections),
    words: readWords(sections, pages.count),
    fields: readFields(sections, settings.fields ?? []),
  };
}

/** Queries must be analysed like the pages. @throws ArtefactError when this program's analyser differs from the artefact's */
function checkAnalyser({ analyser, characters }: Manifest, sections: Sections): void {
  const here = analyserFacts(analyser.algorithms);
  if (analyser.version !== here.version || analyser.stemmer !== here.stemmer) {
    const [theirs, ours] = [analyser, here].map(({ version, stemmer }) => `analyser ${version} with ${stemmer}`);
    throw new ArtefactError(`its words were read by ${theirs} and this program has ${ours}; bake it again`);
  }
  if (analyser.unicode === here.unicode) return;
  const held = Buffer.from(sections.bytes('text.characters')).toString('utf8');
  if (characterFingerprint(held) === characters) return;
  throw new ArtefactError(
    `its characters were read by Unicode ${analyser.unicode} and this runtime has Unicode ${here.unicode}, which reads some of them differently; bake it again`,
  );
}
