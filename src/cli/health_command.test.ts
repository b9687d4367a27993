import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { freePort } from '../../test/fixtures/free_port.ts';
import { runCommand } from '../../test/fixtures/run_command.ts';

const server = createServer();
afterEach(() => void server.close());

it('ends with 0 for a ready server, with 1 for others, and sends the password of the gate', async () => {
  server.on('request', (request, response) => {
    response.statusCode = request.headers.authorization === `Basic ${btoa(':secret')}` ? 200 : 401;
    response.end(`${request.url}`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = String((server.address() as AddressInfo).port);
  const url = `http://127.0.0.1:${port}`;
  const locked = { code: 1, out: '', err: `Cannot use the server at ${url}: it is not ready and returns 401.\n` };
  expect(await runCommand(['health', url], {})).toEqual(locked);
  expect(await runCommand(['health'], { PORT: port })).toEqual(locked);
  const environment = { CATCHWORD_HOST: '0.0.0.0', CATCHWORD_PORT: port, CATCHWORD_GATE_PASSWORD: 'secret' };
  expect(await runCommand(['health'], environment)).toEqual({ code: 0, out: '', err: '' });
});

it('says that no server is there', async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  const err = `Cannot reach a server at ${url}: it is not running, or does not answer within 2 s.\n`;
  expect(await runCommand(['health', `${url}/`], {})).toEqual({ code: 1, out: '', err });
});
