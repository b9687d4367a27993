import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryFile } from '../fixtures/built_package.ts';

/** A fenced code block of a page. */
export interface CodeBlock {
  /** Line of the opening fence, from 1. */
  readonly line: number;
  /** First word after the fence, such as `sh`; empty if there is none. */
  readonly language: string;
  /**
   * The other words after the fence. They say what the tests do with the block:
   * - a name with a dot, as in ` ```json content/catchword.config.json `: the reader saves the block as this file;
   * - `not-run`, after `sh`: the commands need something that a test does not have;
   * - `fails`, after `sh`: the last command ends with another exit code than 0;
   * - `output`, after `text`, `http` or `json`: what the commands before it print, with lines or members left out;
   *   `...` stands for text within a line.
   */
  readonly words: readonly string[];
  readonly text: string;
}

export interface DocumentationPage {
  /** Path in the repository, such as `site/docs/index.md`. */
  readonly file: string;
  readonly blocks: readonly CodeBlock[];
}

const FENCE = /^```(.*)\n([\s\S]*?)^```$/gm;

/** Finds the fenced blocks of a page. They begin at the left margin and use three backticks. */
export function readCodeBlocks(markdown: string): CodeBlock[] {
  return [...markdown.matchAll(FENCE)].map(({ index, 1: info = '', 2: text = '' }) => {
    const [language = '', ...words] = info.trim().split(/\s+/);
    return { line: markdown.slice(0, index).split('\n').length, language, words, text };
  });
}

/** Name of the file that the reader saves a block as; undefined if it is not to be saved. */
export const savedAs = ({ words }: CodeBlock): string | undefined => words.find((word) => /[./]/.test(word));

/** The README and the pages of the shipped site, by path. */
export function documentationPages(): DocumentationPage[] {
  const root = repositoryFile('');
  return ['README.md', ...globSync('site/**/*.md', { cwd: root }).toSorted()].map((file) => ({
    file,
    blocks: readCodeBlocks(readFileSync(join(root, file), 'utf8')),
  }));
}
