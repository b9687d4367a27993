import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { checkFolder } from '../check_paths.ts';
import { CommandError } from '../command_error.ts';
import { type DevFlags, wholeNumber } from '../options.ts';
import { createProgress, type Terminal } from '../terminal.ts';
import { createDevLog, type DevLog } from './dev_log.ts';
import type { BuiltInDev, DevThreadData, FromDevThread, ToDevThread } from './dev_thread.ts';
import type { BuildThread } from './serve_builds.ts';

const defaultPoll = '500';
/** Milliseconds until the thread is terminated at shutdown. */
const closeTimeout = 2_000;

/**
 * `catchword dev`: serves a folder and answers from a new build after each edit, until a signal ends it. It writes nothing but the
 * cache of builds, and a feedback store only where `--feedback` names one.
 */
export async function dev(folder: string, flags: DevFlags, terminal: Terminal): Promise<number> {
  const began = performance.now();
  checkFolder(folder, 'serve');
  const log = createDevLog(folder, terminal);
  const data = { folder, flags, environment: { ...terminal.environment }, poll: readPoll(flags.poll) };
  const thread = startThread(data, log, terminal);
  try {
    // The thread bakes while the modules of the server are loaded.
    const { serveBuilds } = await import('./serve_builds.ts');
    return await serveBuilds({ folder, thread, log, began }, flags, terminal);
  } catch (error) {
    await thread.terminate();
    throw error;
  }
}

/** Interval of checking every file, in milliseconds; null when the system reports changes. */
function readPoll(poll: string | true | undefined): number | null {
  if (poll === undefined) return null;
  const text = poll === true ? defaultPoll : poll;
  return wholeNumber(text, 50, 99_999, `Cannot check files every "${text}" ms`);
}

function startThread(
  data: DevThreadData,
  log: DevLog,
  terminal: Terminal,
): BuildThread & { terminate(): Promise<number> } {
  const thread = new Worker(new URL('./dev_thread.ts', import.meta.url), { workerData: data });
  const tell = (message: ToDevThread) => thread.postMessage(message);
  const progress = createProgress(terminal);
  /** Messages that nobody has received yet: an edit may be built while the server still starts. */
  const kept: FromDevThread[] = [];
  let receive = (message: FromDevThread): void => void kept.push(message);
  let reason = 'no reason was reported';
  const first = new Promise<BuiltInDev>((resolve, reject) => {
    let isFirst = true;
    thread.on('message', (message: FromDevThread) => {
      if (!isFirst) return receive(message);
      if (message.kind === 'progress') return progress.show(message.done, message.total);
      progress.clear();
      if (message.kind === 'notice') return log.notice(message.text);
      isFirst = false;
      if (message.kind === 'built') resolve(message);
      else if (message.kind === 'failed') reject(new CommandError(message.reason, message.exitCode));
    });
    thread.on('error', (error: Error) => {
      reason = error.message;
      reject(error);
    });
    thread.once('exit', () => reject(new CommandError('Cannot build: the build thread ended.', 1)));
  });
  // Awaited later: a refused setting comes first.
  first.catch(() => {});
  return {
    first,
    bakeAll: () => tell({ kind: 'bake-all' }),
    follow(receiver) {
      receive = receiver;
      for (const message of kept.splice(0)) receive(message);
      thread.on('exit', (code) => {
        if (code !== 0)
          log.notice(`The build thread has ended: ${reason}. Edits are no longer noticed; restart the command.`);
      });
    },
    async close() {
      if (thread.threadId === -1) return;
      const ended = once(thread, 'exit');
      tell({ kind: 'close' });
      const overdue = setTimeout(() => void thread.terminate(), closeTimeout);
      await ended;
      clearTimeout(overdue);
    },
    terminate: () => thread.terminate(),
  };
}
