import { afterEach, expect, test, vi } from 'vitest';
import { createKeys, sendSubmission } from './send_submission.ts';

afterEach(() => vi.unstubAllGlobals());

const problem = (status: number, retryAfter?: string, body = '{"detail": "Cannot record it."}') =>
  new Response(body, { status, headers: retryAfter === undefined ? {} : { 'Retry-After': retryAfter } });

test.each([
  [problem(201), { kind: 'recorded' }],
  [problem(201, undefined, ''), { kind: 'recorded' }],
  [problem(200), { kind: 'refused', reason: 'Cannot record it.' }],
  [problem(422), { kind: 'refused', reason: 'Cannot record it.' }],
  [problem(404, undefined, 'Not here'), { kind: 'refused', reason: '404' }],
  [problem(403, undefined, 'null'), { kind: 'refused', reason: '403' }],
  [problem(429, '30'), { kind: 'busy', seconds: 30 }],
  [problem(503, '0'), { kind: 'busy', seconds: 0 }],
  [problem(503, 'Sat, 28 Nov 2026 09:00:00 GMT'), { kind: 'busy', seconds: null }],
  [problem(500, '-1'), { kind: 'busy', seconds: null }],
  [problem(502), { kind: 'busy', seconds: null }],
])('the answer %# is read as %j', async (response, outcome) => {
  vi.stubGlobal('fetch', async () => response);
  expect(await sendSubmission('https://service.example/api/feedback', '{}', 'a key')).toEqual(outcome);
});

test('no answer is no confirmation', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  expect(await sendSubmission('https://service.example/api/feedback', '{}', 'a key')).toEqual({ kind: 'offline' });
});

test('a body keeps its key, and another body has another one', () => {
  const keyOf = createKeys();
  const key = keyOf('a');
  expect(key).toMatch(/^[0-9a-f]{32}$/);
  expect(keyOf('b')).not.toBe(key);
  expect(keyOf('a')).toBe(key);
  expect(createKeys()('a')).not.toBe(key);
});

test('16 keys are kept: the oldest one makes room', () => {
  const keyOf = createKeys();
  const keys = Array.from({ length: 16 }, (_, at) => keyOf(String(at)));
  expect(Array.from({ length: 16 }, (_, at) => keyOf(String(at)))).toEqual(keys);
  keyOf('16');
  expect(keyOf('15')).toBe(keys[15]);
  expect(keyOf('0')).not.toBe(keys[0]);
});
