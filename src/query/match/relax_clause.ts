import type { Steps } from '../../async/steps.ts';
import { asFunctionWord, repeated } from './clause_postings.ts';
import type { Engine } from './engine.ts';
import type { WeightedWord } from './match_by_weight.ts';
import type { ExcerptTerm } from './match_set.ts';
import { unitPostings } from './phrase.ts';
import { type Postings, partPostings, sizeOf } from './postings.ts';
import type { ClauseTerm, ReadClause } from './read_clause.ts';
import { partKey } from './unit_key.ts';

/** What a relaxed clause looks for. */
export interface RelaxedClause {
  /** Phrases, which stay required, words, and parts of compounds. */
  readonly words: readonly WeightedWord[];
  /** Lists that only add to the scores of pages found. */
  readonly extra: readonly Postings[];
  readonly excerptTerms: readonly ExcerptTerm[];
}

/** @returns null for a clause of phrases only, which cannot be relaxed */
export function* relaxClause(engine: Engine, { terms, field }: ReadClause): Steps<RelaxedClause | null> {
  const required = terms.filter(({ requiredOn }) => requiredOn !== 0);
  if (required.every(({ unit }) => unit.quoted)) return null;
  const quoted = required.filter(({ unit }) => unit.quoted);
  const words: WeightedWord[] = [];
  const extra: Postings[] = [];
  for (const { unit, times, requiredOn } of quoted) {
    const list = yield* unitPostings(engine, field, unit);
    words.push({ list, holding: sizeOf(list), times, requiredOn, isPhrase: true });
  }
  const parts = partsOf(terms.filter(({ unit }) => !unit.quoted));
  for (const { unit, times, requiredOn } of parts) {
    yield;
    const list = partPostings(engine.corpus.text, field, unit.parts[0]!);
    if (requiredOn === 0) extra.push(asFunctionWord(repeated(list, times)));
    else words.push({ list, holding: sizeOf(list), times, requiredOn, isPhrase: false });
  }
  const shown = [...quoted, ...parts.filter(({ requiredOn }) => requiredOn !== 0)];
  return { words, extra, excerptTerms: shown.map(({ unit }) => ({ unit, field })) };
}

/** Each part as a term of its own. */
function partsOf(terms: readonly ClauseTerm[]): ClauseTerm[] {
  const parts = new Map<string, ClauseTerm>();
  for (const { unit, times, requiredOn } of terms) {
    for (const part of unit.parts) {
      const key = partKey(part);
      const known = parts.get(key);
      parts.set(key, {
        unit: known?.unit ?? { ...unit, parts: [{ ...part, offset: 0 }] },
        times: (known?.times ?? 0) + times,
        requiredOn: (known?.requiredOn ?? 0) | requiredOn,
      });
    }
  }
  return [...parts.values()];
}
