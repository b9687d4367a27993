/** Reads the settings of `catchword serve` from flags, environment and configuration file. */
import { availableParallelism } from 'node:os';
import { isNetwork } from '../../http/node/trusted_proxies.ts';
import { canonicalOrigin } from '../../protocol/canonical_origin.ts';
import { type BakeFlags, findConfig, isSet } from '../bake_content.ts';
import { misused } from '../command_error.ts';
import { webOrigin } from '../config.ts';
import { feedbackAddress, type StoreFlags } from '../feedback_settings.ts';
import { readConfig } from '../read_config.ts';
import type { Terminal } from '../terminal.ts';
import { readCacheSize } from './cache_size.ts';
import type { ServeSettings } from './live_server.ts';
import type { FeedbackSettings } from './thread_feedback.ts';

export interface ServeFlags extends BakeFlags, StoreFlags {
  readonly host?: string;
  readonly port?: string;
  readonly workers?: string;
  readonly cache?: string;
  readonly nativeQuery?: boolean;
  /** False with --no-feedback-init. */
  readonly feedbackInit?: boolean;
  readonly feedbackOrigins?: string;
  readonly home?: string;
  readonly trustedProxies?: string;
  readonly rollupEvery?: string;
  readonly logFormat?: string;
  readonly logRequests?: boolean;
}

const defaultHost = '127.0.0.1';
const defaultPort = '4777';
const maxWorkers = 256;
const defaultMinutes = '5';

/**
 * A flag overrides the environment, and the environment overrides the configuration file.
 *
 * @throws CommandError with exit code 2 for an invalid value, as do the functions below
 */
export function readServeSettings(
  source: string,
  flags: ServeFlags,
  environment: Terminal['environment'],
): Omit<ServeSettings, 'cacheBytes'> {
  return {
    host: flags.host ?? (environment.CATCHWORD_HOST || defaultHost),
    port: parsePort(flags.port ?? (environment.CATCHWORD_PORT || environment.PORT || defaultPort)),
    nativeQuery: flags.nativeQuery ?? isSet(environment.CATCHWORD_NATIVE_QUERY),
    gatePassword: environment.CATCHWORD_GATE_PASSWORD ?? null,
    feedback: readFeedbackSettings(flags, environment),
    home: readHome(source, flags, environment),
    trustedProxies: readTrustedProxies(source, flags, environment),
    logsRequests: flags.logRequests ?? isSet(environment.CATCHWORD_LOG_REQUESTS),
  };
}

/** Size of the caches of all workers together, in bytes; null for the default. */
export function readCacheSetting(
  source: string,
  flags: ServeFlags,
  environment: Terminal['environment'],
): number | null {
  const text = flags.cache ?? readConfig(findConfig(source, flags, environment), environment).cache;
  return text === undefined ? null : readCacheSize(text);
}

/** Whether the explorer is at the root. */
function readHome(source: string, { home, ...flags }: ServeFlags, environment: Terminal['environment']): boolean {
  if (home !== undefined && home !== 'explore' && home !== 'none') {
    throw misused(`Cannot put "${home}" at the root: "explore" or "none" is expected.`);
  }
  return (home ?? readConfig(findConfig(source, flags, environment), environment).home) !== 'none';
}

function readTrustedProxies(
  source: string,
  flags: ServeFlags,
  environment: Terminal['environment'],
): readonly string[] {
  if (flags.trustedProxies === undefined) {
    return readConfig(findConfig(source, flags, environment), environment).trustedProxies ?? [];
  }
  const networks = splitList(flags.trustedProxies);
  const wrong = networks.find((network) => !isNetwork(network));
  if (wrong === undefined) return networks;
  throw misused(
    `Cannot trust "${wrong}" of --trusted-proxies: an IP address or a network such as 10.0.0.0/8 is expected.`,
  );
}

function readFeedbackSettings(flags: ServeFlags, environment: Terminal['environment']): FeedbackSettings | null {
  const store = feedbackAddress(flags, environment);
  if (store === null) return null;
  const origins = splitList(flags.feedbackOrigins ?? environment.CATCHWORD_FEEDBACK_ORIGINS ?? '').map(readOrigin);
  return { ...store, origins, cronSecret: environment.CATCHWORD_CRON_SECRET || null };
}

function readOrigin(text: string): string {
  const origin = webOrigin().safeParse(text).success ? canonicalOrigin(text) : null;
  if (origin !== null) return origin;
  throw misused(`Cannot let scripts of "${text}" submit: an origin such as "https://example.org" is expected.`);
}

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Minutes between roll-ups; 0 disables them. */
export function readRollUpMinutes({ rollupEvery }: ServeFlags, environment: Terminal['environment']): number {
  const text = rollupEvery ?? (environment.CATCHWORD_ROLLUP_EVERY || defaultMinutes);
  if (/^\d{1,4}$/.test(text) && Number(text) <= 1440) return Number(text);
  throw misused(`Cannot roll up every "${text}" minutes: a number from 1 to 1440 is expected, or 0 for never.`);
}

function parsePort(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw misused(`Cannot listen on port "${text}": a port is a number from 0 (any) to 65535.`);
}

/** Number of worker threads, at least 1. */
export function readWorkers({ workers }: ServeFlags, environment: Terminal['environment']): number {
  const text = workers ?? (environment.CATCHWORD_WORKERS || '1');
  if (text === 'all') return availableParallelism();
  const count = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= maxWorkers) return count;
  throw misused(
    `Cannot serve by "${text}" workers: they are a number from 1 to ${maxWorkers}, or "all" for one a core.`,
  );
}
