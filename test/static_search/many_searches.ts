import { fileURLToPath } from 'node:url';
import { joinArtefact } from '../../src/corpus/artefact/artefact_format.ts';
import { shareBytes } from '../../src/corpus/artefact/shared_bytes.ts';
import type { LoadedCorpus } from '../../src/corpus/load_artefact.ts';
import { openCorpus } from '../../src/corpus/open_corpus.ts';
import type { TestPage } from '../fixtures/corpus_of.ts';

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
    // A cut may split a character in two.
    yield `q=${encodeURIComponent(texts[i % texts.length]!().toWellFormed())}${others[i % others.length]}`;
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

/** The owner's own fields of `pagesOfVersions`. */
export const FIELDS = [{ name: 'status', type: 'string' }] as const;

const WORDS =
  'red crimson scarlet redis cluster clustering Wagen Wägen café naïve getUserName max_depth v2 42 日本語 of the'.split(
    ' ',
  );

const SYLLABLES = 'ba cel di for gu ra set ti nor lu ät ga pro con mi ver'.split(' ');

/** Words that no other page has: all together are too many for the tables. */
function ownWords(page: number): string[] {
  return Array.from({ length: 45 }, (_, i) => {
    const number = 45 * page + i;
    return [0, 4, 8, 12].map((bits) => SYLLABLES[((number * 40503) >> bits) & 15]).join('');
  });
}

/** Pages of several versions and languages, with tags, dates, headings and the owner's own fields. */
export function pagesOfVersions(): TestPage[] {
  return ['v1', 'v2', 'v10'].flatMap((version, at) =>
    Array.from({ length: 40 }, (_, page): TestPage => {
      const word = (step: number) => WORDS[(page * step + at) % WORDS.length]!;
      const words = Array.from({ length: 10 + page }, (_, place) => word(place + 1));
      const text = [...words, ...ownWords(40 * at + page)].join(' ');
      return {
        path: `docs/${version}/${word(3).toLowerCase()}-${page}`,
        title: `${word(1)} ${word(2)} ${page}`,
        description: `About ${word(5)} and ${word(4)}.`,
        aliases: page % 7 === 0 ? [`old-${page}`] : [],
        tags: [`t${page % 3}`],
        collection: page % 4 === 0 ? 'writing' : null,
        published: `2025-0${1 + (page % 9)}-11`,
        updated: page % 2 === 0 ? null : '2026-01-02',
        language: page % 5 === 0 ? 'de' : 'en',
        headings: [{ depth: 2, text: `On ${word(6)}`, anchor: 'on' }],
        sections: [4],
        links: [],
        text,
        fields: { status: page % 2 === 0 ? 'stable' : 'beta' },
      };
    }),
  );
}
