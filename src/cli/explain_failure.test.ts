import { mkdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ArtefactError } from '../corpus/artefact/artefact_format.ts';
import { failed, misused } from './command_error.ts';
import { explainFailure } from './explain_failure.ts';

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
  [thrownBy(() => mkdirSync('/dev/null/x')), 'Cannot use "/dev/null/x": a part of its path is no folder.', 1],
  [
    Object.assign(new Error('write'), { code: 'ENOSPC', syscall: 'write' }),
    'Cannot go on: the disk is full (write).',
    1,
  ],
  [Object.assign(new Error('odd'), { code: 'EODD', syscall: 'odd' }), 'Cannot go on: odd.', 1],
] as const)('explains %s', (error, message, exitCode) => {
  expect(explainFailure(error)).toEqual({ message, exitCode });
});

it('prints the stack of a bug', () => {
  expect(explainFailure(new TypeError('a bug')).message).toMatch(/^TypeError: a bug\n +at /);
});
