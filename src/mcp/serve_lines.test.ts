import { describe, expect, it } from 'vitest';
import { type AnswerLine, serveLines } from './serve_lines.ts';

const encoder = new TextEncoder();

/** Serves the chunks of an input, and returns the messages written. */
async function served(chunks: readonly (string | Uint8Array)[], answer: AnswerLine): Promise<readonly unknown[]> {
  const lines: string[] = [];
  async function* input() {
    for (const chunk of chunks) yield typeof chunk === 'string' ? encoder.encode(chunk) : chunk;
  }
  await serveLines(
    input(),
    (line) => lines.push(line),
    answer,
    () => {},
  );
  expect(lines.every((line) => line.endsWith('\n') && line.indexOf('\n') === line.length - 1)).toBe(true);
  return lines.map((line) => JSON.parse(line));
}

const echo: AnswerLine = async (bytes, fields) => {
  const { id } = JSON.parse(Buffer.from(bytes).toString()) as { readonly id: unknown };
  return encoder.encode(JSON.stringify({ id, fields }));
};

describe('serveLines', () => {
  it('answers each line, however the input is cut, and the last one without its end', async () => {
    const text = '{"jsonrpc":"2.0","id":1,"method":"ä"}\r\n\n{"jsonrpc":"2.0","id":"b","method":"ping"}';
    for (const size of [1, 7, 1000]) {
      const bytes = encoder.encode(text);
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
        bytes.slice(i * size, (i + 1) * size),
      );
      expect(await served(chunks, echo)).toEqual([
        { id: 1, fields: {} },
        { id: 'b', fields: {} },
      ]);
    }
  });

  it('gives a message of 2026-07-28 the fields that it would have over HTTP', async () => {
    const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };
    const message = { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: 'a:größe', _meta } };
    const fields = {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'resources/read',
      'mcp-name': '=?base64?YTpncsO2w59l?=',
    };
    expect(await served([JSON.stringify(message)], echo)).toEqual([{ id: 1, fields }]);
  });

  it.each([
    ['{', -32_700],
    ['[]', -32_600],
    ['{"jsonrpc":"2.0","id":null,"method":"ping"}', -32_600],
    [`"${'x'.repeat(70_000)}"`, -32_600],
  ])('answers %j with a fault, and goes on', async (line, code) => {
    const after = '{"jsonrpc":"2.0","id":2,"method":"ping"}\n';
    expect(await served([`${line}\n`, after], echo)).toEqual([
      { jsonrpc: '2.0', error: { code, message: expect.any(String) } },
      { id: 2, fields: {} },
    ]);
  });

  it('has no answer to a notification, nor to a request that was cancelled', async () => {
    const answer: AnswerLine = async (bytes, fields, signal) => {
      if (bytes.length < 50) await new Promise((resolve) => signal.addEventListener('abort', resolve));
      return echo(bytes, fields, signal);
    };
    const lines = [
      '{"jsonrpc":"2.0","id":1,"method":"slow"}',
      '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"1"}}',
      '{"jsonrpc":"2.0","method":"notifications/cancelled"}',
      '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}',
      '{"jsonrpc":"2.0","method":"notifications/initialized"}',
      '{"jsonrpc":"2.0","id":3,"method":"tools/list","params":{}}',
    ];
    expect(await served([lines.join('\n')], answer)).toEqual([{ id: 3, fields: {} }]);
  });

  it('answers a failure in constant words', async () => {
    const answer = () => Promise.reject(new Error('secret'));
    expect(await served(['{"jsonrpc":"2.0","id":1,"method":"ping"}'], answer)).toEqual([
      { jsonrpc: '2.0', id: 1, error: { code: -32_603, message: 'Internal error' } },
    ]);
  });

  it('answers more requests than it has in progress at once', async () => {
    let most = 0;
    let now = 0;
    const answer: AnswerLine = async (...each) => {
      most = Math.max(most, ++now);
      await new Promise((resolve) => setImmediate(resolve));
      now--;
      return echo(...each);
    };
    const lines = Array.from({ length: 300 }, (_, id) => `{"jsonrpc":"2.0","id":${id},"method":"ping"}\n`);
    expect(await served([lines.join('')], answer)).toHaveLength(300);
    expect(most).toBeLessThanOrEqual(64);
  });
});
