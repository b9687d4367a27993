import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { type Fault, openExplorer } from '../explorer/open_explorer.ts';
import { openHostSite } from '../explorer/open_host_site.ts';
import { repositoryFile } from '../fixtures/built_package.ts';
import { chromiumPath } from '../fixtures/chromium.ts';
import { corpusOf } from '../fixtures/corpus_of.ts';
import { clientResults, runtimesPages } from './client_results.ts';

/** The client and its calls as one module. @param code what it does with them */
async function bundled(code: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: `import { callService } from './client_calls.ts';\n${code}`, resolveDir: import.meta.dirname },
    alias: { 'catchword/client': repositoryFile('src/client.ts') },
    bundle: true,
    format: 'esm',
    write: false,
  });
  return outputFiles[0]!.text;
}

it.skipIf(chromiumPath === undefined)(
  'the client works in Chromium, in a page and in a worker, from another origin',
  async () => {
    const explorer = await openExplorer(corpusOf(runtimesPages));
    const service = JSON.stringify(explorer.url);
    const files = {
      '/index.html':
        '<!doctype html><title>Host</title><link rel="icon" href="data:,"><script type="module" src="/page.js"></script>',
      '/page.js': await bundled(`globalThis.results = callService(${service});`),
      '/worker.js': await bundled(`callService(${service}).then(postMessage);`),
    };
    const host = await openHostSite(explorer.url, files, `default-src 'self' data:; connect-src ${explorer.url}`);
    try {
      const faults: Fault[] = [];
      const page = await explorer.open(`${host.url}/index.html`, faults);
      expect(await page.evaluate('results')).toEqual(clientResults);
      const fromWorker = `new Promise((resolve, reject) => {
      const worker = new Worker('/worker.js', { type: 'module' });
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = () => reject(new Error('The worker failed.'));
    })`;
      expect(await page.evaluate(fromWorker)).toEqual(clientResults);
      // The browser reports the 404 that the calls ask for.
      expect(faults.filter((fault) => !fault.includes('404'))).toEqual([]);
    } finally {
      await host.close();
      await explorer.close();
    }
  },
);
