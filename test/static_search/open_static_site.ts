import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { LoadedCorpus } from '../../src/corpus/load_artefact.ts';
import { builtAssets } from '../../src/explorer/explorer_assets.ts';
import { type SearchFilesReport, writeSearchFiles } from '../../src/static_search/write_search_files.ts';

/** A host of static files: a page with a search box, and the search files in `/docs/search/`. */
export interface StaticSite {
  /** Address of the page. */
  readonly page: string;
  /** Writes the files of another build into the same folder. */
  publish(corpus: LoadedCorpus): Promise<SearchFilesReport>;
  /** Paths that were asked, in order. */
  readonly asked: string[];
  /** By the end of a path: what the host answers instead of the file. */
  readonly faults: Map<string, (content: Uint8Array) => Uint8Array | null>;
  /** Milliseconds that the host waits before it sends a part. */
  delay: number;
  close(): Promise<void>;
}

export interface StaticSiteOptions {
  /** Default: the strictest policy that allows a worker. */
  readonly policy?: string;
}

const POLICY = "default-src 'none'; script-src 'self'; worker-src 'self'; connect-src 'self'; img-src data:";
/** A policy that forbids workers, and what is needed to start one from an address. */
export const WITHOUT_WORKERS =
  "default-src 'none'; script-src 'self'; worker-src 'none'; connect-src 'self'; img-src data:; require-trusted-types-for 'script'; trusted-types 'none'";

const BASE = '/docs/search/';
const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Host</title><link rel="icon" href="data:,">
<script type="module" src="${BASE}catchword-search.js"></script></head><body><main><h1>A site</h1>
<catchword-search src="${BASE}"></catchword-search></main></body></html>`;

export async function writeFiles(corpus: LoadedCorpus, folder: string, most = 1 << 22): Promise<SearchFilesReport> {
  const { box, boxFiles, feedback, search, files } = await builtAssets();
  const fileOf = (file: string | null) => files.find(({ name }) => name === file)!;
  const scripts = {
    box: fileOf(box).body,
    boxFiles: fileOf(boxFiles),
    feedback: fileOf(feedback).body,
    program: search!,
  };
  return writeSearchFiles(corpus, scripts, folder, most);
}

export async function openStaticSite(
  corpus: LoadedCorpus,
  { policy = POLICY }: StaticSiteOptions = {},
): Promise<StaticSite> {
  const folder = mkdtempSync(join(tmpdir(), 'catchword-static-'));
  const publish = (next: LoadedCorpus) => writeFiles(next, folder);
  await publish(corpus);
  const asked: string[] = [];
  const faults = new Map<string, (content: Uint8Array) => Uint8Array | null>();
  const site = { delay: 0 };
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url!, 'http://host');
    asked.push(pathname);
    const isOurs = pathname.startsWith(BASE);
    let content: Uint8Array | null = Buffer.from(PAGE);
    if (isOurs) {
      try {
        content = readFileSync(join(folder, pathname.slice(BASE.length)));
      } catch {
        content = null;
      }
    }
    for (const [ending, fault] of faults) if (pathname.endsWith(ending)) content = fault(content ?? Buffer.from(''));
    const type = pathname.endsWith('.js') ? 'text/javascript' : isOurs ? 'application/octet-stream' : 'text/html';
    const caching = /\/[0-9a-f]{16}\//.test(pathname) ? 'public, max-age=31536000, immutable' : 'no-cache';
    if (pathname.endsWith('.bin')) await setTimeout(site.delay);
    response.writeHead(content === null ? 404 : 200, {
      ...{ 'Content-Type': type, 'Cache-Control': caching, 'Content-Security-Policy': policy },
    });
    response.end(content ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(site, {
    page: `http://127.0.0.1:${(server.address() as AddressInfo).port}/docs/page`,
    publish,
    asked,
    faults,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      rmSync(folder, { recursive: true });
    },
  });
}
