/**
 * Bakes a site of many pages and many words with the command and queries it: its rarest words, its first and last page,
 * the number of all pages. One page holds every word and another links to every page, because lists of that length must
 * not be passed as arguments of one call.
 * large_site.ts [--pages N] [--words N]
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadArtefact } from '../../src/corpus/load_artefact.ts';
import { handlerOf } from '../../src/http/fetch_request.ts';
import { createService } from '../../src/http/service.ts';
import { bakeSite, temporaryFolder } from './baked_site.ts';
import { conclude, option } from './verdict.ts';

const PAGES_A_FOLDER = 1000;
const pages = option('pages', 150_000);
const words = option('words', 200_000);
const faults: string[] = [];
const folder = temporaryFolder();
const content = join(folder, 'content');

const begun = performance.now();
makeSite();
const made = performance.now();
const artefact = mustBake();
const baked = performance.now();
const answer = handlerOf(createService({ corpus: loadArtefact(artefact) }));

const all = pages + 2;
await mustCount('every page', 'q=everywhere', all);
await mustCount('the rarest words', `q=${word(0)}`, 2);
await mustCount('the rarest words', `q=${word(words - 1)}`, 2);
// In quotation marks, as pages with one of many words are found too.
await mustCount('all words', `q=${Array.from({ length: 20 }, (_, at) => `%22${word(at * 7)}%22`).join('+')}`, 1);
await mustCount('a tag', 'tag=tag-0', Math.ceil(pages / PAGES_A_FOLDER));
await mustCount('a collection', 'collection=f000', Math.min(pages, PAGES_A_FOLDER));
await mustShow(pathOf(0), 'Page 0');
await mustShow(pathOf(pages - 1), `Page ${pages - 1}`);
await mustFollow('every-page', 'outgoing', pages);
await mustFollow(pathOf(pages - 1), 'incoming', 2);
conclude(
  `${all} pages with ${words} words, made in ${seconds(begun, made)} s, baked in ${seconds(made, baked)} s`,
  faults,
);

function mustBake(): string {
  try {
    return bakeSite(folder, 'abc123', content);
  } catch (error) {
    conclude(`${pages} pages with ${words} words are not baked`, [String((error as { stderr?: unknown }).stderr)]);
    process.exit();
  }
}

/** Page `n` holds the words n, n + pages, n + 2 · pages ... and links to the next. */
function makeSite(): void {
  mkdirSync(content);
  writeFileSync(join(content, 'every-word.md'), `# Dictionary\n\neverywhere\n\n${range(words, word).join('\n\n')}\n`);
  const links = range(pages, (page) => `[.](${pathOf(page)})\n`).join('');
  writeFileSync(join(content, 'every-page.md'), `# Contents\n\neverywhere\n\n${links}`);
  for (let page = 0; page < pages; page++) {
    const path = pathOf(page);
    if (page % PAGES_A_FOLDER === 0) mkdirSync(join(content, path.slice(0, path.indexOf('/'))));
    const own: string[] = [];
    for (let at = page; at < words; at += pages) own.push(word(at));
    const next = `[next](/${pathOf((page + 1) % pages)})`;
    const text = `---\ntitle: Page ${page}\ntags: [tag-${page % PAGES_A_FOLDER}]\n---\neverywhere ${own.join(' ')} ${next}\n`;
    writeFileSync(join(content, `${path}.md`), text);
  }
}

function pathOf(page: number): string {
  return `f${String(Math.floor(page / PAGES_A_FOLDER)).padStart(3, '0')}/${String(page).padStart(6, '0')}`;
}

/** An invented word that no stemmer shortens and that resembles no other: digits written as `k` to `t`. */
function word(number: number): string {
  const letters = String(number).replace(/\d/g, (digit) => 'kmnpqrtvwx'[Number(digit)]!);
  return `zz${letters}zq`;
}

function range<T>(length: number, make: (at: number) => T): T[] {
  return Array.from({ length }, (_, at) => make(at));
}

async function mustCount(name: string, parameters: string, total: number): Promise<void> {
  const { status, body } = await ask(new Request(`http://x/api/pages?limit=1&${parameters}`));
  if (status !== 200 || body.total !== total || body.relaxed === true) {
    faults.push(`${name}: ${status}, ${JSON.stringify(body).slice(0, 200)} instead of ${total}`);
  }
}

async function mustShow(path: string, title: string): Promise<void> {
  const { status, body } = await ask(new Request(`http://x/api/pages/${path}`));
  if (status !== 200 || body.page?.title !== title) faults.push(`${path}: ${status}, ${JSON.stringify(body)}`);
}

async function mustFollow(from: string, follow: string, total: number): Promise<void> {
  const question = { traverse: { from, follow, depth: 1 }, limit: 1 };
  const headers = { 'content-type': 'application/json', 'x-http-method-override': 'QUERY' };
  const { status, body } = await ask(
    new Request('http://x/api/pages', { method: 'POST', headers, body: JSON.stringify(question) }),
  );
  if (status !== 200 || body.total !== total) {
    faults.push(`${follow} of ${from}: ${status}, ${JSON.stringify(body).slice(0, 200)} instead of ${total}`);
  }
}

interface Answered {
  readonly total?: number;
  readonly relaxed?: boolean;
  readonly page?: { readonly title: string };
}

async function ask(request: Request): Promise<{ status: number; body: Answered }> {
  const response = await answer(request);
  return { status: response.status, body: (await response.json()) as Answered };
}

function seconds(from: number, to: number): string {
  return ((to - from) / 1000).toFixed(0);
}
