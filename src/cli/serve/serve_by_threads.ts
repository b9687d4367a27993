import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { serverLimits } from '../../http/node/server_limits.ts';
import { failed } from '../command_error.ts';
import { describeFailure } from '../describe_failure.ts';
import type { Log, RequestLog } from '../log.ts';
import { findFreePort } from './listen.ts';
import type { LiveServer, ServeSettings } from './live_server.ts';
import type { FromServerThread, ServerThreadData, ToServerThread } from './server_thread.ts';
import type { SharedBuild } from './shared_build.ts';

/** Before a thread that ended by itself is replaced, so that one that cannot live costs little. */
const restartDelay = 1_000;
/** Past what a thread's own close may take; a process that was told to end is gone within ten seconds. */
const closeTimeout = serverLimits.announceTime + serverLimits.closeTimeout + 500;

/**
 * Serves from several threads over one copy of the artefact's bytes. Each has its own queue of connections on the one
 * port (SO_REUSEPORT) and lives as long as the server: a new build comes to it as a message, so that no queue is lost.
 */
export async function serveByThreads(
  count: number,
  settings: ServeSettings,
  build: SharedBuild,
  log: Log,
  logRequest: RequestLog,
): Promise<LiveServer> {
  const port = await findFreePort(settings.host, settings.port);
  /** Number of the build that answers: every thread looks here at each request, so that all change in one moment. */
  const turn = new Int32Array(new SharedArrayBuffer(4));
  const threads = new Set<Worker>();
  let current = build;
  let lastTurn = 0;
  let closing = false;

  /** @returns a promise of its listening; rejects when it ends before */
  function start(): Promise<void> {
    const data: ServerThreadData = {
      settings: { ...settings, port },
      build: current,
      turn,
      number: Atomics.load(turn, 0),
    };
    const thread = new Worker(new URL('./server_thread.ts', import.meta.url), { workerData: data });
    threads.add(thread);
    return new Promise((resolve, reject) => {
      let reason = 'it ended';
      let listens = false;
      thread.on('message', (message: FromServerThread) => {
        if (message.kind === 'log') log(message.line);
        else if (message.kind === 'answered') logRequest(message.answered);
        else if (message.kind === 'refused') reason = message.reason;
        else if (message.kind === 'listening') {
          listens = true;
          resolve();
        }
      });
      thread.on('error', (error: Error) => {
        // Before it listens nothing of a request can be in it.
        reason = listens ? describeFailure(error) : (error.stack ?? error.message);
      });
      thread.once('exit', () => {
        threads.delete(thread);
        if (!listens) reject(failed(reason));
        else if (!closing) replace(reason);
      });
    });
  }

  function replace(reason: string): void {
    log(`A server thread ended and is replaced: ${reason}`);
    setTimeout(() => {
      if (!closing) start().catch((error: Error) => replace(error.message));
    }, restartDelay).unref();
  }

  async function swap(next: SharedBuild): Promise<void> {
    const number = ++lastTurn;
    const isPrepared = (answer: FromServerThread) => answer.kind === 'prepared' && answer.number === number;
    const answers = await Promise.all(
      [...threads].map((thread) => exchange(thread, { kind: 'prepare', number, build: next }, isPrepared)),
    );
    for (const answer of answers) {
      if (answer?.kind === 'prepared' && answer.fault !== null) throw failed(answer.fault);
    }
    current = next;
    Atomics.store(turn, 0, number);
  }

  async function close(): Promise<void> {
    closing = true;
    const ended = [...threads].map((thread) => once(thread, 'exit'));
    const overdue = setTimeout(() => {
      for (const thread of threads) void thread.terminate();
    }, closeTimeout);
    // Answered by one thread, clients would come back to the port of another that is about to close.
    await Promise.all([...threads].map((thread) => exchange(thread, { kind: 'stop-listening' }, isStopped)));
    for (const thread of threads) thread.postMessage({ kind: 'finish' } satisfies ToServerThread);
    await Promise.all(ended);
    clearTimeout(overdue);
  }

  try {
    await Promise.all(Array.from({ length: count }, start));
  } catch (error) {
    await close();
    throw error;
  }
  return { port, swap, close };
}

function isStopped(message: FromServerThread): boolean {
  return message.kind === 'stopped-listening';
}

/** Sends a message and waits for the one that answers it. @returns null when the thread ends meanwhile */
function exchange(
  thread: Worker,
  message: ToServerThread,
  isAnswer: (answer: FromServerThread) => boolean,
): Promise<FromServerThread | null> {
  return new Promise((resolve) => {
    const finish = (answer: FromServerThread | null) => {
      thread.off('message', onMessage).off('exit', onExit);
      resolve(answer);
    };
    const onExit = () => finish(null);
    const onMessage = (answer: FromServerThread) => {
      if (isAnswer(answer)) finish(answer);
    };
    thread.on('message', onMessage).once('exit', onExit);
    thread.postMessage(message);
  });
}
