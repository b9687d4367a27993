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
  const requests = open();
  for (const address of ['a', 'b', 'c']) requests.ask(address);
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
  const requests = open();
  requests.ask('a');
  requests.ask('b');
  await vi.advanceTimersByTimeAsync(300);
  expect([sent[0]!.signal.aborted, sent[1]!.address]).toEqual([true, 'b']);
  await sent[1]!.answer({});
  expect(given).toEqual([['b', 'answer']]);
});

test('answers from memory what was asked before, and drops an older answer that comes later', async () => {
  const requests = open();
  requests.ask('a');
  await sent[0]!.answer({});
  requests.ask('b');
  requests.ask('a');
  await sent[1]!.answer({});
  expect(given).toEqual([
    ['a', 'answer'],
    ['a', 'answer'],
  ]);
  expect(sent.length).toBe(2);
});

test('keeps fifty answers', async () => {
  const requests = open();
  for (let number = 0; number < 51; number++) {
    requests.ask(String(number));
    await sent.at(-1)!.answer({});
  }
  requests.ask('1');
  expect(sent.length).toBe(51);
  requests.ask('0');
  expect(sent.length).toBe(52);
});

test('distinguishes refusals from a missing connection', async () => {
  const requests = open();
  requests.ask('a');
  await sent[0]!.answer({ detail: 'Cannot' }, false);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  requests.ask('b');
  await turn();
  expect(given).toEqual([
    ['a', 'refusal'],
    ['b', 'offline'],
  ]);
});
