/**
 * Bakes every site below a folder, each in its own process, and prints a Markdown table of the results:
 * `npm run corpora [-- FOLDER [SITE[:ROOT]...]] [--strict] [--warnings]`. The folder is $TMPDIR/corpora unless named; without
 * sites, every folder in it that holds Markdown is one. `--warnings` counts the warnings of each rule below the table. The exit code is 1
 * if a bake fails; with `--strict` also for a dead link or any warning.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bake } from '../src/bake/bake.ts';

/** The results of one site. */
interface Row {
  readonly root: string;
  readonly generator: string;
  readonly files: number;
  readonly pages: number;
  /** Pages whose title is more than the name of their file. */
  readonly titled: number;
  readonly links: number;
  readonly resolved: number;
  /** Pages whose declared address was taken by another page. */
  readonly displaced: number;
  /** Warnings by rule, without dead links, which `links` counts. */
  readonly warnings: Readonly<Record<string, number>>;
  readonly seconds: number;
  readonly megabytes: number;
}

const arguments_ = process.argv.slice(2);
const flags = new Set(arguments_.filter((each) => each.startsWith('--')));
const [folder = join(tmpdir(), 'corpora'), ...named] = arguments_.filter((each) => !each.startsWith('--'));
if (flags.has('--one')) process.stdout.write(JSON.stringify(await bakeOne(folder)));
else printTable();

function printTable(): void {
  const sites = named.length > 0 ? named : readdirSync(folder).sort();
  console.log(
    '| site | root | kind | files | pages | titled | links | resolved | displaced | warnings | seconds | peak MB |',
  );
  console.log('|---|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|');
  const rules: string[] = [];
  for (const site of sites) {
    const [name, root = ''] = site.split(':') as [string, string?];
    const row = inOwnProcess(join(folder, name, root));
    if (row === null) process.exitCode = 1;
    if (row === null || row.files === 0) continue;
    console.log(lineOf(name, root, row));
    for (const [rule, count] of Object.entries(row.warnings)) rules.push(`${name}: ${count} ${rule}`);
    if (flags.has('--strict') && (row.resolved < row.links || sum(row.warnings) > 0)) process.exitCode = 1;
  }
  if (flags.has('--warnings')) console.log(`\n${rules.join('\n')}`);
}

function inOwnProcess(site: string): Row | null {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [fileURLToPath(import.meta.url), resolve(site), '--one'],
    { encoding: 'utf8', maxBuffer: 2 ** 26 },
  );
  if (status === 0) return JSON.parse(stdout) as Row;
  console.error(`Cannot bake "${site}":\n${stderr}`);
  return null;
}

async function bakeOne(site: string): Promise<Row> {
  const started = performance.now();
  const settings = {
    ...{ origin: 'https://site.example', title: 'Site', description: '', language: 'en' },
    ...{ collections: null, tools: [], publicOrigin: null },
  };
  const report = await bake({
    ...{ folder: site, out: null, settings, commit: null, local: false, cache: null, workers: 1, allowEmpty: true },
  });
  const warnings: Record<string, number> = {};
  for (const { rule } of report.warnings) warnings[rule] = (warnings[rule] ?? 0) + 1;
  const { 'dead-link': _dead, 'duplicate-path': displaced = 0, ...others } = warnings;
  return {
    root: report.root.path,
    generator: report.generator,
    files: report.files,
    pages: report.pages,
    titled: report.pages - report.titlesFromFiles,
    links: report.linksResolved + report.linksUnresolved,
    resolved: report.linksResolved,
    displaced,
    warnings: others,
    seconds: (performance.now() - started) / 1000,
    megabytes: process.resourceUsage().maxRSS / 1024,
  };
}

function lineOf(name: string, root: string, row: Row): string {
  const cells = [
    ...[name, join(root, row.root) || '.', row.generator, row.files, row.pages, percent(row.titled, row.pages)],
    ...[row.links, percent(row.resolved, row.links), row.displaced, sum(row.warnings)],
    ...[row.seconds.toFixed(1), row.megabytes.toFixed(0)],
  ];
  return `| ${cells.join(' | ')} |`;
}

function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`;
}
