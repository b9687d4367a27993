import type { SearchAnswer } from '../../../client/api_types.ts';
import {
  type AskProgram,
  type FromProgram,
  MANIFEST_NAME,
  PARTS_FORMAT,
  type PartsManifest,
  type ProgramOutcome,
  type ToProgram,
} from '../../../client/static_search.ts';
import type { Outcome } from '../search_requests.ts';

interface OpenBuild {
  readonly build: string;
  readonly ask: AskProgram;
}

const requestOptions: RequestInit = { credentials: 'omit', referrerPolicy: 'no-referrer' };

/** The builds of this page by folder: all boxes share them. */
const opened = new Map<string, Promise<OpenBuild>>();

/**
 * Answers a search from static files, as the server does.
 * @param address of the folder with the manifest, then the query string as of `/api/search`
 */
export async function askStaticFiles(address: string, signal: AbortSignal): Promise<Outcome> {
  const { origin, pathname, search } = new URL(address);
  const folder = `${origin}${pathname}`;
  const query = search.slice(1);
  try {
    const { build, ask } = await openFolder(folder);
    let outcome = await ask(query, signal);
    if (outcome.kind === 'broken') {
      // The site may have been published again, and the files of this build be gone.
      const next = openBuild(folder);
      opened.set(folder, next);
      const newer = await next;
      if (newer.build !== build) outcome = await newer.ask(query, signal);
    }
    if (outcome.kind === 'answer') return { kind: 'answer', answer: JSON.parse(outcome.body) as SearchAnswer };
    return { kind: 'refusal', detail: outcome.detail };
  } catch (error) {
    opened.delete(folder);
    return error instanceof ManifestError ? { kind: 'refusal', detail: error.message } : { kind: 'offline' };
  }
}

/** Loads what every search reads, before the reader types. @param folder address, with a slash at its end */
export function prepareStaticFiles(folder: string): void {
  openFolder(folder)
    .then(({ ask }) => ask(null, new AbortController().signal))
    // The first search says what is wrong.
    .catch(() => opened.delete(folder));
}

function openFolder(folder: string): Promise<OpenBuild> {
  const open = opened.get(folder) ?? openBuild(folder);
  opened.set(folder, open);
  return open;
}

class ManifestError extends Error {}

async function openBuild(folder: string): Promise<OpenBuild> {
  const { build } = await readManifest(folder);
  const program = `${folder}${build}/search.js`;
  return { build, ask: (await startWorker(program)) ?? (await importProgram(program)) };
}

async function readManifest(folder: string): Promise<PartsManifest> {
  const request = (cache: RequestCache) => fetch(folder + MANIFEST_NAME, { ...requestOptions, cache });
  // Without a network, the last manifest that was read serves with the files that the browser has.
  const response = await request('no-cache').catch(() => request('force-cache'));
  if (!response.ok) throw new ManifestError(`The host answers ${response.status} for the file "${MANIFEST_NAME}".`);
  const read = (await response.json().catch(() => null)) as PartsManifest | null;
  if (typeof read?.build !== 'string' || !/^[0-9a-f]{16}$/.test(read.build))
    throw new ManifestError(`The file "${MANIFEST_NAME}" is not the manifest of a search.`);
  if (read.format !== PARTS_FORMAT)
    throw new ManifestError(`The file "${MANIFEST_NAME}" is of another version than this search box.`);
  return read;
}

/** Milliseconds to wait for a worker to start. */
const WORKER_START = 5000;

/** @returns null where the page's policy or its origin does not allow a worker */
async function startWorker(program: string): Promise<AskProgram | null> {
  let worker: Worker;
  try {
    worker = new Worker(program, { type: 'module' });
  } catch {
    return null;
  }
  const waiting = new Map<number, (outcome: ProgramOutcome) => void>();
  const started = await new Promise<boolean>((resolve) => {
    worker.onerror = () => resolve(false);
    worker.onmessage = ({ data }: MessageEvent<FromProgram | 'ready'>) => {
      if (data === 'ready') resolve(true);
      else {
        waiting.get(data.number)?.(data.outcome);
        waiting.delete(data.number);
      }
    };
    setTimeout(resolve, WORKER_START, false);
  });
  if (!started) {
    worker.terminate();
    return null;
  }
  let asked = 0;
  return (query, signal) =>
    new Promise((resolve, reject) => {
      const number = ++asked;
      const send = (message: ToProgram): void => worker.postMessage(message);
      waiting.set(number, resolve);
      signal.addEventListener('abort', () => {
        waiting.delete(number);
        send({ abort: number });
        reject(signal.reason as Error);
      });
      send({ number, query });
    });
}

async function importProgram(program: string): Promise<AskProgram> {
  const { search } = (await import(program)) as { readonly search: AskProgram };
  return search;
}
