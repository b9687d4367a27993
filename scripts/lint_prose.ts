/**
 * Checks the documentation: spelling by cspell (`cspell.json`), wording and length of sentences by textlint (`.textlintrc.json`).
 * lint_prose.ts [FILE OR FOLDER...]; default: all documentation
 */
import { spawnSync } from 'node:child_process';
import { globSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const EVERYTHING = ['*.md', '.github/**/*.md', 'bench/*.md', 'decisions/**/*.md', 'docs/**/*.md', 'site/**/*.md'];

const named = process.argv.slice(2);
process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const files = globSync(named.length === 0 ? EVERYTHING : named.map(pagesAt), {
  exclude: ['THIRD_PARTY_NOTICES.md', '**/node_modules/**'],
}).sort();
const failed = [
  ['node_modules/cspell/bin.mjs', 'lint', '--no-progress', '--no-summary', '--config', 'cspell.json', ...files],
  ['node_modules/textlint/bin/textlint.js', ...files],
].filter((command) => spawnSync(process.execPath, command, { stdio: 'inherit' }).status !== 0);
process.stdout.write(`${files.length} files, ${failed.length === 0 ? 'no faults' : 'with faults'}\n`);
process.exitCode = failed.length === 0 ? 0 : 1;

function pagesAt(path: string): string {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ? `${path}/**/*.md` : path;
}
