import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { expect, test } from 'vitest';
import { startServe } from '../../../test/faults/serve_process.ts';
import { repositoryFile } from '../../../test/fixtures/built_package.ts';

const isMissing = spawnSync('taskset', ['--version']).status !== 0 || availableParallelism() === 1;

test.skipIf(isMissing).each([
  ['one helper thread', 'one core', 'taskset -c 0', '--v8-pool-size=1'],
  ['as many as Node says', 'several cores', 'taskset -c 0,1', null],
  ['as many as NODE_OPTIONS say', 'one core', 'env NODE_OPTIONS=--v8-pool-size=2 taskset -c 0', null],
])('serve has %s of V8 on %s (needs taskset and two cores)', async (_threads, _cores, launcher, flag) => {
  const server = await startServe([repositoryFile('site'), '--feedback', 'none'], launcher.split(' '));
  const given = readFileSync(`/proc/${server.child.pid}/cmdline`, 'utf8').split('\0');
  const answer = await fetch(`http://127.0.0.1:${server.port}/version.json`);
  expect([answer.status, given.find((each) => each.startsWith('--v8')) ?? null]).toEqual([200, flag]);
  expect((await server.end()).code).toBe(143);
});
