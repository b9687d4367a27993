/** The owner's rules as an artefact stores them, and those that do nothing. */
import { joinRanges, pagesAt } from '../content/curation/curated_pages.ts';
import { type Curation, type PinRule, type SynonymRule, warnOf } from '../content/curation/curation.ts';
import { findIdleRules } from '../content/curation/find_idle_rules.ts';
import type { ContentWarning } from '../content/site_content.ts';
import { createTextFinder } from '../corpus/analysis/held_texts.ts';
import type { CorpusInput, IndexedPages } from '../corpus/build_corpus.ts';
import type { CurationTable } from '../corpus/curation/curation_table.ts';
import { lazily } from '../corpus/lazily.ts';
import type { NamedCuration } from './bake_options.ts';

/**
 * Finds the pages that rules name. Rules that name none are left out.
 * @param paths of all pages, sorted by code point
 */
export function resolveCuration(curation: Curation, paths: readonly string[]): CurationTable {
  // A path inside of another one is longer, and so its weight comes later.
  const weights = curation.weights.toSorted((a, b) => a.path.length - b.path.length);
  return {
    synonyms: curation.synonyms.map((rule) => {
      const { line, from, to, language } = rule;
      return { line, rule: describeSynonyms(rule), from, to, language };
    }),
    pins: curation.pins.flatMap((rule) => {
      const { line, by, text, place } = rule;
      return pagesAt(rule.page, paths).map(([page]) => ({ line, rule: describePin(rule), by, text, page, place }));
    }),
    weights: weights.flatMap(({ line, path, factor }) => {
      const ranges = joinRanges(pagesAt(path, paths));
      return ranges.length === 0 ? [] : [{ line, rule: `${path}: ${factor}`, factor, ranges }];
    }),
    excluded: joinRanges(curation.excluded.flatMap(({ path }) => pagesAt(path, paths))),
  };
}

function describeSynonyms({ from, to, isTwoWay, language }: SynonymRule): string {
  const words = isTwoWay ? from.join(' = ') : `${from.join(', ')} -> ${to.join(', ')}`;
  return language === null ? words : `${words} (${language})`;
}

function describePin({ by, text, page, place }: PinRule): string {
  return `${by} ${JSON.stringify(text)} -> ${page}, place ${place}`;
}

/** The rules that do nothing, as warnings of a bake. */
export function warnOfIdleRules(
  { name, rules }: NamedCuration,
  { pages, terms, settings }: Pick<CorpusInput, 'pages' | 'terms' | 'settings'>,
  { short, stemmers }: IndexedPages,
): ContentWarning[] {
  /** Made when a rule first needs it. Term numbers of earlier bakes may be of words that no page has any more. */
  const finder = lazily(() => {
    const used = new Uint8Array(terms.terms.length);
    for (const { body } of pages) for (const term of body.terms) used[term] = 1;
    for (const fields of short) {
      for (const { terms: some } of [fields.title, fields.aliases, fields.tags, fields.description])
        for (const term of some) used[term] = 1;
    }
    const held = new Set(terms.terms.filter((_, term) => used[term] === 1));
    return createTextFinder(held, stemmers.distinct, settings.language);
  });
  const idle = findIdleRules(rules, {
    paths: pages.map(({ path }) => path),
    has: (text) => finder()(text),
  });
  return idle.map((fault) => warnOf(name, fault));
}
