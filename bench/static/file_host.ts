import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, normalize } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';

/** 1.6 Mbit/s, and a round trip. Here and not in the browser, whose workers have a line of their own. */
const BYTES_A_MILLISECOND = 200;
const ROUND_TRIP = 150;

/** A host of files as common ones are, behind a slow line: text is sent with Brotli, other files as they are. */
export interface FileHost {
  /** Without a trailing slash. */
  readonly url: string;
  /** What was sent since the last call. */
  sent(): { readonly bytes: number; readonly requests: number };
  close(): Promise<void>;
}

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript',
  json: 'application/json',
  wasm: 'application/wasm',
};

export async function openFileHost(folder: string): Promise<FileHost> {
  const packed = new Map<string, Uint8Array>();
  let sent = { bytes: 0, requests: 0 };
  /** When the line has sent all before. */
  let free = 0;
  const pass = async (bytes: number): Promise<void> => {
    sent = { bytes: sent.bytes + bytes, requests: sent.requests + 1 };
    const arrived = performance.now() + ROUND_TRIP;
    free = Math.max(free, arrived) + bytes / BYTES_A_MILLISECOND;
    await setTimeout(free - performance.now());
  };
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url!, 'http://host').pathname);
    const file = join(folder, path);
    if (path === '/') {
      response.writeHead(200, { 'Content-Type': 'text/html' });
      response.end('<!doctype html><title>Host</title><link rel="icon" href="data:,">');
    } else if (!existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404);
      response.end();
    } else {
      const type = TYPES[path.split('.').at(-1)!] ?? 'application/octet-stream';
      const isText = type !== 'application/octet-stream' && type !== 'application/wasm';
      let content: Uint8Array = readFileSync(file);
      if (isText) {
        content = packed.get(file) ?? brotliCompressSync(content);
        packed.set(file, content);
      }
      await pass(content.length);
      response.writeHead(200, { 'Content-Type': type, ...(isText && { 'Content-Encoding': 'br' }) });
      response.end(content);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent() {
      const before = sent;
      sent = { bytes: 0, requests: 0 };
      return before;
    },
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
