import { createHmac } from 'node:crypto';
import { type OwnerRecord, timestamp } from './feedback_record.ts';
import type { FeedbackStore } from './feedback_store.ts';
import type { PublicAbout } from './public_feedback.ts';

/** Where notices go, and what they contain. */
export interface Webhook {
  readonly address: string;
  /** The key of the signature: `whsec_` and 24 to 64 bytes in base64. */
  readonly secret: string;
  /** Whether a notice contains what the sender wrote: the message, and `about` as sent. */
  readonly includeMessage: boolean;
}

/** Why a notice was not accepted: `timeout`, `unreachable`, or the status of the answer, as in `status-500`. */
type NoticeFailure = 'timeout' | 'unreachable' | `status-${number}`;

/** Milliseconds in which a receiver must answer. */
const DEADLINE = 10_000;
const PREFIX = 'whsec_';

/** Whether a secret has the form of Standard Webhooks, from `openssl rand -base64 32`. */
export function isWebhookSecret(secret: string): boolean {
  if (!/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/.test(secret)) return false;
  const { length } = Buffer.from(secret.slice(PREFIX.length), 'base64');
  return length >= 24 && length <= 64;
}

/**
 * The body of a notice.
 * @param about the part of the submission's `about` that may be shown
 * @example {"type":"feedback.missing","timestamp":"2026-11-21T09:30:00Z","data":{"id":"...","kind":"missing",...}}
 */
export function renderNotice(record: OwnerRecord, about: string | null, includeMessage: boolean): string {
  const { id, kind, severity } = record;
  const submittedAt = timestamp(record.submittedAt);
  const data = includeMessage
    ? { id, kind, severity, about: record.about, submittedAt, message: record.message }
    : { id, kind, severity, about, submittedAt };
  return JSON.stringify({ type: `feedback.${kind}`, timestamp: submittedAt, data });
}

/**
 * The fields of a signed notice (https://www.standardwebhooks.com).
 * @param seconds since 1970, when it is sent: receivers refuse old ones
 */
export function signNotice(
  id: string,
  seconds: number,
  body: string,
  secret: string,
): Readonly<Record<string, string>> {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': `v1,${signature}` };
}

/**
 * Sends a notice once. Any 2xx status accepts it. Redirects are not followed, and the content of the answer is not
 * read.
 * @param now milliseconds since 1970
 * @param signal aborts when the server ends
 * @returns null when it was accepted
 */
export async function sendNotice(
  { address, secret }: Webhook,
  id: string,
  body: string,
  now: number,
  signal: AbortSignal,
  deadline = DEADLINE,
): Promise<NoticeFailure | null> {
  const late = AbortSignal.timeout(deadline);
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'catchword',
        connection: 'close',
        ...signNotice(id, Math.floor(now / 1_000), body, secret),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, late]),
    });
    await response.body?.cancel().catch(() => undefined);
    return response.ok ? null : `status-${response.status}`;
  } catch {
    // The error may quote the address, which may have a token in it.
    return late.aborted ? 'timeout' : 'unreachable';
  }
}

interface DeliveryOptions {
  readonly store: FeedbackStore;
  readonly webhook: Webhook;
  readonly publicAbout: PublicAbout;
  /** Milliseconds since 1970, UTC. */
  readonly now: () => number;
  /** Aborts when the server ends. */
  readonly signal: AbortSignal;
  readonly deadline?: number;
}

/** A failed delivery. Times are in milliseconds. */
interface FailedDelivery {
  readonly failure: NoticeFailure;
  /** How many times it was tried. */
  readonly tries: number;
  /** Until the next try. */
  readonly delay: number;
}

interface Delivered {
  readonly sent: number;
  /** The failure that ended the pass, or null. */
  readonly failed: FailedDelivery | null;
}

/** Maximum number of notices in one pass. */
const MOST = 200;
/**
 * Milliseconds until a claimed notice is due again. Longer than a try takes, so that no other node sends it meanwhile;
 * a notice that was claimed before a crash is sent again.
 */
const CLAIM = 60_000;
const FIRST_DELAY = 10_000;
const LONGEST_DELAY = 3_600_000;

/** Milliseconds from a failed try to the next one: 10 seconds, doubled each time, up to an hour. @param tries so far, from 1 */
export function retryDelay(tries: number): number {
  return Math.min(FIRST_DELAY * 2 ** Math.min(tries - 1, 20), LONGEST_DELAY);
}

/**
 * Sends the notices that are due, oldest first, until one fails, so that a receiver that is down gets one request in
 * each pass. A notice is removed from the store after its receiver accepted it, so it is sent at least once, and
 * perhaps twice with the same `webhook-id`.
 * @throws StoreUnavailable
 */
export async function deliverNotices(options: DeliveryOptions): Promise<Delivered> {
  const { store, webhook, publicAbout, now, signal, deadline } = options;
  for (let sent = 0; sent < MOST; sent++) {
    const claimed = signal.aborted ? null : await store.claimNotice(now(), now() + CLAIM);
    if (claimed === null) return { sent, failed: null };
    const { record, tries } = claimed;
    const body = renderNotice(record, await publicAbout(record.about), webhook.includeMessage);
    const failure = await sendNotice(webhook, record.id, body, now(), signal, deadline);
    if (failure !== null) {
      const delay = retryDelay(tries);
      await store.postponeNotice(record.id, now() + delay);
      return { sent, failed: { failure, tries, delay } };
    }
    await store.finishNotice(record.id);
  }
  return { sent: MOST, failed: null };
}
