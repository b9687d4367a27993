import { afterAll, expect, test } from 'vitest';
import { layOutMap } from '../corpus/map/lay_out_map.ts';
import { solveSpace } from '../corpus/space/build_space.ts';
import { startBakeThread } from './bake_thread.ts';

const thread = startBakeThread();

afterAll(() => thread.close());

test('lays out a map and solves a space as this thread does', async () => {
  const links = [[1, 2], [], [0], [2]];
  const groups = [1, 1, 0, 2];
  const rows = {
    starts: Uint32Array.of(0, 2, 4, 6, 8),
    columns: Uint32Array.of(0, 1, 1, 2, 2, 3, 0, 3),
    values: Float64Array.of(0.6, 0.8, 0.8, 0.6, 0.5, 0.5, 0.1, 0.9),
    width: 4,
  };
  const solved = await Promise.all([
    thread.run('layOutMap', [links, groups]),
    thread.run('solveSpace', { rows, dimensions: 2 }),
    thread.run('layOutMap', [[], []]),
  ]);
  expect(solved).toEqual([layOutMap(links, groups), solveSpace({ rows, dimensions: 2 }), layOutMap([], [])]);
});

test('fails every task when its thread fails, and those that come later', async () => {
  const failing = startBakeThread();
  const tasks = [failing.run('solveSpace', null as never), failing.run('layOutMap', [[], []])];
  expect(await Promise.allSettled(tasks)).toEqual([
    { status: 'rejected', reason: expect.objectContaining({ name: 'TypeError' }) },
    { status: 'rejected', reason: expect.objectContaining({ name: 'TypeError' }) },
  ]);
  await expect(failing.run('layOutMap', [[], []])).rejects.toThrow(TypeError);
  await failing.close();
});
