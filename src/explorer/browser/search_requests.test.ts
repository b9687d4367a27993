import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSearchRequests, type Outcome } from './search_requests.ts';

interface Sent {
  readonly address: string;
  readonly signal: AbortSignal;
  answer(body: object, ok?: boolean): Promise<void>;
}

const sent: Sent[] = [];
const given: [string, Outcome['kind']][] = [];
const turn = (): Promise<void> => vi.advanceTimersByTimeAsync(0).then(() => undefined);

beforeEach(() => {
  vi.useFakeTimers();
  sent.length = 0;
  given.length = 0;
  vi.stubGlobal(
    'fetch',
    (address: string, { signal }: { signal: AbortSignal }) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')));
        sent.push({
          address,
          signal,
          answer: (body, ok = true) => {
            resolve({ ok, statusText: '', json: async () => body });
            return turn();
          },
        });
      }),
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const open = () => createSearchRequests((address, { kind }) => given.push([address, kind]));

test('has one request under way and only the newest waiting', async () => {
  const request = open();
  for (const address of ['a', 'b', 'c']) request(address);
  expect(sent.map(({ address }) => address)).toEqual(['a']);
  await sent[0]!.answer({});
  expect(sent.map(({ address }) => address)).toEqual(['a', 'c']);
  await sent[1]!.answer({});
  expect(given).toEqual([
    ['a', 'answer'],
    ['c', 'answer'],
  ]);
});

test('aborts a request that a newer one has waited for', async () => {
  const request = open();
  request('a');
  request('b');
  await vi.advanceTimersByTimeAsync(300);
  expect([sent[0]!.signal.aborted, sent[1]!.address]).toEqual([true, 'b']);
  await sent[1]!.answer({});
  expect(given).toEqual([['b', 'answer']]);
});

test('answers from memory what was asked before, and drops an older answer that comes later', async () => {
  const request = open();
  request('a');
  await sent[0]!.answer({});
  request('b');
  request('a');
  await sent[1]!.answer({});
  expect(given).toEqual([
    ['a', 'answer'],
    ['a', 'answer'],
  ]);
  expect(sent.length).toBe(2);
});

test('keeps fifty answers', async () => {
  const request = open();
  for (let number = 0; number < 51; number++) {
    request(String(number));
    await sent.at(-1)!.answer({});
  }
  request('1');
  expect(sent.length).toBe(51);
  request('0');
  expect(sent.length).toBe(52);
});

test('distinguishes refusals from a missing connection', async () => {
  const request = open();
  request('a');
  await sent[0]!.answer({ detail: 'Cannot' }, false);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  request('b');
  await turn();
  expect(given).toEqual([
    ['a', 'refusal'],
    ['b', 'offline'],
  ]);
});
