import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtAssets, compressAssets } from '../../src/explorer/explorer_assets.ts';
import { createLocalRequest } from '../../src/http/requests/local_request.ts';
import { createService } from '../../src/http/service.ts';
import { chromiumPath } from '../fixtures/chromium.ts';
import { type OpenExplorer, openExplorer, shippedSite } from './open_explorer.ts';

const corpus = await shippedSite();
const { files, ...names } = await builtAssets();
const { style, script, box, boxFiles, feedback } = names;
const sizeOf = (name: string): number => files.find((file) => file.name === name)!.br.length;

/** The files that a module imports before it runs. */
function importsOf(name: string): string[] {
  const text = Buffer.from(files.find((file) => file.name === name)!.body).toString();
  return [...text.matchAll(/(?:from|^import)\s*"\.\/([^"]+)"/gm)].map(([, file]) => file!);
}

describe('the budgets of the explorer, in bytes of brotli', () => {
  it.each(['/explore', '/explore?q=cache', '/explore?q=the+search+query', '/explore?q=cache&page=glossary/entity-tag'])(
    'are 12 kB for the page %s',
    async (target) => {
      const { body } = await createService({ corpus }).answer(
        createLocalRequest({ method: 'GET', target, fields: {} }),
      );
      expect(brotliCompressSync(body!).length).toBeLessThan(12_000);
    },
  );

  it('are 22 kB for the script of every page, with all that it imports', () => {
    const loaded = [script!, ...importsOf(script!)];
    expect(loaded.length).toBeLessThanOrEqual(2);
    expect(loaded.map(sizeOf).reduce((sum, size) => sum + size)).toBeLessThan(22_000);
  });

  it('are 5 kB for the styles', () => {
    expect(sizeOf(style)).toBeLessThan(5000);
  });

  it('are 10 kB for the map and the query builder, which are loaded only where they are shown', () => {
    const tools = files.find(({ name }) => name.startsWith('tools.'))!.name;
    expect(sizeOf(tools)).toBeLessThan(10_000);
    expect(importsOf(script!)).not.toContain(tools);
  });

  it('are 10 kB for the search box, which is one file with its styles', () => {
    expect(sizeOf(box!)).toBeLessThanOrEqual(10_000);
    expect(importsOf(box!)).toEqual([]);
  });

  it('are 2 kB for what the search box loads to search static files, and only then', () => {
    expect(sizeOf(boxFiles!)).toBeLessThanOrEqual(2000);
    expect(importsOf(boxFiles!)).toEqual([]);
  });

  it('are 4 kB for the question whether a page helped, which is one file with its styles', () => {
    expect(sizeOf(feedback!)).toBeLessThanOrEqual(4000);
    expect(importsOf(feedback!)).toEqual([]);
  });

  it('hold for what other sites may load: each name has a digest of the content', () => {
    const again = compressAssets({
      files: files.map(({ name, body }) => ({ name, bytes: body })),
      ...names,
    });
    expect(again.files).toEqual(files);
    for (const { name } of files) expect(name).toMatch(/^[a-z_]+\.[A-Z0-9]{8}\.(js|css)$/);
  });
});

describe.skipIf(chromiumPath === undefined)('the load of the explorer in Chromium (which must be installed)', () => {
  let explorer: OpenExplorer;
  beforeAll(async () => {
    explorer = await openExplorer(corpus);
  });
  afterAll(() => explorer?.close());

  it('takes four requests, none of them for anything else than page, styles and script', async () => {
    const page = await explorer.open('/explore', []);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.resourceType()));
    await page.goto(`${explorer.url}/explore?q=cache`, { waitUntil: 'networkidle' });
    expect(asked).toEqual(['document', 'stylesheet', 'script', 'script']);
  });
});
