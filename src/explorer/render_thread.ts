import { Worker } from 'node:worker_threads';
import { type Refusal, refuseTransport } from '../problems/refusal.ts';
import type { ReadingRequest } from './reading_document.ts';

/** What the thread replies. */
export type Rendered = { readonly document: string } | { readonly error: unknown };

/** Bounds on the thread that renders pages. Times are in milliseconds. Documented in `site/docs/reference/server-limits.md`. */
export const renderLimits = {
  /** Most pages that wait for the thread. */
  waitingPages: 64,
  /** Longest wait of a page. */
  waitTime: 8_000,
  /**
   * After so long the thread is ended and replaced. The bounds of `page_tree.ts` keep every page far below it; it is there for what
   * they do not know.
   */
  renderTime: 10_000,
  /** After so long without a page the thread ends, and its memory is free. */
  idleTime: 60_000,
  /** Megabytes of objects of the thread. */
  heap: 512,
};

const busy = refuseTransport(503, 'Cannot show the page now: too many pages wait to be shown. Try again in a moment.', {
  retryAfter: 1,
});
const gone = refuseTransport(503, 'Cannot show the page: the connection has ended.', { retryAfter: 1 });
const slow = refuseTransport(503, 'Cannot show the page: it takes too long. Read its Markdown.', { retryAfter: 60 });

interface Waiting {
  readonly request: ReadingRequest;
  isWanted(): boolean;
  resolve(result: string | Refusal): void;
  reject(error: unknown): void;
}

/** Renders pages one after the other on a thread of its own, so that none holds up another answer. */
export class RenderThread {
  readonly #limits: Readonly<typeof renderLimits>;
  readonly #script: URL;
  readonly #queue: Waiting[] = [];
  #worker: Worker | null = null;
  #current: Waiting | null = null;
  /** Ends the thread: because of its page, or because there is none. */
  #timer: NodeJS.Timeout | undefined;
  /** Whether a thread is ending. It may not stop at once, and two would take two processors. */
  #isEnding = false;

  constructor(
    limits: Readonly<typeof renderLimits> = renderLimits,
    script = new URL('./render_worker.ts', import.meta.url),
  ) {
    this.#limits = limits;
    this.#script = script;
  }

  /** @param isWanted whether a caller still waits for the page @returns the document, or why there is none now */
  render(request: ReadingRequest, isWanted: () => boolean): Promise<string | Refusal> {
    if (this.#queue.length >= this.#limits.waitingPages) return Promise.resolve(busy);
    const { promise, resolve, reject } = Promise.withResolvers<string | Refusal>();
    const waiting: Waiting = { request, isWanted, resolve, reject };
    const late = setTimeout(() => {
      const at = this.#queue.indexOf(waiting);
      if (at === -1) return;
      this.#queue.splice(at, 1);
      resolve(busy);
    }, this.#limits.waitTime);
    this.#queue.push(waiting);
    this.#next();
    return promise.finally(() => clearTimeout(late));
  }

  #next(): void {
    if (this.#current !== null || this.#isEnding) return;
    clearTimeout(this.#timer);
    let next = this.#queue.shift();
    for (; next !== undefined && !next.isWanted(); next = this.#queue.shift()) next.resolve(gone);
    if (next === undefined) {
      this.#timer = setTimeout(() => void this.#end(), this.#limits.idleTime).unref();
      return;
    }
    this.#current = next;
    this.#timer = setTimeout(() => {
      const { resolve } = this.#take();
      resolve(slow);
      void this.#end();
    }, this.#limits.renderTime);
    this.#worker ??= this.#start();
    // It keeps the process alive only while a caller waits.
    this.#worker.ref();
    this.#worker.postMessage(next.request);
  }

  #start(): Worker {
    const worker = new Worker(this.#script, { resourceLimits: { maxOldGenerationSizeMb: this.#limits.heap } });
    worker.on('message', (rendered: Rendered) => {
      if (this.#worker !== worker || this.#current === null) return;
      const { resolve, reject } = this.#take();
      worker.unref();
      if ('error' in rendered) reject(rendered.error);
      else resolve(rendered.document);
      this.#next();
    });
    const fail = (error: unknown): void => {
      if (this.#worker !== worker) return;
      this.#worker = null;
      if (this.#current !== null) this.#take().reject(error);
      this.#next();
    };
    worker.on('error', fail);
    worker.on('exit', () => fail(new Error('the thread that renders pages has ended')));
    return worker;
  }

  /** The page that is rendered, which then is no longer. */
  #take(): Waiting {
    const current = this.#current!;
    this.#current = null;
    clearTimeout(this.#timer);
    return current;
  }

  async #end(): Promise<void> {
    const worker = this.#worker;
    if (worker === null) return;
    this.#worker = null;
    this.#isEnding = true;
    await worker.terminate();
    this.#isEnding = false;
    this.#next();
  }
}

/** One for all services of this thread. It starts with the first page. */
export const renderThread = new RenderThread();
