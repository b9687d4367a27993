import type { LoadedCorpus } from '../../src/corpus/load_artefact.ts';
import { FetchedParts } from '../../src/static_search/fetched_parts.ts';
import { packSearch } from '../../src/static_search/pack_parts.ts';

/** The parts of a corpus by name, and the build that they are of. */
export interface PackedParts {
  readonly build: string;
  readonly contents: Map<string, Uint8Array>;
}

export function partsOf(corpus: LoadedCorpus): PackedParts {
  const packed = packSearch(corpus, Buffer.from('a program'));
  return {
    build: packed.build,
    contents: new Map(Array.from(packed.parts(), ({ name, bytes }) => [name, bytes])),
  };
}

/** Parts that are fetched from memory. */
export function fetchedFrom({ build, contents }: PackedParts, asked: string[] = []): FetchedParts {
  return new FetchedParts(build, async (part) => {
    asked.push(part);
    const content = contents.get(part);
    if (content === undefined) throw new Error(`There is no part "${part}"`);
    return content;
  });
}
