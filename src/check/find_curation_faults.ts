import { relative, sep } from 'node:path';
import { warnOf } from '../content/curation/curation.ts';
import { findIdleRules } from '../content/curation/find_idle_rules.ts';
import type { ReadCuration } from '../content/curation/read_curation.ts';
import type { PageDraft } from '../content/markdown/read_page.ts';
import type { ContentWarning } from '../content/site_content.ts';
import { analyseField } from '../corpus/analysis/analyse_field.ts';
import { createTextFinder } from '../corpus/analysis/held_texts.ts';
import { stemAlgorithm } from '../corpus/analysis/stem.ts';
import { TermNumbers } from '../corpus/analysis/term_numbers.ts';
import type { CheckedSite } from './read_site.ts';

/** Faults that are reported: more of a file are mostly of one cause. */
const MOST_FAULTS = 1_000;

/** The words of a site, as its pages are read. */
export class SiteWords {
  readonly #numbers = new TermNumbers();
  readonly #languages = new Set<string>();

  add({ text, language }: Pick<PageDraft, 'text' | 'language'>): void {
    this.#languages.add(language);
    analyseField(text, language, this.#numbers);
  }

  finder(siteLanguage: string): (text: string) => boolean {
    const algorithms = [...new Set([...this.#languages].map(stemAlgorithm))].sort();
    return createTextFinder(new Set(this.#numbers.terms), algorithms, siteLanguage);
  }
}

/**
 * What is wrong with the owner's search rules: what cannot be read, else the rules that do nothing.
 * @param file absolute path of the curation file
 * @param words of the site's bodies; null when no rule has synonyms
 */
export function findCurationFaults(
  { file, read }: { readonly file: string; readonly read: ReadCuration },
  { files, content }: CheckedSite,
  words: SiteWords | null,
): ContentWarning[] {
  const titles = new Map(content.tags.map(({ slug, title }) => [slug, title]));
  for (const { title, description, aliases, tags, language } of words === null ? [] : content.pages) {
    const named = tags.flatMap((slug) => [slug, titles.get(slug)!]);
    words!.add({ text: [title, description, ...aliases, ...named].join('\n'), language });
  }
  const has = words?.finder(files.context.language) ?? (() => true);
  const paths = content.pages.map(({ path }) => path);
  const faults = read.faults.length > 0 ? read.faults : findIdleRules(read.curation, { paths, has });
  const name = relative(files.root, file).split(sep).join('/');
  return faults.slice(0, MOST_FAULTS).map((fault) => warnOf(name, fault));
}
