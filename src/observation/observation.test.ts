import { expect, test } from 'vitest';
import { CANARY } from '../../test/fixtures/feedback.ts';
import { describeFailure } from './observation.ts';

function failureOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

test('gives the name of an error and its stack frames in one line', () => {
  const line = describeFailure(failureOf(() => (undefined as unknown as string).length));
  expect(line).toMatch(/^TypeError at \S.*observation\.test\.ts:\d+:\d+\)? at [^\n]*$/);
});

test.each([
  ['the engine quotes a body', () => JSON.parse(`{"message":${CANARY}}`)],
  [
    'a driver quotes a row',
    () => Promise.reject(new Error(`Failing row contains (${CANARY}\n    at ${CANARY}, null)`)),
  ],
  ['a name is made up', () => Object.assign(new Error('x'), { name: `${CANARY}\n{"level":"error"}` })],
  ['a message is changed', () => Object.assign(new Error('x'), { message: CANARY })],
  ['text is thrown', () => CANARY],
])('contains no caller input when %s', async (_, work) => {
  const error = await Promise.resolve(failureOf(work)).catch((rejected: unknown) => rejected);
  const line = describeFailure(error);
  expect(line).not.toContain(CANARY);
  expect(line).toMatch(/^(\w+Error|Error|a thrown string)( at [^\n]*)?$/);
});
