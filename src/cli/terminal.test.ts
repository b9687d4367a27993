import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const program = fileURLToPath(new URL('../../bin/catchword', import.meta.url));

function run(args: readonly string[], out: 'pipe' | number = 'pipe') {
  return spawn(process.execPath, [program, ...args], { stdio: ['ignore', out, 'pipe'] });
}

describe('processTerminal', () => {
  it('ends with 1 and prints nothing when the reader of stdout has gone', async () => {
    const child = run(['feedback', 'list', '--json', '--feedback', 'memory:']);
    child.stdout!.destroy();
    const [[code], err] = await Promise.all([once(child, 'exit'), text(child.stderr!)]);
    expect([code, err]).toEqual([1, '']);
  });

  it.skipIf(!existsSync('/dev/full'))('ends with 1 and one line when the disk for stdout is full', async () => {
    const child = run(['feedback', 'list', '--json', '--feedback', 'memory:'], openSync('/dev/full', 'w'));
    const [[code], err] = await Promise.all([once(child, 'exit'), text(child.stderr!)]);
    expect([code, err]).toEqual([1, 'Cannot write to standard output: the disk is full.\n']);
  });

  it('continues when the reader of stderr has gone', async () => {
    const child = run(['feedback', 'init', '--feedback', 'memory:']);
    child.stderr!.destroy();
    const [[code], out] = await Promise.all([once(child, 'exit'), text(child.stdout!)]);
    expect([code, out]).toEqual([0, '']);
  });
});
