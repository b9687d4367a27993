import { describe, expect, it } from 'vitest';
import { ClusterUnavailable } from './cluster_unavailable.ts';
import { createQuestionLimit, within } from './limit_questions.ts';

/** Questions that end when they are told, and what has started. */
function openQuestions(atOnce: number, waiting: number) {
  const limit = createQuestionLimit(atOnce, waiting);
  const started: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<string>>();
  return {
    started,
    ask(name: string, signal = new AbortController().signal): Promise<string> {
      ends.set(name, Promise.withResolvers());
      return limit(signal, () => {
        started.push(name);
        return ends.get(name)!.promise;
      });
    },
    end: (name: string) => ends.get(name)!.resolve(name),
    fail: (name: string) => ends.get(name)!.reject(new Error(name)),
  };
}

describe('createQuestionLimit', () => {
  it('starts the next question, in the order of arrival, when one ends or fails', async () => {
    const questions = openQuestions(2, 10);
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => questions.ask(name));
    expect(questions.started).toEqual(['a', 'b']);
    questions.end('b');
    expect(await b).toBe('b');
    await Promise.resolve();
    expect(questions.started).toEqual(['a', 'b', 'c']);
    questions.fail('a');
    await expect(a).rejects.toThrow('a');
    await Promise.resolve();
    expect(questions.started).toEqual(['a', 'b', 'c', 'd']);
    questions.end('c');
    questions.end('d');
    expect(await Promise.all([c, d])).toEqual(['c', 'd']);
    const last = questions.ask('e');
    expect(questions.started.at(-1)).toBe('e');
    questions.end('e');
    expect(await last).toBe('e');
  });

  it('refuses a question when the queue is full', async () => {
    const questions = openQuestions(1, 1);
    const first = questions.ask('a');
    const second = questions.ask('b');
    await expect(questions.ask('c')).rejects.toEqual(new ClusterUnavailable('overloaded'));
    questions.end('a');
    questions.end('b');
    expect(await Promise.all([first, second])).toEqual(['a', 'b']);
    expect(questions.started).toEqual(['a', 'b']);
  });

  it('drops a waiting question whose caller has gone, and gives its place in the queue to another', async () => {
    const questions = openQuestions(1, 1);
    const first = questions.ask('a');
    const caller = new AbortController();
    const second = questions.ask('b', caller.signal);
    caller.abort(new Error('gone'));
    await expect(second).rejects.toThrow('gone');
    const third = questions.ask('c');
    questions.end('a');
    await first;
    questions.end('c');
    expect(await third).toBe('c');
    expect(questions.started).toEqual(['a', 'c']);
    await expect(questions.ask('d', caller.signal)).rejects.toThrow('gone');
  });
});

describe('within', () => {
  const { signal } = new AbortController();
  const never = (bounded: AbortSignal) =>
    new Promise<never>((_, reject) => bounded.addEventListener('abort', () => reject(bounded.reason)));

  it('ends work that takes four times the deadline of an attempt', async () => {
    await expect(within(signal, 10, never)).rejects.toMatchObject({ name: 'ClusterUnavailable', reason: 'deadline' });
  });

  it('ends work whose caller goes, with its reason', async () => {
    const caller = new AbortController();
    setTimeout(() => caller.abort(new Error('gone')), 5);
    await expect(within(caller.signal, 10_000, never)).rejects.toThrow('gone');
  });
});
