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
  /** Ends its worker. */
  end(): void;
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
  const ask = async () => (await openFolder(folder)).ask(search.slice(1), signal);
  try {
    let outcome = await ask();
    // The site may have been published again, and the files of this build be gone.
    if (outcome.kind === 'broken' && (await isReplaced(folder))) outcome = await ask();
    if (outcome.kind === 'answer') return { kind: 'answer', answer: JSON.parse(outcome.body) as SearchAnswer };
    return outcome.kind === 'offline' ? outcome : { kind: 'refusal', detail: outcome.detail };
  } catch (error) {
    return error instanceof ManifestError ? { kind: 'refusal', detail: error.message } : { kind: 'offline' };
  }
}

/** Loads what every search reads, before the reader types. @param folder address, with a slash at its end */
export function prepareStaticFiles(folder: string): void {
  openFolder(folder)
    .then(({ ask }) => ask(null, new AbortController().signal))
    // The first search says what is wrong.
    .catch(() => {});
}

function openFolder(folder: string): Promise<OpenBuild> {
  const known = opened.get(folder);
  if (known !== undefined) return known;
  const open = openBuild(folder, () => forget(folder, open));
  opened.set(folder, open);
  open.catch(() => forget(folder, open));
  return open;
}

/** The next search opens the folder again. */
function forget(folder: string, open: Promise<OpenBuild>): void {
  if (opened.get(folder) === open) opened.delete(folder);
}

/** Whether the manifest names another build than the open one, which then is ended. */
async function isReplaced(folder: string): Promise<boolean> {
  const open = openFolder(folder);
  const { build, end } = await open;
  if ((await readManifest(folder)).build === build) return false;
  forget(folder, open);
  end();
  return true;
}

class ManifestError extends Error {}

/** @param stopped called when its worker fails */
async function openBuild(folder: string, stopped: () => void): Promise<OpenBuild> {
  const { build } = await readManifest(folder);
  const program = `${folder}${build}/search.js`;
  const worker = await startWorker(program, stopped);
  return { build, ...(worker ?? { ask: await importProgram(program), end() {} }) };
}

async function readManifest(folder: string): Promise<PartsManifest> {
  const request = (cache: RequestCache) => fetch(folder + MANIFEST_NAME, { ...requestOptions, cache });
  // Without a network, the last manifest that was read serves with the files that the browser has.
  const response = await request('no-cache').catch(() => request('force-cache'));
  if (!response.ok) throw new ManifestError(`The host returned ${response.status} for the file "${MANIFEST_NAME}".`);
  const read = (await response.json().catch(() => null)) as PartsManifest | null;
  if (typeof read?.build !== 'string' || !/^[0-9a-f]{16}$/.test(read.build))
    throw new ManifestError(`The file "${MANIFEST_NAME}" is not a search manifest.`);
  if (read.format !== PARTS_FORMAT)
    throw new ManifestError(`The file "${MANIFEST_NAME}" belongs to another version of this search box.`);
  return read;
}

/** Milliseconds to wait for a worker to start. */
const WORKER_START = 5000;

/** @returns null where the page's policy or its origin does not allow a worker */
async function startWorker(program: string, stopped: () => void): Promise<Omit<OpenBuild, 'build'> | null> {
  let worker: Worker;
  try {
    worker = new Worker(program, { type: 'module' });
  } catch {
    return null;
  }
  const waiting = new Map<number, (outcome: ProgramOutcome) => void>();
  const end = (): void => {
    worker.terminate();
    for (const settle of waiting.values()) settle({ kind: 'broken', detail: 'The search was stopped. Type again.' });
    waiting.clear();
  };
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
    end();
    return null;
  }
  worker.onerror = worker.onmessageerror = () => {
    stopped();
    end();
  };
  let asked = 0;
  const ask: AskProgram = (query, signal) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const number = ++asked;
      const send = (message: ToProgram): void => worker.postMessage(message);
      waiting.set(number, resolve);
      signal.addEventListener('abort', () => {
        if (waiting.delete(number)) send({ abort: number });
        reject(signal.reason as Error);
      });
      send({ number, query });
    });
  return { ask, end };
}

async function importProgram(program: string): Promise<AskProgram> {
  const { search } = (await import(program)) as { readonly search: AskProgram };
  return search;
}
