import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { artefactOf, SETTINGS, STAMPS } from '../../../test/fixtures/corpus_of.ts';
import { shareBytes } from '../../corpus/artefact/shared_bytes.ts';
import type { Observation } from '../../observation/observation.ts';
import { holdPort } from './listen.ts';
import type { ServeSettings } from './live_server.ts';
import { serveByThreads } from './serve_by_threads.ts';
import type { ArtefactBuild } from './source/shared_build.ts';

const settings: ServeSettings = {
  host: '127.0.0.1',
  port: 0,
  nativeQuery: false,
  cacheBytes: 1 << 20,
  gatePassword: null,
  mcp: false,
  home: true,
  siteFiles: [],
  trustedProxies: [],
  feedback: null,
  logsRequests: false,
  countsMetrics: false,
};

/** A build whose commit is one digit, repeated. */
function build(digit: string): ArtefactBuild {
  const stamps = { ...STAMPS, commit: digit.repeat(40) };
  const bytes = artefactOf([{ path: 'index', text: digit }], {}, stamps).buffer as SharedArrayBuffer;
  return { shared: shareBytes(bytes, true), digest: digit, stamps, settings: SETTINGS };
}

/** The commits in the answers to `count` requests, each on its own connection, so that they spread over the threads. */
async function commits(port: number, count = 24): Promise<Set<string>> {
  const answers = Array.from({ length: count }, async () => {
    const response = await fetch(`http://127.0.0.1:${port}/version.json`, { headers: { Connection: 'close' } });
    return ((await response.json()) as { commit: string }).commit[0]!;
  });
  return new Set(await Promise.all(answers));
}

afterEach(() => vi.restoreAllMocks());

describe('serveByThreads', () => {
  it('also swaps a thread that replaces another one while the swap prepares', async () => {
    const seen: Observation[] = [];
    const threads = new Set<Worker>();
    const post = Worker.prototype.postMessage;
    vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker, message) {
      if (message.name === 'listen') return post.call(this, message);
      const isFirst = message.name === 'prepare' && threads.size < 2;
      threads.add(this);
      // Delay the first preparation until the replacement has started.
      if (isFirst) setTimeout(() => post.call(this, message), 3_000);
      else post.call(this, message);
    });
    const server = await serveByThreads(2, settings, await holdPort(settings), build('a'), (observation) =>
      seen.push(observation),
    );
    try {
      expect(await commits(server.port)).toEqual(new Set(['a']));
      const swapped = server.swap(build('b'));
      await sleep(50);
      const [victim] = threads;
      await victim!.terminate();
      await swapped;
      expect(seen).toEqual([{ kind: 'thread-replaced', reason: 'no reason was reported' }]);
      expect(threads.size).toBe(3);
      // Wait until the replacement answers too.
      await sleep(1_000);
      for (let round = 0; round < 4; round++) expect(await commits(server.port)).toEqual(new Set(['b']));
    } finally {
      await server.close();
    }
  });

  it('refuses a build that a thread cannot open, and keeps serving the old one', async () => {
    const server = await serveByThreads(2, settings, await holdPort(settings), build('a'), () => {});
    try {
      const { shared, ...b } = build('b');
      const damaged = { ...b, shared: { ...shared, bytes: new SharedArrayBuffer(64) } };
      await expect(server.swap(damaged)).rejects.toThrow();
      expect(await commits(server.port)).toEqual(new Set(['a']));
      await server.swap(build('c'));
      expect(await commits(server.port)).toEqual(new Set(['c']));
    } finally {
      await server.close();
    }
  });
});
