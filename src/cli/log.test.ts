import { describe, expect, it } from 'vitest';
import type { RequestAnswered } from '../observation/observation.ts';
import { CommandError } from './command_error.ts';
import { createLog, type LogFormat, readLogFormat } from './log.ts';
import type { Terminal } from './terminal.ts';

function terminalOf(errIsTerminal = false): Terminal & { readonly written: string[] } {
  const written: string[] = [];
  return {
    written,
    environment: {},
    out: () => {},
    err: (text) => void written.push(text),
    outIsTerminal: false,
    errIsTerminal,
  };
}

const answered: RequestAnswered = {
  kind: 'request-answered',
  method: 'GET',
  path: '/api/tags',
  status: 200,
  resource: 'tags',
  problem: null,
  traceparent: null,
  milliseconds: 1.23456,
  bytes: 499,
};
const unread: RequestAnswered = {
  kind: 'request-answered',
  method: null,
  path: null,
  status: 400,
  resource: null,
  problem: 'status-400',
  traceparent: null,
  milliseconds: 0,
  bytes: 170,
};

const traced: RequestAnswered = {
  ...answered,
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
};
const TIME = Date.UTC(2026, 0, 2, 3, 4, 5, 6);

function linesOf(format: LogFormat): string[] {
  const terminal = terminalOf();
  const observe = createLog(format, terminal, () => TIME, { pid: 7, hostname: 'h' });
  observe({ kind: 'watch-lost', source: 'a\nb', reason: 'it is gone' });
  observe({ kind: 'rolled-up', at: 1 });
  for (const each of [answered, unread, traced]) observe(each);
  observe({ kind: 'build-swapped', source: 's', commit: 'c', content: null });
  return terminal.written;
}

describe('createLog', () => {
  it('writes one JSON object per line in the format of pino, whatever characters the values contain', () => {
    const head = (level: number, event: string) =>
      `{"level":${level},"time":${TIME},"pid":7,"hostname":"h","event":"${event}"`;
    const request = `${head(30, 'request-answered')},"method":"GET","path":"/api/tags","status":200,"resource":"tags","bytes":499,"milliseconds":1.235`;
    expect(linesOf('json')).toEqual([
      `${head(40, 'watch-lost')},"source":"a\\nb","reason":"it is gone","msg":"Cannot watch the folder of \\"a\\nb\\": it is gone. Send SIGHUP to reload."}\n`,
      `${request},"msg":"GET /api/tags 200 1.2 ms"}\n`,
      `${head(30, 'request-answered')},"method":null,"path":null,"status":400,"resource":null,"bytes":170,"milliseconds":0,"problem":"status-400","msg":"- - 400 0.0 ms"}\n`,
      `${request},"traceparent":"${traced.traceparent}","trace_id":"0af7651916cd43dd8448eb211c80319c","msg":"GET /api/tags 200 1.2 ms"}\n`,
      `${head(30, 'build-swapped')},"source":"s","commit":"c","content":null,"msg":"Reloaded \\"s\\": serving commit c, content none."}\n`,
    ]);
  });

  it('writes text for people, with times', () => {
    expect(linesOf('text').map((line) => line.replace('2026-01-02T03:04:05.006Z  ', ''))).toEqual([
      'Cannot watch the folder of "a\nb": it is gone. Send SIGHUP to reload.\n',
      'GET /api/tags 200 1.2 ms\n',
      '- - 400 0.0 ms\n',
      'GET /api/tags 200 1.2 ms\n',
      'Reloaded "s": serving commit c, content none.\n',
    ]);
    expect(linesOf('text').every((line) => line.startsWith('2026-01-02T03:04:05.006Z  '))).toBe(true);
  });
});

describe('readLogFormat', () => {
  it.each([
    ['json', true, 'json'],
    ['text', false, 'text'],
    [undefined, true, 'text'],
    [undefined, false, 'json'],
    ['', false, 'json'],
  ] as const)('reads %j, where standard error is a terminal: %s, as %s', (named, isTerminal, format) => {
    expect(readLogFormat(named, terminalOf(isTerminal))).toBe(format);
  });

  it('refuses any other', () => {
    expect(() => readLogFormat('xml', terminalOf())).toThrow(CommandError);
  });
});
