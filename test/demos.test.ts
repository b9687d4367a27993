import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readDemoPage, readDemoPages } from '../scripts/demo_pages.ts';
import { createDemoService } from '../scripts/demo_service.ts';
import { openSource } from '../src/cli/open_source.ts';
import { handlerOf } from '../src/http/fetch_request.ts';
import { createService } from '../src/http/service.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const site = join(root, 'site');
const answer = await createDemoService(site);
const pages = [...readDemoPages(site), readDemoPage(join(root, 'README.md'))];

it('builds the site for the demos as `npm start` does, but for its stamps', async () => {
  const environment = { CATCHWORD_CACHE: mkdtempSync(join(tmpdir(), 'catchword-demos-')) };
  const terminal = { environment, out() {}, err() {}, outIsTerminal: false, errIsTerminal: false };
  const served = await openSource(site, { commit: 'abc' }, terminal, () => {});
  rmSync(environment.CATCHWORD_CACHE, { recursive: true });
  const handle = handlerOf(createService({ corpus: served }));
  const searches = pages
    .flatMap(({ exchanges }) => exchanges)
    .filter(({ request }) => /[?&]q=|^QUERY/.test(`${request.method} ${request.target}`));
  expect(searches.length).toBeGreaterThan(10);
  for (const { request, status, answer: shown } of searches) {
    const { method, target, headers, body } = request;
    const response = await handle(
      new Request(`http://127.0.0.1:4777${target}`, {
        method,
        headers: headers.map(([name, value]) => [name, value]),
        body,
      }),
    );
    expect([response.status, await response.json()]).toEqual([status, JSON.parse(shown)]);
  }
});

// To update the pages after a change: node scripts/run.mjs scripts/refresh_demos.ts
describe.each(pages.map((page) => ({ ...page, name: relative(root, page.file) })))('$name', ({ exchanges }) => {
  it.each(exchanges)('shows the true answer to the request at line $line', async (exchange) => {
    const shown = { status: exchange.status, body: JSON.parse(exchange.answer) };
    expect(await answer(exchange.request)).toEqual(shown);
  });
});
