import { globSync, mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ArtefactError } from '../corpus/artefact/artefact_format.ts';
import { explainFailure, failed, misused } from './command_error.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));
const files = globSync('**/*.ts', { cwd: folder }).filter((file) => !file.endsWith('.test.ts'));
/** The texts that commands fail with, with the values in them as `<>`. */
const messages = files.sort().flatMap((file) => {
  const source = readFileSync(`${folder}${file}`, 'utf8');
  const thrown = source.matchAll(/\b(?:failed|misused)\(\s*(?:'((?:\\.|[^'\\])*)'|`((?:\\.|[^`\\])*)`)/g);
  return [...thrown].map(([, plain, filled]) => ({
    file,
    message: (plain ?? filled)!.replaceAll(/\$\{[^}]*\}/g, '<>'),
  }));
});

describe('the errors of commands', () => {
  it('are found', () => {
    expect(messages.length).toBeGreaterThan(50);
  });

  it.each(messages)('$file: $message', ({ message }) => {
    if (message.startsWith('<>')) return;
    // What cannot be done; why; what is right. An address has a colon too.
    expect(message).toMatch(/^Cannot (?:<>:<>|[^:])*:(?: |\\n)\S/);
    expect(message).not.toMatch(/^Cannot [^:]* without [^:]*: (?:name|set|give)\b/);
    expect(message).not.toMatch(/: (?:name|set|run)\b[^.]*\.?$/);
  });
});

function thrownBy(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

it.each([
  [failed('Cannot.'), 'Cannot.', 1],
  [misused('Cannot.'), 'Cannot.', 2],
  [new ArtefactError('Cannot.'), 'Cannot.', 1],
  [
    thrownBy(() => readFileSync('/nowhere/at all')),
    'Cannot use "/nowhere/at all": there is no such file or folder.',
    1,
  ],
  [thrownBy(() => mkdirSync('/dev/null/x')), 'Cannot use "/dev/null/x": part of its path is not a folder.', 1],
  [
    Object.assign(new Error('write'), { code: 'ENOSPC', syscall: 'write' }),
    'Cannot continue: the disk is full (write).',
    1,
  ],
  [Object.assign(new Error('odd'), { code: 'EODD', syscall: 'odd' }), 'Cannot continue: odd.', 1],
] as const)('explains %s', (error, message, exitCode) => {
  expect(explainFailure(error)).toEqual({ message, exitCode });
});

it('prints the stack of a bug', () => {
  expect(explainFailure(new TypeError('a bug')).message).toMatch(/^TypeError: a bug\n +at /);
});
