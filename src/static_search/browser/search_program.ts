/**
 * The program beside the parts of a build. A page imports it, or starts it as a worker, so that a search does not hold the page. Its own
 * address tells where the parts are.
 */
import type { AskProgram, FromProgram, ToProgram } from '../../client/static_search.ts';
import { isRefusal } from '../../problems/refusal.ts';
import { PartError } from '../fetched_parts.ts';
import { openStaticSearch, type StaticSearch } from '../static_search.ts';
import { createLoader } from './load_part.ts';

const folder = new URL('./', import.meta.url).href;
/** The folder of a build has its name. */
const build = folder.split('/').at(-2)!;
const decoder = new TextDecoder();

let opened: Promise<StaticSearch> | null = null;

export const search: AskProgram = async (query, signal) => {
  try {
    // The tables serve later searches too, so they are not given up with this one.
    opened ??= openStaticSearch(build, createLoader(folder), new AbortController().signal);
    const site = await opened;
    if (query === null) return { kind: 'answer', body: '' };
    const answer = await site.search(query, signal);
    if (isRefusal(answer)) return { kind: 'refusal', detail: answer.detail };
    return { kind: 'answer', body: decoder.decode(answer) };
  } catch (error) {
    signal.throwIfAborted();
    opened?.catch(() => {
      opened = null;
    });
    if (error instanceof PartError)
      return error.isOffline ? { kind: 'offline' } : { kind: 'broken', detail: error.message };
    throw error;
  }
};

/** The part of a worker's scope that is used. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<ToProgram>) => void) | null;
  postMessage(message: FromProgram | 'ready'): void;
}

if (typeof document === 'undefined') listen(globalThis as unknown as WorkerScope);

function listen(scope: WorkerScope): void {
  const underWay = new Map<number, AbortController>();
  scope.onmessage = ({ data }) => {
    if ('abort' in data) {
      underWay.get(data.abort)?.abort();
      return;
    }
    const { number, query } = data;
    const controller = new AbortController();
    underWay.set(number, controller);
    void search(query, controller.signal)
      .catch((error: unknown) => ({ kind: 'broken', detail: String(error) }) as const)
      .then((outcome) => {
        underWay.delete(number);
        if (!controller.signal.aborted) scope.postMessage({ number, outcome });
      });
  };
  scope.postMessage('ready');
}
