import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { bakeCorpus, realSite } from './baked_corpora.ts';
import { type DoneTask, doTask } from './do_tasks.ts';
import { openEndpoint } from './open_endpoint.ts';
import { ofRedis, ofTheBook, ofTheDocumentation, type Task } from './tasks.ts';

async function doAll(folder: string, tasks: readonly Task[]) {
  const endpoint = openEndpoint(await bakeCorpus(folder));
  const done: DoneTask[] = [];
  for (const task of tasks) done.push(await doTask(task, endpoint));
  const sum = (of: 'calls' | 'tokens') => done.reduce((total, task) => total + task[of], 0);
  const missed = done.filter(({ isAnswered }) => !isAnswered).map(({ question }) => question);
  return { missed, calls: sum('calls'), tokens: sum('tokens') };
}

describe('an agent does twelve tasks', () => {
  it('on the documentation in at most 14 calls and 10,000 tokens', async () => {
    const { missed, calls, tokens } = await doAll(
      fileURLToPath(new URL('../../site', import.meta.url)),
      ofTheDocumentation,
    );
    expect(missed).toEqual([]);
    expect(calls).toBeLessThanOrEqual(14);
    expect(tokens).toBeLessThanOrEqual(10_000);
  });

  for (const [name, tasks] of [
    ['redis-docs/content', ofRedis],
    ['rust-book/src', ofTheBook],
  ] as const) {
    const folder = realSite(name);
    it.skipIf(folder === null)(
      `on the real site ${name} in at most 17 calls and 14,000 tokens, of which it misses at most one`,
      async () => {
        const { missed, calls, tokens } = await doAll(folder!, tasks);
        expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(1);
        expect(calls).toBeLessThanOrEqual(17);
        expect(tokens).toBeLessThanOrEqual(14_000);
      },
    );
  }
});
