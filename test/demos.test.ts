import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readDemoPage, readDemoPages } from '../scripts/demo_pages.ts';
import { createDemoService } from '../scripts/demo_service.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const site = join(root, 'site');
const answer = await createDemoService(site);
const pages = [...readDemoPages(site), readDemoPage(join(root, 'README.md'))];

// To update the pages after a change: node scripts/run.mjs scripts/refresh_demos.ts
describe.each(pages.map((page) => ({ ...page, name: relative(root, page.file) })))('$name', ({ exchanges }) => {
  it.each(exchanges)('shows the true answer to the request at line $line', async (exchange) => {
    const shown = { status: exchange.status, body: JSON.parse(exchange.answer) };
    expect(await answer(exchange.request)).toEqual(shown);
  });
});
