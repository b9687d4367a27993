import { listFeedback } from '../../src/feedback/list_feedback.ts';
import { openStore } from '../../src/feedback/open_store.ts';
import { rollUp } from '../../src/feedback/roll_up.ts';
import { percentile } from '../measure/statistics.ts';

/** In milliseconds. */
export interface MeasuredRead {
  readonly question: string;
  readonly median: number;
  readonly p99: number;
}

const ROUNDS = 300;

/** Times the public reads of a store, called as by the service. */
export async function measureReads(file: string): Promise<MeasuredRead[]> {
  const store = await openStore(`sqlite:${file}`);
  const options = { store, publicAbout: (about: string | null) => about };
  const { next } = await listFeedback({ cursor: null, limit: 25 }, options);
  const measured = [
    await measure('list, first page', ROUNDS, () => listFeedback({ cursor: null, limit: 25 }, options)),
    await measure('list, by cursor', ROUNDS, () => listFeedback({ cursor: next, limit: 25 }, options)),
    await measure('update of the public counts', 1, () => rollUp({ ...options, now: () => 0 })),
    await measure('public counts', ROUNDS, () => store.readAggregate()),
  ];
  await store.close();
  return measured;
}

async function measure(question: string, rounds: number, ask: () => Promise<unknown>): Promise<MeasuredRead> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const started = performance.now();
    await ask();
    times.push(performance.now() - started);
  }
  return { question, median: percentile(times, 0.5), p99: percentile(times, 0.99) };
}
