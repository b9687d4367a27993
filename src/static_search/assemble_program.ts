import type { ProgramScripts } from '../client/static_search.ts';
import { stemAlgorithm } from '../corpus/analysis/stem.ts';
import type { Corpus } from '../corpus/corpus.ts';

/** The program of a site: with the stemmers of its languages, which are the larger half of it with all. */
export function assembleProgram({ core, stemmers }: ProgramScripts, { analyser, settings }: Corpus): Uint8Array {
  const needed = [...new Set([...analyser.algorithms, stemAlgorithm(settings.language)])].filter(
    (algorithm) => algorithm in stemmers.algorithms,
  );
  const classes = needed.map((algorithm) => stemmers.algorithms[algorithm]!).join('');
  const makers = needed.map((algorithm) => `${algorithm}:()=>new ${algorithm}Stemmer`).join(',');
  const before = needed.length === 0 ? '{}' : `(()=>{${stemmers.shared}${classes}return{${makers}}})()`;
  // Owners publish this file, so it names whose work is in it.
  const notice =
    '/* Catchword search, with snowball-stemmers (ISC). Licences: THIRD_PARTY_NOTICES.md of the package catchword. */';
  return Buffer.from(`${notice}\nconst STEMMERS=${before};\n${core}`);
}
