import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Corpus } from '../../src/corpus/corpus.ts';
import { loadArtefact } from '../../src/corpus/load_artefact.ts';
import { EngineClient } from '../process/engine_client.ts';
import { type HarmMeasures, measureHarm, measureNonsense, RANKED } from './measure_harm.ts';
import { measureWords, type WordMeasures } from './measure_words.ts';
import type { TypingPeerName } from './typing_engine.ts';
import type { TypingMeasures } from './typing_process.ts';

export interface TypingOptions {
  /** The folder of Markdown whose titles are typed. */
  readonly content: string;
  /** Where the sites for the words and the retrieval collections are; missing ones are skipped. */
  readonly folder: string;
  /** A CSV file of misspellings; skipped when it does not exist. */
  readonly typos: string;
  /** Titles to type into each engine. */
  readonly titles: number;
  readonly engines: readonly TypingPeerName[];
  readonly seed: number;
  /** An empty folder for artefacts. */
  readonly scratch: string;
  readonly progress: (line: string) => void;
}

export interface TypingResult {
  readonly folder: string;
  readonly pages: number;
  readonly titles: number;
  readonly words: WordMeasures | null;
  readonly harm: readonly HarmMeasures[];
  /** Share of random strings that find no page of the folder. */
  readonly nonsense: number;
  readonly peers: Readonly<Partial<Record<TypingPeerName, TypingMeasures>>>;
  readonly leftOut: readonly { readonly name: string; readonly reason: string }[];
}

/** Sites whose words the misspellings are looked up in. */
const WORD_SITES = ['redis-docs', 'cockroachdb-docs', 'cpp-docs'] as const;
const NONSENSE_WORDS = 1000;

/** Measures search as people type: words, harm, nonsense, and known pages typed letter by letter beside other engines. */
export async function measureTyping(options: TypingOptions): Promise<TypingResult> {
  const { content, folder, typos, titles, engines, seed, scratch, progress } = options;
  const artefact = await bakeSite(content, scratch, progress);
  const corpus = loadArtefact(artefact);
  const leftOut: { name: string; reason: string }[] = [];
  const peers: Partial<Record<TypingPeerName, TypingMeasures>> = {};
  for (const name of engines) {
    progress(`typing ${titles} titles into ${name}`);
    const program = new URL('./typing_process.ts', import.meta.url).pathname;
    const args = ['--max-old-space-size=8192', program, name, artefact, String(titles), String(seed)];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1 << 26 });
    if (status === 0) peers[name] = JSON.parse(stdout) as TypingMeasures;
    else leftOut.push({ name, reason: stderr.split('\n').find((line) => /Error/.test(line)) ?? 'it ended early' });
  }
  const harm = RANKED.flatMap((collection) => {
    progress(`ranking ${collection} through both addresses`);
    return measureHarm(folder, collection) ?? [];
  });
  progress('typing nonsense');
  const nonsense = measureNonsense(corpus, NONSENSE_WORDS, seed);
  const words = existsSync(typos) ? await wordsOfSites(options) : null;
  return { folder: content, pages: corpus.pages.count, titles, words, harm, nonsense, peers, leftOut };
}

async function wordsOfSites({ folder, typos, scratch, progress }: TypingOptions): Promise<WordMeasures | null> {
  const corpora: Corpus[] = [];
  for (const site of WORD_SITES) {
    if (existsSync(join(folder, site)))
      corpora.push(loadArtefact(await bakeSite(join(folder, site), scratch, progress)));
    else progress(`${site} is not in ${folder}: passed over`);
  }
  if (corpora.length === 0) return null;
  progress('looking up misspellings');
  return measureWords(corpora, typos);
}

/** @returns the artefact of a site, baked once */
async function bakeSite(content: string, scratch: string, progress: (line: string) => void): Promise<string> {
  const folder = join(scratch, basename(content));
  const artefact = join(folder, 'site.catchword');
  if (existsSync(artefact)) return artefact;
  progress(`baking ${content}`);
  mkdirSync(folder);
  const client = new EngineClient('catchword', null);
  try {
    await client.call('build', { content, pages: null, folder });
  } finally {
    client.stop();
  }
  return artefact;
}
