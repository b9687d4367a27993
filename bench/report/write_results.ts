import { mkdirSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { progress } from '../command_line.ts';

export interface Report {
  /** Name of the files, without folder and extension. */
  readonly name: string;
  /** Markdown. */
  readonly tables: string;
  readonly results: unknown;
  /** SVG; null when there is nothing to plot. */
  readonly plot: string | null;
}

/** Prints the tables and writes all results to `bench/results/`. */
export function writeResults({ name, tables, results, plot }: Report): void {
  process.stdout.write(tables);
  const folder = new URL('../results/', import.meta.url).pathname;
  mkdirSync(folder, { recursive: true });
  const base = join(folder, name);
  writeFileSync(`${base}.json`, `${JSON.stringify(results, null, 2)}\n`);
  if (plot !== null) writeFileSync(`${base}.svg`, plot);
  progress(`wrote ${base}.json${plot === null ? '' : ` and ${base}.svg`}`);
}

/** A corpus is often in a folder named "content" or "src"; then use the name of the folder above. */
export function nameOfCorpus(path: string): string {
  return path
    .split(sep)
    .filter((part) => part !== '')
    .slice(-2)
    .join('-');
}
