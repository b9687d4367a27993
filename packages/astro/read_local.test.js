import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { readLocal } from './read_local.js';

test.each(['127.0.0.1', '::'])('reads JSON from a server of development at %s', async (host) => {
  const httpServer = createServer(({ url }, response) => {
    const known = { '/zoo/search/pages.json': '{"docs":[{"id":"été"}]}', '/broken.json': '{' }[url];
    response.writeHead(known === undefined ? 404 : 200).end(known);
  });
  await new Promise((listening) => httpServer.listen(0, host, listening));
  const vite = { httpServer, config: { server: {} } };
  try {
    expect(await readLocal(vite, '/zoo/search/pages.json')).toEqual({ docs: [{ id: 'été' }] });
    await expect(readLocal(vite, '/none.json')).rejects.toThrow('Astro answers /none.json with 404');
    await expect(readLocal(vite, '/broken.json')).rejects.toThrow(SyntaxError);
  } finally {
    httpServer.close();
  }
});
