import type { DiskEvent } from './disk_model.ts';

/** Options of strace for a trace that `readTrace` can read. */
export const TRACE_OPTIONS = [
  ...['-y', '-xx', '-s', '10000000', '-e', 'signal=none'],
  ...['-e', 'trace=openat,pwrite64,write,fsync,fdatasync,ftruncate,unlink,link,rename'],
];

/** The events of a trace on a folder or standard output, in order. Failed calls changed nothing and are left out. */
export function readTrace(trace: string, folder: string): readonly DiskEvent[] {
  return trace.split('\n').flatMap((line) => {
    const call = /^(\w+)\((.*)\)\s+= (\d+)/.exec(line);
    return call === null ? [] : readCall(call[1]!, call[2]!, folder);
  });
}

function readCall(name: string, given: string, folder: string): readonly DiskEvent[] {
  const [, descriptor = '', path = ''] = /^(\d+)<([^>]*)>/.exec(given) ?? [];
  const file = text(path);
  const strings = [...given.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, string]) => string!);
  const numbers = given
    .replace(/"[^"]*"/g, '')
    .split(', ')
    .slice(1)
    .map(Number);
  if (name === 'write' && descriptor === '1') return [{ kind: 'acknowledge', lines: text(strings[0]!) }];
  if (name === 'openat') {
    const opened = text(strings[0]!);
    return given.includes('O_CREAT') && opened.startsWith(folder) ? [{ kind: 'create', path: opened }] : [];
  }
  if (name === 'link') return [{ kind: 'link', path: text(strings[0]!), to: text(strings[1]!) }];
  if (name === 'rename') {
    const [from, to] = [text(strings[0]!), text(strings[1]!)];
    return [
      { kind: 'link', path: from, to },
      { kind: 'unlink', path: from },
    ];
  }
  if (name === 'unlink') return [{ kind: 'unlink', path: text(strings[0]!) }];
  if (!file.startsWith(folder)) return [];
  switch (name) {
    case 'pwrite64':
      return [{ kind: 'write', path: file, offset: numbers[2]!, bytes: bytes(strings[0]!) }];
    case 'ftruncate':
      return [{ kind: 'truncate', path: file, length: numbers[0]! }];
    case 'fsync':
    case 'fdatasync':
      return [{ kind: 'sync', path: file }];
    default:
      throw new Error(`Cannot follow ${name} on a file of the store: the model does not have it.`);
  }
}

function bytes(escaped: string): Buffer {
  return Buffer.from(escaped.replaceAll('\\x', ''), 'hex');
}

function text(escaped: string): string {
  return /^(\\x[0-9a-f]{2})*$/.test(escaped) ? bytes(escaped).toString('utf8') : escaped;
}
