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
  milliseconds: 1.23456,
  bytes: 499,
};
const unread: RequestAnswered = {
  kind: 'request-answered',
  method: null,
  path: null,
  status: 400,
  milliseconds: 0,
  bytes: 170,
};

function linesOf(format: LogFormat): string[] {
  const terminal = terminalOf();
  const observe = createLog(format, terminal, () => Date.UTC(2026, 0, 2, 3, 4, 5, 6));
  observe({ kind: 'watch-lost', source: 'a\nb', reason: 'it is gone' });
  observe(answered);
  observe(unread);
  return terminal.written;
}

describe('createLog', () => {
  it('writes one JSON object per line, whatever characters the values contain', () => {
    expect(linesOf('json')).toEqual([
      '{"time":"2026-01-02T03:04:05.006Z","event":"watch-lost","message":"Cannot watch the folder of \\"a\\nb\\": it is gone. SIGHUP works."}\n',
      '{"time":"2026-01-02T03:04:05.006Z","event":"request-answered","method":"GET","path":"/api/tags","status":200,"milliseconds":1.235,"bytes":499}\n',
      '{"time":"2026-01-02T03:04:05.006Z","event":"request-answered","method":null,"path":null,"status":400,"milliseconds":0,"bytes":170}\n',
    ]);
  });

  it('writes text for people', () => {
    expect(linesOf('text')).toEqual([
      'Cannot watch the folder of "a\nb": it is gone. SIGHUP works.\n',
      'GET /api/tags 200 1.2 ms\n',
      '- - 400 0.0 ms\n',
    ]);
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
