import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { renderCompletion, SHELLS } from './completion.ts';
import { createProgram } from './program.ts';

const silent = { environment: {}, out() {}, err() {}, outIsTerminal: false, errIsTerminal: false };
const program = createProgram(silent, '1.0.0', () => {});
const hasShell = (shell: string) => spawnSync(shell, ['-c', 'true']).error === undefined;

/** What bash offers for words of which the last one is being typed. */
function offered(...words: string[]): string[] {
  const script = `${renderCompletion('bash', program)}
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_catchword
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr, status } = spawnSync('bash', ['-c', script, 'bash', ...words], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  return stdout.split('\n').filter((line) => line !== '');
}

describe('renderCompletion', () => {
  it.runIf(hasShell('bash')).each([
    [['catchword', 'bu'], ['build']],
    [['catchword', 'build', '--ou'], ['--out']],
    [['catchword', 'serve', 'content', '--log-f'], ['--log-format']],
    [['catchword', 'feedback', 'un'], ['unhide']],
    [['catchword', 'feedback', 'purge', '--so'], ['--source']],
    [['catchword', 'serve', 'conte'], []],
    [['catchword', 'completion', '--h'], ['--help']],
  ])('has bash complete %j by %j, and files where it has nothing', (words, expected) => {
    expect(offered(...words)).toEqual(expected);
  });

  it.each(SHELLS)('names every command and option for %s', (shell) => {
    const script = renderCompletion(shell, program);
    for (const command of program.commands) {
      expect(script).toContain(command.name());
      for (const { long } of command.options)
        expect(script).toContain(shell === 'fish' ? `-l ${long!.slice(2)}` : long);
    }
  });

  it.each(['bash', 'zsh', 'fish'].filter(hasShell))('is read by %s without a complaint', (shell) => {
    const script = renderCompletion(shell as 'bash', program);
    const { status, stderr } = spawnSync(shell, ['-n', '-c', script], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
  });
});
