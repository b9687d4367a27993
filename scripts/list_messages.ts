/**
 * Prints every string of the product that may be read by users, with its place, so that the words of a surface can be read as a list.
 * list_messages.ts [FOLDER OR FILE...]; default: src. Help: src/cli. Details of problems: src/problems src/query/ask src/http. Tools of agents: src/mcp.
 */
import { globSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { stringLines } from './prose/habits.ts';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const named = process.argv.slice(2);
const patterns = (named.length === 0 ? ['src'] : named).map((path) =>
  statSync(path).isDirectory() ? `${path}/**/*.{ts,tsx}` : path,
);
for (const path of globSync(patterns, { exclude: ['**/*.test.ts'] }).sort()) {
  for (const [line, text] of stringLines(readFileSync(path, 'utf8')))
    process.stdout.write(`${path}:${line}: ${text}\n`);
}
