import { expect, test } from 'vitest';
import { VarintWriter } from './varint_writer.ts';

test.each([
  ['no number', [], [0]],
  ['steps of one byte', [0, 1, 128], [3, 0, 1, 127]],
  ['a step of two bytes', [128], [1, 0x80, 0x01]],
  ['the highest number', [0xffffffff], [1, 0xff, 0xff, 0xff, 0xff, 0x0f]],
])('writes %s', (_, values, bytes) => {
  const writer = new VarintWriter();
  writer.writeSteps(Uint32Array.from(values), 0, values.length);
  expect([...writer.bytes()]).toEqual(bytes);
});

test('returns the start of each list, and grows', () => {
  const writer = new VarintWriter();
  const values = Uint32Array.from({ length: 100_000 }, (_, i) => i * 2);
  expect(writer.writeSteps(values, 1, 2)).toBe(0);
  expect(writer.writeSteps(values, 0, values.length)).toBe(3);
  expect(writer.bytes().length).toBe(3 + 3 + 100_000);
  expect([...writer.bytes().subarray(0, 8)]).toEqual([2, 2, 2, 0xa0, 0x8d, 0x06, 0, 2]);
});
