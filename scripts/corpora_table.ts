/**
 * Bakes every site below a folder, each in its own process, and prints a Markdown table of the results:
 * `npm run corpora [-- FOLDER [SITE[:ROOT]...]] [--strict] [--warnings] [--expected]`. The folder is $TMPDIR/corpora unless named; without
 * sites, every folder in it that holds Markdown is one. `--expected` compares every page with the rules of its generator
 * (`corpora_expectations.ts`), which takes longer. `--warnings` counts the warnings of each rule below the table. The exit code is 1
 * if a bake fails; with `--strict` also for a dead link or any warning.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bake } from '../src/bake/site_baker.ts';
import { readFolder } from '../test/fixtures/read_site.ts';
import { comparableTitle, expectationsOf, MARKUP } from './corpora_expectations.ts';

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
  /** Names of versions, and pages that a search shows only as copies of another one. */
  readonly versions: number;
  readonly copies: number;
  /** Pages whose declared address was taken by another page. */
  readonly displaced: number;
  /** Warnings by rule, without dead links, which `links` counts. */
  readonly warnings: Readonly<Record<string, number>>;
  readonly seconds: number;
  readonly megabytes: number;
  /** Null without `--expected`, and for a site whose rules are not written down. */
  readonly judged: Judged | null;
}

/** Pages that are as the rules of the site's generator say, and pages about which they say something. */
interface Judged {
  readonly addresses: readonly [right: number, of: number];
  readonly languages: readonly [right: number, of: number];
  readonly titles: readonly [right: number, of: number];
  /** Descriptions with markup. */
  readonly markup: number;
  /** Files that pages include. */
  readonly included: number;
}

const arguments_ = process.argv.slice(2);
const flags = new Set(arguments_.filter((each) => each.startsWith('--')));
const [folder = join(tmpdir(), 'corpora'), ...named] = arguments_.filter((each) => !each.startsWith('--'));
if (flags.has('--one')) process.stdout.write(JSON.stringify(await bakeOne(folder)));
else printTable();

function printTable(): void {
  const sites = named.length > 0 ? named : readdirSync(folder).sort();
  const judged = flags.has('--expected') ? ' addresses | languages | titles | markup | included |' : '';
  console.log(
    `| site | root | kind | files | pages | titled | links | resolved | versions | copies | displaced | warnings | seconds | peak MB |${judged}`,
  );
  console.log(`|---|---|---|${'--:|'.repeat(flags.has('--expected') ? 16 : 11)}`);
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
    [fileURLToPath(import.meta.url), resolve(site), '--one', ...(flags.has('--expected') ? ['--expected'] : [])],
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
    ...{ versions: report.versions.length, copies: report.copies },
    displaced,
    warnings: others,
    seconds: (performance.now() - started) / 1000,
    megabytes: process.resourceUsage().maxRSS / 1024,
    judged: flags.has('--expected') ? judge(site) : null,
  };
}

function judge(folder: string): Judged | null {
  const expects = expectationsOf(basename(folder)) ?? expectationsOf(basename(dirname(folder)));
  if (expects === null) return null;
  const { place, site, included } = readFolder(folder);
  const counts = { addresses: [0, 0], languages: [0, 0], titles: [0, 0] } as Record<string, [number, number]>;
  const compare = (name: string, expected: string | null, found: string) => {
    if (expected === null) return;
    counts[name]![1]++;
    if (expected === found) counts[name]![0]++;
  };
  for (const { file, path, language, title } of site.pages) {
    const expected = expects(file, readFileSync(join(folder, place.root, file), 'utf8'));
    compare('addresses', expected.address, path);
    compare('languages', expected.language, language);
    compare('titles', expected.title === null ? null : comparableTitle(expected.title), comparableTitle(title));
  }
  const markup = site.pages.filter(({ description }) => MARKUP.test(description)).length;
  return {
    addresses: counts.addresses!,
    languages: counts.languages!,
    titles: counts.titles!,
    markup,
    included: [...included].filter(existsSync).length,
  };
}

function lineOf(name: string, root: string, row: Row): string {
  const cells = [
    ...[name, join(root, row.root) || '.', row.generator, row.files, row.pages, percent(row.titled, row.pages)],
    ...[row.links, percent(row.resolved, row.links), row.versions, row.copies, row.displaced, sum(row.warnings)],
    ...[row.seconds.toFixed(1), row.megabytes.toFixed(0)],
    ...(flags.has('--expected') ? judgedCells(row.judged) : []),
  ];
  return `| ${cells.join(' | ')} |`;
}

function judgedCells(judged: Judged | null): (string | number)[] {
  if (judged === null) return ['-', '-', '-', '-', '-'];
  const { addresses, languages, titles, markup, included } = judged;
  return [percent(...addresses), percent(...languages), percent(...titles), markup, included];
}

function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`;
}
