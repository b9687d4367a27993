import type { WordList } from '../../../corpus/words/word_list.ts';
import { heldSynonyms } from '../curation/synonym_postings.ts';
import type { Engine } from '../engine.ts';
import { partTerms } from '../postings.ts';
import type { TypedSought } from '../sought_word.ts';
import { commonestWords } from './near_words.ts';

/** What became of a typed word. */
export interface WordReport {
  /** The word as typed. */
  readonly text: string;
  readonly as: 'exact' | 'prefix' | 'synonym' | 'name' | 'typo' | 'joined' | 'split' | 'none';
  /** Edits between what is typed and the nearest word matched; null for a word that nothing matches. */
  readonly distance: number | null;
  /** Words of the site that it matched, at most three, nearest and commonest first. */
  readonly matched: readonly string[];
}

const MOST_MATCHED = 3;

export function reportWords(engine: Engine, words: readonly TypedSought[]): WordReport[] {
  return words.map((word) => ({ text: word.typed.text, ...reportWord(engine, word) }));
}

/** Whether the site has the word as written: what is typed may be the stem of a longer word (`hous`). */
function isWord(words: WordList, word: string | null): boolean {
  return word !== null && words.find(word) >= 0;
}

function reportWord({ corpus, curated }: Engine, sought: TypedSought): Omit<WordReport, 'text'> {
  const { typed, unit, holding, spellings, named, partly } = sought;
  const { words, text } = corpus;
  if (sought.curated?.ownHolding === 0 && holding > 0) {
    const matched = heldSynonyms(sought).slice(0, MOST_MATCHED);
    return { as: 'synonym', distance: 0, matched: matched.map((each) => each.text) };
  }
  const single = unit.parts.length === 1 ? unit.parts[0]! : null;
  // The pages that hold a word may be left out of search.
  const isCounted = curated()?.admitted != null && sought.requiredOn !== 0;
  const isKnown = !isCounted && single !== null && partTerms(text, single).length > 0;
  if (isKnown || holding > 0) {
    const beginnings = isWord(words, typed.word) ? [] : sought.beginnings;
    if (beginnings.length === 0) return { as: 'exact', distance: 0, matched: [typed.word ?? typed.text] };
    const matched = beginnings.slice(0, MOST_MATCHED).map((word) => words.word(word));
    return { as: 'prefix', distance: 0, matched };
  }
  const name = named ?? partly;
  if (name !== null) {
    const names = name.names.map((word) => words.word(word));
    const matched = [...names, ...(name.apart === null ? [] : [name.apart])].slice(0, MOST_MATCHED);
    return { as: 'name', distance: 0, matched };
  }
  if (spellings === null) return { as: 'none', distance: null, matched: [] };
  if (spellings.joined !== null) return { as: 'joined', distance: 1, matched: [spellings.joined] };
  const [nearest] = spellings.words;
  if (spellings.split !== null && (nearest === undefined || nearest.distance > 1)) {
    return { as: 'split', distance: spellings.split.edits, matched: spellings.split.halves };
  }
  if (nearest === undefined) return { as: 'none', distance: null, matched: [] };
  const matched = new Set<number>();
  for (const { from, to } of spellings.words) {
    for (const word of commonestWords(words, text.all.starts, from, to, MOST_MATCHED)) {
      if (matched.size < MOST_MATCHED) matched.add(word);
    }
  }
  return { as: 'typo', distance: nearest.distance, matched: [...matched].map((word) => words.word(word)) };
}
