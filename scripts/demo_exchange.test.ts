import { describe, expect, it } from 'vitest';
import { readDemoExchanges } from './demo_exchange.ts';

describe('readDemoExchanges', () => {
  it('reads a request line and the answer after it', () => {
    const page = ['Text.', '', '```http request', 'GET /a?b=c', '```', '', '```json answer', '{}', '```', ''].join(
      '\n',
    );
    expect(readDemoExchanges(page)).toEqual([
      {
        line: 3,
        request: { method: 'GET', target: '/a?b=c', headers: [], body: null },
        status: 200,
        answer: '{}\n',
        start: page.indexOf('{}'),
        end: page.indexOf('{}') + 3,
      },
    ]);
  });

  it('reads header lines, a body after a blank line, and the status of a refusal', () => {
    const request = ['POST /a', 'content-type: application/json', 'x-name: y: z', '', '{', '  "b": 1', '}'];
    const page = ['```http request', ...request, '```', '```json answer 422', '{ "c": 2 }', '```'].join('\n');
    const [exchange] = readDemoExchanges(page);
    expect(exchange?.status).toBe(422);
    expect(exchange?.request).toEqual({
      method: 'POST',
      target: '/a',
      headers: [
        ['content-type', 'application/json'],
        ['x-name', 'y: z'],
      ],
      body: '{\n  "b": 1\n}',
    });
  });

  it('gives offsets by which the answer can be replaced', () => {
    const page = '```http request\nGET /a\n```\n\n```json answer\n{ "old": 1 }\n```\n';
    const [exchange] = readDemoExchanges(page);
    const replaced = `${page.slice(0, exchange!.start)}{}\n${page.slice(exchange!.end)}`;
    expect(replaced).toBe('```http request\nGET /a\n```\n\n```json answer\n{}\n```\n');
  });

  it('finds nothing on a page without such blocks', () => {
    expect(readDemoExchanges('```json\n{}\n```\n')).toEqual([]);
  });

  it.each([
    ['no answer', '```http request\nGET /a\n```\n'],
    ['text between request and answer', '```http request\nGET /a\n```\n\nSo:\n\n```json answer\n{}\n```\n'],
  ])('throws for a request with %s', (_, page) => {
    expect(() => readDemoExchanges(page)).toThrow(
      'Cannot read the demo: 1 requests but 0 with a JSON answer after them.',
    );
  });
});
