import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readDemoPages } from '../scripts/demo_pages.ts';
import { createDemoService } from '../scripts/demo_service.ts';

const site = fileURLToPath(new URL('../site', import.meta.url));
const answer = await createDemoService(site);

// To make the pages right after a change: node scripts/run.mjs scripts/refresh_demos.ts
describe.each(readDemoPages(site))('$file', ({ exchanges }) => {
  it.each(exchanges)('shows the true answer to the request at line $line', async (exchange) => {
    const shown = { status: exchange.status, body: JSON.parse(exchange.answer) };
    expect(await answer(exchange.request)).toEqual(shown);
  });
});
