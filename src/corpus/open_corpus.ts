import { analyserFacts, characterFingerprint } from './analysis/analyser_facts.ts';
import { ArtefactError } from './artefact/artefact_format.ts';
import { type Manifest, readManifest } from './artefact/manifest.ts';
import { type OpenSections, type SectionReader, Sections } from './artefact/sections.ts';
import { type SharedBytes, shareBytes } from './artefact/shared_bytes.ts';
import { shapesOf } from './artefact_shape.ts';
import type { Corpus } from './corpus.ts';
import { readCuration } from './curation/curation_table.ts';
import { readTextIndex } from './index/text_index.ts';
import { readMap } from './map/lay_out_map.ts';
import { readHeadings } from './tables/heading_table.ts';
import { readCopies } from './tables/page_copies.ts';
import { readFields, readLinks, readTags } from './tables/page_lists.ts';
import { readOrder } from './tables/page_order.ts';
import { readPages } from './tables/page_table.ts';
import { readCodeNames } from './words/code_names.ts';
import { readWords } from './words/word_list.ts';

/**
 * Opens an artefact as a read model. Only its header, its manifest and the owner's rules are read and verified now, other parts on first use. So a
 * method of the corpus can throw `ArtefactError`. Threads can share the bytes.
 * @param artefact a whole artefact, or the shared bytes of an open one
 * @throws ArtefactError when it is not a whole artefact of this format, or another analyser produced it
 */
export function openCorpus(artefact: ArrayBuffer | SharedArrayBuffer | SharedBytes): Corpus {
  return readCorpus(openSections('bytes' in artefact ? artefact : shareBytes(artefact, false)));
}

/**
 * Reads a corpus from open sections.
 * @throws ArtefactError when another analyser produced it
 */
export function readCorpus({ sections, manifest }: OpenedSections): Corpus {
  checkAnalyser(manifest, sections);
  const { settings, stamps, analyser, pages } = manifest;
  const table = readPages(sections, pages);
  const links = readLinks(sections);
  const curation = readCuration(sections, pages);
  return {
    settings,
    stamps,
    analyser,
    digest: sections.digest,
    pages: table,
    tags: readTags(sections),
    links,
    map: readMap(sections, table, links.outgoing),
    copies: readCopies(sections),
    neighbours: readOrder(sections),
    curation: () => curation,
    text: readTextIndex(sections),
    headings: readHeadings(sections),
    words: readWords(sections, pages),
    codeNames: readCodeNames(sections),
    fields: readFields(sections, settings.fields ?? []),
  };
}

/**
 * Opens the sections of a whole artefact. Their lengths are checked now, their content as it is read.
 * @throws ArtefactError when the header or the manifest is damaged, or a section does not fit the others
 */
export function openSections(shared: SharedBytes): OpenedSections<Sections> {
  return readShapes(new Sections(shared));
}

export interface OpenedSections<Reader extends OpenSections = OpenSections> {
  readonly sections: Reader;
  readonly manifest: Manifest;
}

/** As `openSections`, for sections whose header was read. */
export function readShapes<Reader extends OpenSections>(sections: Reader): OpenedSections<Reader> {
  const manifest = readManifest(sections);
  sections.expect(shapesOf(sections, manifest));
  return { sections, manifest };
}

/** Queries must be analysed like the pages. @throws ArtefactError when this program's analyser differs from the artefact's */
export function checkAnalyser({ analyser, characters }: Manifest, sections: SectionReader): void {
  const here = analyserFacts(analyser.algorithms);
  if (analyser.version !== here.version || analyser.stemmer !== here.stemmer) {
    const [theirs, ours] = [analyser, here].map(({ version, stemmer }) => `analyser ${version} with ${stemmer}`);
    throw new ArtefactError(`its words were analysed by ${theirs}, but this program has ${ours}; build it again`);
  }
  if (analyser.unicode === here.unicode) return;
  const held = Buffer.from(sections.bytes('text.characters')).toString('utf8');
  if (characterFingerprint(held) === characters) return;
  throw new ArtefactError(
    `it was built with Unicode ${analyser.unicode}, but this runtime has Unicode ${here.unicode}, which treats some of its characters differently; build it again`,
  );
}
