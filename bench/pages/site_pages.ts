import { closeSync, openSync, writeSync } from 'node:fs';
import { analyseField } from '../../src/corpus/analysis/analyse_field.ts';
import { TermNumbers } from '../../src/corpus/analysis/term_numbers.ts';
import type { Corpus } from '../../src/corpus/corpus.ts';
import type { TokenPage } from '../engine.ts';

/** A page of the baked site, as text to draw queries from and as terms for the peers. */
export interface SitePage {
  readonly body: string;
  readonly tokens: TokenPage;
}

interface Row {
  readonly title: string;
  readonly description: string;
  readonly aliases: readonly string[];
  readonly tags: readonly { readonly slug: string; readonly title: string }[];
  readonly collection: string | null;
  readonly language: string;
}

/** Reads the pages back from the artefact, so that every engine gets the text that Catchword indexed. */
export function readSitePages(corpus: Corpus): SitePage[] {
  const numbers = new TermNumbers();
  return Array.from({ length: corpus.pages.count }, (_, page) => {
    const row = JSON.parse(`${Buffer.from(corpus.pages.row(page)).toString()}}`) as Row;
    const bodies = corpus.text.bodies;
    const body = bodies.window(page, 0, bodies.length(page));
    const tagTexts = row.tags.flatMap(({ slug, title }) => (slug === title.toLowerCase() ? [title] : [title, slug]));
    const text = [...row.aliases, ...tagTexts, row.description, body].join('\n');
    return {
      body,
      tokens: {
        title: termsInOrder(row.title, row.language, numbers),
        text: termsInOrder(text, row.language, numbers),
        tags: row.tags.map(({ slug }) => slug),
        collection: row.collection,
      },
    };
  });
}

/** Writes the terms of the pages as a line of JSON each, as the peers read them. */
export function writeTokenPages(pages: readonly SitePage[], path: string): void {
  const file = openSync(path, 'w');
  for (const { tokens } of pages) writeSync(file, `${JSON.stringify(tokens)}\n`);
  closeSync(file);
}

/** The terms of a field in the order of their positions, joined by spaces. */
export function termsInOrder(text: string, language: string, numbers: TermNumbers): string {
  const { terms, counts, positions } = analyseField(text, language, numbers);
  const placed: { term: string; position: number }[] = [];
  let at = 0;
  for (const [i, term] of terms.entries()) {
    for (const position of positions.subarray(at, at + counts[i]!))
      placed.push({ term: numbers.terms[term]!, position });
    at += counts[i]!;
  }
  return placed
    .sort((a, b) => a.position - b.position)
    .map(({ term }) => term)
    .join(' ');
}
