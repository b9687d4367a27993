import { fileURLToPath } from 'node:url';
import { joinArtefact } from '../../src/corpus/artefact/artefact_format.ts';
import { shareBytes } from '../../src/corpus/artefact/shared_bytes.ts';
import type { LoadedCorpus } from '../../src/corpus/load_artefact.ts';
import { openCorpus } from '../../src/corpus/open_corpus.ts';

/** Searches of every kind: words as typed, prefixes, errors, quotes, filters, orders. */
export function* searchesOf(corpus: LoadedCorpus, count: number): Generator<string> {
  const { words, pages, headings, settings } = corpus;
  let seed = 42;
  const below = (limit: number): number => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    return seed % limit;
  };
  const word = () => words.word(below(words.count));
  const title = () => pages.title(below(pages.count));
  const texts = [
    title,
    () => headings.read(below(headings.depths.length)).text.slice(0, 100),
    () => `${word()} ${word()}`,
    () => title().slice(0, 2 + below(6)),
    () => word().slice(0, 1 + below(3)),
    () => `${word().slice(0, -1)}x`,
    () => `"${title()}"`,
    () => `how do I ${word()} ${title()}`,
    () => `${word().slice(1)} ${word()} `,
  ];
  const others = [
    ...['', '&sections=3', '&facets=tags&values=3', '&version=all', '&sort=updated', '&language=en', '&suggest=5'],
    ...['&explain=1', '&offset=3', '&prefix=none&typos=none', '&limit=30', '&facets=collection,tags'],
    ...['&sort=published', '&sort=title', '&updated=2026-01-01..', '&tag=t1', '&version=v1', '&language=de'],
    ...(settings.collections.length > 0 ? [`&collection=${settings.collections[0]!.name}`] : []),
  ];
  for (let i = 0; i < count; i++) {
    yield `q=${encodeURIComponent(texts[i % texts.length]!())}${others[i % others.length]}`;
  }
}

/** This repository's own documentation. */
export async function bakedDocumentation(): Promise<LoadedCorpus> {
  const { bake } = await import('../../src/bake/site_baker.ts');
  const { completeSettings } = await import('../../src/cli/build/bake_content.ts');
  const folder = fileURLToPath(new URL('../../site', import.meta.url));
  const input = { folder, out: null, settings: completeSettings({}), commit: null, local: true };
  const { artefact } = await bake({ ...input, cache: null, workers: 1 });
  const shared = shareBytes(joinArtefact(artefact), true);
  return { ...openCorpus(shared), shared };
}
