/**
 * Bakes and reads one page at a time, as the parent process says, and reports the processor time of both. A process of its own: a page
 * that takes too long can only be ended with it.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bake } from '../../src/bake/site_baker.ts';
import { joinArtefact } from '../../src/corpus/artefact/artefact_format.ts';
import { openCorpus } from '../../src/corpus/open_corpus.ts';
import { handlerOf } from '../../src/http/fetch_request.ts';
import { createService } from '../../src/http/service.ts';
import { temporaryFolder } from './baked_site.ts';
import { type HostilePage, plainSite } from './hostile_markdown.ts';

/** What a page costs: milliseconds of processor time of all threads, and what went wrong. */
export interface PageCost {
  readonly bake: number;
  readonly render: number;
  /** The longest of the other answers that hold the page. */
  readonly read: number;
  readonly faults: readonly string[];
}

/** Milliseconds of processor time. */
const LONG = 100;
const folder = temporaryFolder();

process.on('message', async (page: HostilePage) => {
  process.send!(await costOf(page));
});
// The first page compiles the code and loads the renderer.
const warm = '# A\n\n- b [c](d) <div>e</div>\n\n|f|g|\n|-|-|\n|h|i|\n\n'.repeat(500);
for (const extension of ['md', 'mdx', 'md'] as const)
  await costOf({ name: '', extension, markdown: warm, site: plainSite });
process.send!('ready');

async function costOf({ extension, markdown, site }: HostilePage): Promise<PageCost> {
  const content = join(folder, 'content');
  rmSync(content, { recursive: true, force: true });
  const pages = join(content, site.pages);
  const mark = join(content, site.mark);
  for (const made of [pages, dirname(mark)]) mkdirSync(made, { recursive: true });
  writeFileSync(mark, '');
  writeFileSync(join(pages, `page.${extension}`), markdown);
  const settings = {
    origin: 'https://site.example',
    title: 'A site',
    description: '',
    language: 'en',
    collections: null,
    tools: [],
    publicOrigin: null,
  };
  const faults: string[] = [];
  const begun = processorTime();
  let bytes: SharedArrayBuffer;
  let isRefused = false;
  try {
    const options = {
      folder: content,
      out: null,
      settings,
      commit: 'c'.repeat(40),
      local: true,
      cache: null,
      workers: 1,
      allowEmpty: true,
    };
    const report = await bake(options);
    bytes = joinArtefact(report.artefact);
    isRefused = report.warnings.length > 0;
  } catch (error) {
    return { bake: processorTime() - begun, render: 0, read: 0, faults: [`the bake failed: ${String(error)}`] };
  }
  const baked = processorTime();
  const corpus = openCorpus(bytes);
  const answer = handlerOf(createService({ corpus }));
  const ask = async (path: string): Promise<{ status: number; milliseconds: number; body: string }> => {
    const start = processorTime();
    const response = await answer(new Request(`http://x${path}`));
    const body = await response.text();
    return { status: response.status, milliseconds: processorTime() - start, body };
  };
  /** A long answer is made again: what the first one of its kind compiled is no cost of the page. */
  const askTwice = async (path: string) => {
    const first = await ask(path);
    if (first.milliseconds < LONG) return first;
    const second = await ask(path);
    return second.milliseconds < first.milliseconds ? second : first;
  };
  if (corpus.pages.count === 0) {
    // A page that is not UTF-8, or too large, is left out with a warning.
    const faults = isRefused ? [] : ['the site has no page, and no warning says why'];
    return { bake: baked - begun, render: 0, read: 0, faults };
  }
  const path = corpus.pages.path(0).split('/').map(encodeURIComponent).join('/');
  const shown = await askTwice(`/explore/page/${path}`);
  if (shown.status !== 200) faults.push(`the page of the explorer answers ${shown.status}`);
  let read = 0;
  for (const other of [
    `/${path}.md`,
    `/api/pages/${path}`,
    '/llms-full.txt',
    '/api/search?q=a',
    '/api/pages?q=a',
    '/feed.xml',
  ]) {
    const { status, milliseconds } = await ask(other);
    if (status !== 200 && status !== 404) faults.push(`${other} answers ${status}`);
    read = Math.max(read, milliseconds);
  }
  return { bake: baked - begun, render: shown.milliseconds, read, faults };
}

function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
