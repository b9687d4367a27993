/**
 * Checks the documentation: spelling with cspell (`cspell.json`), wording and length of sentences with textlint (`.textlintrc.json`).
 * Without arguments it also looks for habits of wording (`prose/habits.ts`) in everything that users read: pages, and strings of the product.
 * lint_prose.ts [FILE OR FOLDER...]; default: all documentation
 */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { habitsIn, proseLines, stringLines } from './prose/habits.ts';

const EVERYTHING = ['*.md', '.github/**/*.md', 'bench/*.md', 'decisions/**/*.md', 'docs/**/*.md', 'site/**/*.md'];

const READ_BY_USERS = ['*.md', 'docs/**/*.md', 'site/**/*.md', 'src/**/*.{ts,tsx}'];
/** Generated, recorded, or the work of others. */
const NOT_OURS = ['THIRD_PARTY_NOTICES.md', 'site/demos/**', '**/*.test.ts', '**/node_modules/**'];

const named = process.argv.slice(2);
process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const files = globSync(named.length === 0 ? EVERYTHING : named.map(pagesAt), {
  exclude: ['THIRD_PARTY_NOTICES.md', '**/node_modules/**'],
}).sort();
const failed = [
  ['node_modules/cspell/bin.mjs', 'lint', '--no-progress', '--no-summary', '--config', 'cspell.json', ...files],
  ['node_modules/textlint/bin/textlint.js', ...files],
].filter((command) => spawnSync(process.execPath, command, { stdio: 'inherit' }).status !== 0);
const habits = named.length === 0 ? globSync(READ_BY_USERS, { exclude: NOT_OURS }).sort().flatMap(describeHabits) : [];
for (const habit of habits) process.stdout.write(`${habit}\n`);
const isClean = failed.length === 0 && habits.length === 0;
process.stdout.write(`${files.length} files, ${isClean ? 'no faults' : 'with faults'}\n`);
process.exitCode = isClean ? 0 : 1;

function describeHabits(path: string): readonly string[] {
  const text = readFileSync(path, 'utf8');
  const lines = path.endsWith('.md') ? proseLines(text) : stringLines(text);
  return lines.flatMap(([line, words]) =>
    habitsIn(words).map((found) => `${path}:${line}: "${found.words}": use ${found.instead}`),
  );
}

function pagesAt(path: string): string {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ? `${path}/**/*.md` : path;
}
