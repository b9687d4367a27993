import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bake } from '../../src/bake/site_baker.ts';
import { joinArtefact } from '../../src/corpus/artefact/artefact_format.ts';
import type { Corpus } from '../../src/corpus/corpus.ts';
import { openCorpus } from '../../src/corpus/open_corpus.ts';

const SITES = fileURLToPath(new URL('../fixtures/sites', import.meta.url));
/** Real sites, which are not part of the repository. */
const CORPORA = process.env.CATCHWORD_CORPORA ?? join(tmpdir(), 'corpora');

/** The folders of the made sites and of the documentation. */
export const madeSites: readonly string[] = [
  fileURLToPath(new URL('../../site', import.meta.url)),
  ...readdirSync(SITES).map((name) => join(SITES, name)),
];

/** The folder of a real site, or null where it is not. */
export function realSite(name: string): string | null {
  const folder = join(CORPORA, name);
  return existsSync(folder) ? folder : null;
}

export async function bakeCorpus(folder: string): Promise<Corpus> {
  const settings = {
    origin: 'https://site.example',
    title: basename(folder),
    description: '',
    language: null,
    addressStyle: null,
    collections: null,
    fields: [],
    tools: [],
    publicOrigin: null,
    frontMatter: 'drop' as const,
  };
  const { artefact } = await bake({ folder, out: null, settings, commit: null, local: true, cache: null, workers: 2 });
  return openCorpus(joinArtefact(artefact));
}
