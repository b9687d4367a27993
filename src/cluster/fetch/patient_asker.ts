import { setTimeout as sleep } from 'node:timers/promises';
import type { BuildAsker } from './ask_build.ts';
import { ClusterUnavailable } from './cluster_unavailable.ts';

/** Milliseconds before the second attempt. Each further one waits twice as long. */
const FIRST_WAIT = 200;

/**
 * Repeats reads that a cluster short of memory refused (429): a document about the whole site takes many reads, and one
 * refusal would fail it.
 * @param time milliseconds from the first attempt to the start of the last one
 */
export function patientAsker({ search, shown, sources }: BuildAsker, time: number, firstWait = FIRST_WAIT): BuildAsker {
  async function patiently<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    const end = performance.now() + time;
    for (let wait = firstWait; ; wait *= 2) {
      try {
        return await ask();
      } catch (error) {
        const passes = error instanceof ClusterUnavailable && error.reason === 'overloaded';
        if (!passes || performance.now() + wait > end) throw error;
      }
      await sleep(wait);
    }
  }

  return {
    search: (body, signal) => patiently(() => search(body, signal)),
    shown: (pages, signal) => patiently(() => shown(pages, signal)),
    sources: (pages, members, signal) => patiently(() => sources(pages, members, signal)),
  };
}
