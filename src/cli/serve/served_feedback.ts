import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { FeedbackStore } from '../../feedback/feedback_store.ts';
import type { Webhook } from '../../feedback/notices/send_notice.ts';
import type { FeedbackOptions } from '../../http/resources/feedback_options.ts';
import type { Observe } from '../../observation/observation.ts';
import { CommandError } from '../command_error.ts';
import { mayCreate, storeFile, tryOpen } from '../feedback/feedback_settings.ts';
import { startNotices } from './notices.ts';
import { observeStore } from './observe_store.ts';
import { startRollUps } from './roll_ups.ts';
import type { OpenedBuild } from './source/served_source.ts';
import { type FeedbackSettings, feedbackOn } from './thread_feedback.ts';
import { watchDisk } from './watch_disk.ts';

/**
 * Opens the feedback store of this process, and creates a missing SQLite file where `mayCreate` allows it. Null when
 * feedback is off, or when no store was configured and the default one cannot be created.
 */
export async function openServedFeedback(
  settings: FeedbackSettings | null,
  init: boolean,
  observe: Observe,
): Promise<FeedbackOptions | null> {
  if (settings === null) return null;
  const { address, isNamed } = settings;
  const create = init && mayCreate(address);
  let store: FeedbackStore;
  try {
    store = await tryOpen(address, create);
  } catch (error) {
    // A store that exists must be used: only a missing, unconfigured one may be skipped.
    const isOptional = create && !isNamed && !existsSync(storeFile(address) ?? '');
    if (!isOptional || !(error instanceof CommandError)) throw error;
    observe({ kind: 'store-left-out', reason: error.message });
    return null;
  }
  if (create) observe({ kind: 'store-made', file: storeFile(address)! });
  // Do not wait: pages are served even if the store is down. The log tells the owner before a visitor notices.
  void store.checkHealth().catch((error: Error) => observe({ kind: 'store-unavailable', reason: error.message }));
  return feedbackOn(store, settings);
}

/** Watches the disk of an SQLite store; null for any other. */
export function watchStoreDisk(settings: FeedbackSettings | null, observe: Observe): { stop(): void } | null {
  const file = settings === null ? null : storeFile(settings.address);
  return file === null ? null : watchDisk({ folder: dirname(resolve(file)), observe });
}

/** @param webhook null: no notices are sent */
export function startNoticesTo(
  webhook: Webhook | null,
  store: FeedbackStore,
  build: OpenedBuild,
  observe: Observe,
): ReturnType<typeof startNotices> | null {
  return webhook === null ? null : startNotices({ store, webhook, publicAbout: () => build.subjects, observe });
}

/** @param every minutes; 0: never */
export function startObservedRollUps(
  opened: FeedbackStore,
  build: OpenedBuild,
  every: number,
  observe: Observe,
): { stop(): void } | null {
  const { store } = observeStore(opened, observe);
  // Observes how old the aggregate is. Failures of the store are reported elsewhere.
  void store.readAggregate().catch(() => undefined);
  return every === 0 ? null : startRollUps({ store, publicAbout: () => build.subjects, every, observe });
}
