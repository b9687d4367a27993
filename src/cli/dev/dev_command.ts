import { checkFolder } from '../build/check_folder.ts';
import { misused } from '../command_error.ts';
import type { DevFlags } from '../options.ts';
import type { Terminal } from '../terminal.ts';
import { firstBuild, openInbox, startThread } from './build_thread.ts';
import { createDevLog } from './dev_log.ts';

const defaultPoll = '500';

/**
 * `catchword dev`: serves a folder and answers from a new build after each edit, until a signal ends it. It writes nothing but the
 * cache of builds, and a feedback store only where `--feedback` names one.
 */
export async function dev(folder: string, flags: DevFlags, terminal: Terminal): Promise<number> {
  const began = performance.now();
  checkFolder(folder, 'serve');
  const { config, allowEmpty, allowMissing } = flags;
  const thread = startThread({
    ...{ folder, environment: { ...terminal.environment }, poll: readPoll(flags.poll) },
    flags: {
      ...(config === undefined ? {} : { config }),
      ...(allowEmpty === undefined ? {} : { allowEmpty }),
      ...(allowMissing === undefined ? {} : { allowMissing }),
    },
  });
  const log = createDevLog(folder, terminal);
  try {
    const inbox = openInbox(thread);
    const first = firstBuild(thread, inbox, log, terminal);
    // Awaited later: a refused setting comes first.
    first.catch(() => {});
    // The thread bakes while the modules of the server are loaded.
    const { serveBuilds } = await import('./serve_builds.ts');
    return await serveBuilds({ folder, thread, inbox, first, log, began }, flags, terminal);
  } catch (error) {
    await thread.terminate();
    throw error;
  }
}

/** Interval of checking every file, in milliseconds; null when the system reports changes. */
function readPoll(poll: string | true | undefined): number | null {
  if (poll === undefined) return null;
  const text = poll === true ? defaultPoll : poll;
  if (/^\d{2,5}$/.test(text) && Number(text) >= 50) return Number(text);
  throw misused(`Cannot check files every "${text}" ms: a number from 50 to 99999 is expected.`);
}
