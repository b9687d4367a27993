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

const busy = refuseTransport(503, 'Cannot show the page now: too many requests are waiting. Try again in a moment.', {
  retryAfter: 1,
});
const gone = refuseTransport(503, 'Cannot show the page: the connection was closed.', { retryAfter: 1 });
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
  /** Whether a page is rendered, or a thread is ending: it may not stop at once, and two would take two processors. */
  #isBusy = false;
  /** Takes the reply for the page that is rendered; null when there is none in time. */
  #take: ((rendered: Rendered | null) => void) | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(limits = renderLimits, script = new URL('./render_worker.ts', import.meta.url)) {
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
    void this.#work();
    return promise.finally(() => clearTimeout(late));
  }

  async #work(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    clearTimeout(this.#idle);
    for (let next = this.#queue.shift(); next !== undefined; next = this.#queue.shift()) {
      try {
        if (next.isWanted()) await this.#answer(next);
        else next.resolve(gone);
      } catch (error) {
        // No thread can be started.
        next.reject(error);
      }
    }
    this.#isBusy = false;
    this.#idle = setTimeout(async () => {
      this.#isBusy = true;
      await this.#end();
      this.#isBusy = false;
      if (this.#queue.length > 0) void this.#work();
    }, this.#limits.idleTime).unref();
  }

  async #answer({ request, resolve, reject }: Waiting): Promise<void> {
    this.#worker ??= this.#start();
    const worker = this.#worker;
    // It keeps the process alive only while a caller waits.
    worker.ref();
    worker.postMessage(request);
    const { promise, resolve: take } = Promise.withResolvers<Rendered | null>();
    this.#take = take;
    const timer = setTimeout(take, this.#limits.renderTime, null);
    const rendered = await promise;
    clearTimeout(timer);
    worker.unref();
    if (rendered === null) {
      resolve(slow);
      await this.#end();
    } else if ('error' in rendered) reject(rendered.error);
    else resolve(rendered.document);
  }

  #start(): Worker {
    const worker = new Worker(this.#script, { resourceLimits: { maxOldGenerationSizeMb: this.#limits.heap } });
    const fail = (error: unknown): void => {
      if (this.#worker !== worker) return;
      this.#worker = null;
      this.#take?.({ error });
    };
    worker.on('message', (rendered: Rendered) => {
      if (this.#worker === worker) this.#take?.(rendered);
    });
    worker.on('error', fail);
    worker.on('exit', () => fail(new Error('the thread that renders pages has ended')));
    return worker;
  }

  async #end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }
}

/** One for all services of this thread. It starts with the first page. */
export const renderThread = new RenderThread();
