import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { type BuiltRequest, COPIES, copyOf } from './request_copies.ts';

const origin = 'https://a.example';
const get: BuiltRequest = { method: 'GET', target: "/api/pages?q=it's" };
const query: BuiltRequest = { method: 'QUERY', target: '/api/pages', body: `{"like":"it's $HOME"}` };

/** The arguments that a shell gives to curl. */
function argumentsOf(command: string): string[] {
  const script = command.replace(/^curl/, `printf '%s\\n'`);
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).trimEnd().split('\n');
}

test('spells requests for curl so that a shell reads them unchanged', () => {
  expect(argumentsOf(copyOf(get, 'curl', origin))).toEqual([`${origin}/api/pages?q=it's`]);
  expect(argumentsOf(copyOf(query, 'curl', origin))).toEqual([
    ...[`${origin}/api/pages`, '-H', 'content-type: application/json', '-H', 'x-http-method-override: QUERY'],
    ...['-d', `{"like":"it's $HOME"}`],
  ]);
});

test('spells requests for fetch so that they run', async () => {
  const calls: unknown[] = [];
  const fetch = async (...call: unknown[]) => {
    calls.push(call);
    return { json: async () => 'answer' };
  };
  for (const request of [get, query]) {
    const run = new Function(
      'fetch',
      `return (async () => { ${copyOf(request, 'fetch', origin)}; return answer; })()`,
    ) as (own: typeof fetch) => Promise<string>;
    expect(await run(fetch)).toBe('answer');
  }
  expect(calls).toEqual([
    [`${origin}/api/pages?q=it's`],
    [
      `${origin}/api/pages`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-http-method-override': 'QUERY' },
        body: `{"like":"it's $HOME"}`,
      },
    ],
  ]);
});

test('names the path and the parameters for a typed client', () => {
  expect(copyOf(get, 'client', origin)).toContain(`client.GET("/api/pages", { params: { query: {"q":"it's"} } })`);
  expect(copyOf({ method: 'GET', target: '/api/pages/a/%C3%B6' }, 'client', origin)).toContain(`{ path: "a/ö" }`);
  expect(copyOf(query, 'client', origin)).toContain(`body: {"like":"it's $HOME"}`);
  expect(COPIES).toEqual(['curl', 'fetch', 'client']);
});
