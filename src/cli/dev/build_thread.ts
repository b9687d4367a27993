/** The thread that builds, as the command sees it. */

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { CommandError } from '../command_error.ts';
import { createProgress, type Terminal } from '../terminal.ts';
import type { DevLog } from './dev_log.ts';
import type { BuiltInDev, DevThreadData, FromDevThread, ToDevThread } from './dev_thread.ts';

/** Milliseconds until the thread is terminated at shutdown. */
const closeTimeout = 2_000;

/** Starts the thread that watches and bakes. */
export function startThread(data: DevThreadData): Worker {
  return new Worker(new URL('./dev_thread.ts', import.meta.url), { workerData: data });
}

/** Sends a message to the thread. */
export function tell(thread: Worker, message: ToDevThread): void {
  thread.postMessage(message);
}

type Receive = (message: FromDevThread) => void;

/** The messages of the thread. They are kept until a receiver takes them: an edit may be built while the server still starts. */
export interface Inbox {
  /** Passes the kept messages, and all later ones, to a receiver. */
  take(receive: Receive): void;
  /** Keeps later messages until the next `take`. */
  hold(): void;
}

/** Receives from now on. */
export function openInbox(thread: Worker): Inbox {
  const kept: FromDevThread[] = [];
  let receiver: Receive | null = null;
  thread.on('message', (message: FromDevThread) => {
    if (receiver === null) kept.push(message);
    else receiver(message);
  });
  return {
    take(receive) {
      receiver = receive;
      for (const message of kept.splice(0)) receive(message);
    },
    hold() {
      receiver = null;
    },
  };
}

/** @throws CommandError when the site cannot be built */
export function firstBuild(thread: Worker, inbox: Inbox, log: DevLog, terminal: Terminal): Promise<BuiltInDev> {
  const progress = createProgress(terminal);
  return new Promise<BuiltInDev>((resolve, reject) => {
    inbox.take((message) => {
      if (message.kind === 'progress') return progress.show(message.done, message.total);
      progress.clear();
      if (message.kind === 'notice') return log.notice(message.text);
      inbox.hold();
      if (message.kind === 'built') resolve(message);
      else if (message.kind === 'failed') reject(new CommandError(message.reason, message.exitCode));
    });
    thread.once('error', reject);
    thread.once('exit', () => reject(new CommandError('Cannot build: the thread that builds ended.', 1)));
  });
}

/** Reports it when the thread ends by itself, as when it runs out of memory. */
export function tellEnd(thread: Worker, log: DevLog): void {
  thread.removeAllListeners('error');
  thread.removeAllListeners('exit');
  let reason = 'it ended';
  thread.on('error', (error: Error) => {
    reason = error.message;
  });
  thread.on('exit', (code) => {
    if (code !== 0) log.notice(`The thread that builds has ended: ${reason}. Edits are no longer seen; start again.`);
  });
}

/** Ends the thread, by force after a time limit. */
export async function closeThread(thread: Worker): Promise<void> {
  if (thread.threadId === -1) return;
  const ended = once(thread, 'exit');
  tell(thread, { kind: 'close' });
  const overdue = setTimeout(() => void thread.terminate(), closeTimeout);
  await ended;
  clearTimeout(overdue);
}
