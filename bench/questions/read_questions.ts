import { readdirSync, readFileSync } from 'node:fs';
import { byCodePoint } from '../../src/text/by_code_point.ts';

/**
 * Questions about a site, each written from what a reader needs before any search answered it. The pages that answer a question were found
 * by reading.
 */
export interface QuestionFile {
  /** The folder of the pages inside the site's; empty: the site's own. */
  readonly root: string;
  /** As asked of a person. */
  readonly sentences: readonly Question[];
  /** Three to seven words as typed into a search box. */
  readonly phrases: readonly Question[];
}

export interface Question {
  readonly text: string;
  /** Patterns of paths, as `rightPages` reads them. A page that has versions counts once. */
  readonly pages: readonly string[];
}

const FOLDER = new URL('./sites/', import.meta.url);

/** The sites that have questions. */
export function questionSites(): string[] {
  return readdirSync(FOLDER)
    .map((file) => file.replace(/\.json$/, ''))
    .sort(byCodePoint);
}

export function readQuestions(site: string): QuestionFile {
  return JSON.parse(readFileSync(new URL(`${site}.json`, FOLDER), 'utf8')) as QuestionFile;
}

/**
 * The paths that a question's patterns mean: `*` is the name of any one folder or page, and two of them before a slash one folder or none,
 * as that of a version.
 * @returns them with the grade of a right page
 * @throws Error for a pattern that no page has: then the site is another one than the questions were written for
 */
export function rightPages({ text, pages }: Question, paths: readonly string[]): Map<string, 1> {
  return new Map(
    pages.flatMap((pattern) => {
      const shape = shapeOf(pattern);
      const found = paths.filter((path) => shape.test(path));
      if (found.length === 0) throw new Error(`Cannot judge "${text}": the site has no page "${pattern}"`);
      return found.map((path) => [path, 1] as const);
    }),
  );
}

const SIGNS = /[\\^$.+?()[\]{}|]/g;

function shapeOf(pattern: string): RegExp {
  const parts = pattern.replace(SIGNS, '\\$&').split('**/');
  return new RegExp(`^${parts.map((part) => part.replaceAll('*', '[^/]+')).join('(?:[^/]+/)?')}$`);
}
