import { STEP_WORK, type Steps } from '../../async/steps.ts';
import { RANKING } from '../../corpus/index/fields.ts';
import type { PageRange } from '../../text/page_range.ts';
import { intersect } from './conjunction.ts';
import { keepAdmitted } from './curation/admitted_words.ts';
import { addSynonyms, withSynonyms } from './curation/synonym_postings.ts';
import type { Engine } from './engine.ts';
import type { WeightedWord } from './match_by_weight.ts';
import type { PageFilter } from './page_filter.ts';
import type { PageSums } from './page_sums.ts';
import { unitPostings } from './phrase.ts';
import {
  ANY_STEMMER,
  type FieldOrAll,
  NO_POSTINGS,
  onPagesOf,
  type Postings,
  partPostings,
  repeated,
  sizeOf,
} from './postings.ts';
import { type ClauseTerm, requiredGroups } from './read_clause.ts';
import { NOTHING, type SoughtWord } from './sought_word.ts';
import { commonBeginnings } from './spellings/near_words.ts';
import { openPostings } from './spellings/word_postings.ts';
import { partKey, unitKey } from './unit_key.ts';
import type { Workspace } from './workspace.ts';

/**
 * Looks up the pages of each word: closed words, the one that may go on, then phrases; the latter two only on the pages of the shortest
 * list so far.
 * @param excluded pages that count as if they had no word, ascending; null: none
 */
export function* lookUp(
  engine: Engine,
  workspace: Workspace,
  field: FieldOrAll,
  words: readonly SoughtWord[],
  excluded: readonly PageRange[] | null = null,
): Steps<void> {
  let fewest: Postings | null = null;
  let work = 0;
  for (const standing of [CLOSED, OPEN, PHRASE]) {
    for (const word of words) {
      if (standingOf(word) !== standing) continue;
      // Synonyms are added to a complete list.
      const within = word.curated === null ? fewest : null;
      if (word.open !== null) {
        const { list, holding } = yield* openPostings(engine, workspace, word.unit, word.open, within);
        word.list = list;
        word.holding = holding;
        word.beginnings = commonBeginnings(engine.corpus, word.open);
      } else {
        word.list = yield* unitPostings(engine, field, word.unit, within);
        word.holding = sizeOf(word.list);
      }
      if (word.curated !== null) yield* addSynonyms(engine, workspace, field, word, word.curated);
      if (excluded !== null) yield* keepAdmitted(word, excluded);
      const isFewer = fewest === null || sizeOf(word.list) < sizeOf(fewest);
      if (isFewer && word.requiredOn === ANY_STEMMER) fewest = word.list;
      // The lists of a site in several languages are merged.
      work += sizeOf(word.list);
      if (work <= STEP_WORK) continue;
      work = 0;
      yield;
    }
  }
}

const CLOSED = 0;
const OPEN = 1;
const PHRASE = 2;

function standingOf({ unit, open }: SoughtWord): number {
  if (unit.parts.length > 1) return PHRASE;
  return open === null ? CLOSED : OPEN;
}

/** Looks up all pages of phrases and of the open word, which near words and relaxed answers need. @param excluded as of `lookUp` */
export function* completeLists(
  engine: Engine,
  workspace: Workspace,
  field: FieldOrAll,
  words: readonly SoughtWord[],
  excluded: readonly PageRange[] | null = null,
): Steps<void> {
  for (const word of words) {
    if (word.unit.quoted) {
      word.list = yield* unitPostings(engine, field, word.unit);
      word.holding = sizeOf(word.list);
    } else if (word.open !== null && sizeOf(word.list) !== word.holding)
      word.list = (yield* openPostings(engine, workspace, word.unit, word.open, null)).list;
    else continue;
    if (excluded !== null) yield* keepAdmitted(word, excluded);
  }
}

/** The lists of the words that are required on no page. They add to the scores of pages found, a little, and do not restrict them. */
export function* functionWordPostings(
  engine: Engine,
  field: FieldOrAll,
  words: readonly ClauseTerm[],
): Steps<Postings[]> {
  const lists: Postings[] = [];
  for (const { unit, times, requiredOn } of words) {
    if (requiredOn === 0) lists.push(asFunctionWord(repeated(yield* unitPostings(engine, field, unit), times)));
  }
  return lists;
}

/** Lowers the weight of a function word's list, because such words say little about a page's subject. */
function asFunctionWord(list: Postings): Postings {
  return { ...list, rarity: list.rarity * RANKING.commonShare };
}

/** A word and the pages that stand for it. */
type Held = Pick<SoughtWord, 'list' | 'times' | 'requiredOn'>;

/**
 * Adds the pages that hold each word where it is required. Elsewhere it is a function word.
 * @param extra lists that only add to scores
 */
export function* matchWords(
  { corpus: { text }, analyser }: Engine,
  words: readonly Held[],
  extra: readonly Postings[],
  filter: PageFilter | null,
  into: PageSums,
): Steps<void> {
  const lists = words.map(({ list, times }) => repeated(list, times));
  if (words.every(({ requiredOn }) => requiredOn === ANY_STEMMER)) {
    yield* intersect(lists, extra, into, filter);
    return;
  }
  for (const { stemmers, required, others } of requiredGroups(analyser, { terms: words })) {
    const [shortest = everyPage(text.stemmers.length), ...rest] = required
      .map((word) => lists[word]!)
      .sort((a, b) => sizeOf(a) - sizeOf(b));
    const common = others.map((word) => asFunctionWord(lists[word]!));
    yield* intersect([onPagesOf(text, stemmers, shortest), ...rest], [...common, ...extra], into, filter);
  }
}

/** A list that adds nothing to scores. */
function everyPage(count: number): Postings {
  const pages = Uint32Array.from({ length: count }, (_, page) => page);
  return { ...NO_POSTINGS, pages, impacts: new Uint8Array(count), to: count };
}

/** A word, a phrase, or a part of a compound. */
export interface WeightedPart extends WeightedWord, ClauseTerm {}

/**
 * Phrases, words, and each part of a compound as a word of its own, for `matchByWeight`: those that are required somewhere, and the lists
 * of the others, which only add to scores. A word that no page holds as written stands for those near to it.
 */
export function* weighedParts(
  { corpus: { text } }: Engine,
  field: FieldOrAll,
  words: readonly SoughtWord[],
): Steps<{ readonly parts: readonly WeightedPart[]; readonly extra: readonly Postings[] }> {
  const parts = new Map<string, WeightedPart>();
  let work = 0;
  for (const { unit, times, requiredOn, list, holding, spellings, curated } of words) {
    if (unit.quoted) {
      parts.set(`"${unitKey(unit)}`, { unit, list, holding, times, requiredOn, isPhrase: true });
      continue;
    }
    for (const part of unit.parts) {
      const key = partKey(part);
      const known = parts.get(key);
      if (known !== undefined) {
        parts.set(key, { ...known, times: known.times + times, requiredOn: known.requiredOn | requiredOn });
        continue;
      }
      const own = unit.parts.length > 1 ? withSynonyms(partPostings(text, field, part), curated) : list;
      const near = sizeOf(own) > 0 ? own : (spellings?.near ?? NOTHING);
      parts.set(key, {
        unit: { ...unit, parts: [{ ...part, offset: 0 }] },
        list: near,
        holding: near === list ? holding : sizeOf(near),
        ...{ times, requiredOn, isPhrase: false },
      });
      work += sizeOf(own);
      if (work <= STEP_WORK) continue;
      work = 0;
      yield;
    }
  }
  const all = [...parts.values()];
  const common = all.filter(({ requiredOn }) => requiredOn === 0);
  return {
    parts: all.filter(({ requiredOn }) => requiredOn !== 0),
    extra: common.map(({ list, times }) => asFunctionWord(repeated(list, times))),
  };
}
