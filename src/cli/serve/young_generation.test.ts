import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { boundYoungGeneration, SEMI_SPACE_MEBIBYTES, youngGenerationBytes } from './young_generation.ts';

test('the young generation of the first thread stays within its bound while much of it survives', async () => {
  const stop = boundYoungGeneration();
  let most = 0;
  for (let round = 0; round < 60; round++) {
    const kept = Array.from({ length: 40_000 }, (_, at) => ({ at, text: `${round} ${at}` }));
    await setImmediate();
    most = Math.max(most, youngGenerationBytes());
    expect(kept.at(-1)!.at).toBe(39_999);
  }
  stop();
  expect(most).toBeLessThanOrEqual(2 * SEMI_SPACE_MEBIBYTES * 1024 * 1024);
  expect(most).toBeGreaterThan(4 * 1024 * 1024);
});
