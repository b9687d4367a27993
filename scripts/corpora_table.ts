/**
 * Reads every site below a folder with one thread and prints a Markdown table of what became of it:
 * `node scripts/corpora_table.ts FOLDER [SITE[:ROOT]...]`. Without sites, every folder in it is one.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assembleSite } from '../src/content/assemble_site.ts';
import { findContentRoot } from '../src/content/find_content_root.ts';
import { listFiles } from '../src/content/list_files.ts';
import { type PageOutline, readPage } from '../src/content/read_page.ts';
import type { ContentWarning } from '../src/content/site_content.ts';
import { detectSite } from '../src/content/site_context.ts';

const [folder, ...named] = process.argv.slice(2);
if (folder === undefined) {
  console.error('usage: node scripts/corpora_table.ts FOLDER [SITE[:ROOT]...]');
  process.exit(2);
}
const sites = named.length > 0 ? named : readdirSync(folder).sort();

console.log('| site | root | kind | pages | with title | links | resolved | unresolved | warnings | seconds |');
console.log('|---|---|---|--:|--:|--:|--:|--:|--:|--:|');
for (const site of sites) console.log(row(site));

function row(site: string): string {
  const [name, given] = site.split(':') as [string, string?];
  const start = performance.now();
  const project = join(folder!, name);
  const root = given ?? findContentRoot(project).root;
  const path = join(project, root);
  const settings = { origin: 'https://site.example', language: 'en', collections: null };
  const files = listFiles(path);
  const context = detectSite(project, root, files, settings);
  const warnings: ContentWarning[] = [];
  const drafts: PageOutline[] = [];
  for (const file of files) {
    const reading = readPage(file, readFileSync(join(path, file)), context);
    for (const warning of reading.warnings) warnings.push(warning);
    if (reading.draft !== null) drafts.push(withoutText(reading.draft));
  }
  const content = assembleSite(drafts, context, settings);
  const { linksResolved, linksUnresolved, pages } = content;
  const titled = pages.filter(({ title }) => title !== '').length;
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const links = linksResolved + linksUnresolved;
  const other = warnings.length + content.warnings.length - linksUnresolved;
  const cells = [name, root || '.', context.generator, pages.length, percent(titled, pages.length), links];
  cells.push(percent(linksResolved, links), linksUnresolved, other, seconds);
  return `| ${cells.join(' | ')} |`;
}

function withoutText(draft: PageOutline): PageOutline {
  return { ...draft, text: '', markdown: '', code: [] } as PageOutline;
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`;
}
