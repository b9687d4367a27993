import type { Manifest } from '../../corpus/artefact/manifest.ts';
import { Sections } from '../../corpus/artefact/sections.ts';
import type { PostingSet } from '../../corpus/index/posting_set.ts';
import type { LoadedCorpus } from '../../corpus/load_artefact.ts';
import { writeMap } from '../../engine/write_map.ts';
import { type BuildMeta, INDEX_VERSION } from './mapping.ts';
import type { PageInput } from './page_document.ts';
import { readPages } from './read_pages.ts';
import { keptSections, packParts } from './site_parts.ts';

/** Everything that is published of a build. */
export interface Publication {
  readonly meta: Omit<BuildMeta, 'complete'>;
  readonly parts: readonly Uint8Array[];
  /** All pages by number, from one on. They may be made while they are read. */
  pages(from: number): Iterable<PageInput>;
}

/** Makes the publication of an artefact. */
export function publicationOf(corpus: LoadedCorpus): Publication {
  const sections = new Sections(corpus.shared);
  // A program that opens an artefact may override stamps and settings.
  const { settings, stamps, text, pages, links } = corpus;
  const manifest = JSON.stringify({ ...(sections.json('manifest') as Manifest), settings, stamps });
  const kept = keptSections(corpus.fields.length, (name) => sections.has(name)).map(
    (name) => [name, name === 'manifest' ? Buffer.from(manifest) : sections.bytes(name)] as const,
  );
  const { starts } = text.fields.title;
  const { parts, digest } = packParts(kept, {
    inTitles: Uint32Array.from({ length: starts.length - 1 }, (_, term) => starts[term + 1]! - starts[term]!),
    heldOn: stemmersOf(text.all, text.stemmers),
    linksIn: Uint32Array.from({ length: pages.count }, (_, page) => links.countIncoming(page)),
    map: writeMap(corpus),
  });
  return {
    meta: {
      ...{ version: INDEX_VERSION, digest: corpus.digest, pages: pages.count },
      ...{ parts: parts.length, partsDigest: digest },
    },
    parts,
    pages: (from) => readPages(corpus, from),
  };
}

function stemmersOf({ starts, pages }: PostingSet, stemmers: Uint8Array): Uint32Array {
  const held = new Uint32Array(starts.length - 1);
  for (let term = 0; term < held.length; term++) {
    for (let i = starts[term]!; i < starts[term + 1]!; i++) held[term]! |= 1 << stemmers[pages[i]!]!;
  }
  return held;
}
