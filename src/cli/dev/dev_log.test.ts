import { expect, it } from 'vitest';
import type { ServeSettings } from '../serve/live_server.ts';
import { createDevLog } from './dev_log.ts';
import type { BuiltInDev } from './dev_thread.ts';

it.each([
  ['127.0.0.1', 1, 'http://127.0.0.1:4777', '1 page, 1 collection'],
  ['::1', 2, 'http://[::1]:4777', '2 pages, 2 collections'],
])('says on %s first where people look, then where programs ask', (host, number, url, counted) => {
  let said = '';
  const terminal = {
    ...{ environment: { NO_COLOR: '1' }, outIsTerminal: true, errIsTerminal: true },
    out() {},
    err(text: string) {
      said += text;
    },
  };
  const facts = {
    origin: { value: 'https://a.example', from: 'mkdocs.yml: site_url' },
    title: { value: 'A', from: 'b' },
  };
  const built = { facts, pages: number, collections: number, stamps: { commit: null, content: null } } as BuiltInDev;
  createDevLog('content', terminal).started(built, { host, port: 4777, feedback: null } as ServeSettings, 4700, 12.4);
  expect(said).toBe(`
  catchword dev  ready in 12 ms (port 4700 is taken)
  ├─ Explore  ${url}/explore
  ├─ API      ${url}/api/pages?q=...
  ├─ Events   ${url}/dev/events
  ├─ Feedback off (turn it on with --feedback ADDRESS)
  ├─ Origin   https://a.example (mkdocs.yml: site_url)
  ├─ Title    A (b)
  └─ ${counted}  (Ctrl+C to stop)

This is a local build: responses carry "Cache-Control: no-cache" and no ETag.
`);
});
