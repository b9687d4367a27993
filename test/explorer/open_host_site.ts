import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A site of somebody else, with its own origin. */
export interface HostSite {
  /** Its address, without a trailing slash. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves files, by default under the strictest policy that the search box works with. The host's own files come from `'self'`.
 * @param files content by path; those that end with `.js` and `.css` have that type, the others are HTML
 */
export async function openHostSite(
  service: string,
  files: Readonly<Record<string, string>>,
  policy = strictPolicy(service),
): Promise<HostSite> {
  const server = createServer((request, response) => {
    const path = new URL(request.url!, 'http://host').pathname;
    const file = files[path];
    const type = path.endsWith('.js') ? 'text/javascript' : path.endsWith('.css') ? 'text/css' : 'text/html';
    response.writeHead(file === undefined ? 404 : 200, {
      'Content-Type': `${type}; charset=utf-8`,
      'Content-Security-Policy': policy,
    });
    response.end(file ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function strictPolicy(service: string): string {
  return [
    `default-src 'none'; script-src 'self' ${service}; style-src 'self'; connect-src ${service}; form-action ${service}`,
    "base-uri 'none'; img-src data:; require-trusted-types-for 'script'; trusted-types 'none'",
  ].join('; ');
}

/** A document of the host with the script of an element. @param body what stands in it */
export function hostPage(service: string, body: string, html = 'lang="en"', script = 'search.js'): string {
  return `<!doctype html><html ${html}><head><meta charset="utf-8"><title>Host</title><link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/host.css">
<script type="module" src="${service}/explore/${script}"></script></head><body><main><h1>A site</h1>${body}</main></body></html>`;
}
