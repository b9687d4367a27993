/** Reads the settings of `catchword serve` from flags, environment and configuration file. */
import { availableParallelism } from 'node:os';
import { SITE_FILES, type SiteFile } from '../../discovery/resource.ts';
import { isWebhookSecret, type Webhook } from '../../feedback/notices.ts';
import { KINDS, type Kind } from '../../feedback/submission.ts';
import { isNetwork } from '../../http/node/trusted_proxies.ts';
import { canonicalOrigin } from '../../protocol/host.ts';
import type { BakeFlags } from '../build/bake_content.ts';
import { misused } from '../command_error.ts';
import { feedbackAddress, type StoreFlags } from '../feedback/feedback_settings.ts';
import { type Config, webOrigin } from '../settings/config.ts';
import { configOf, isSet } from '../settings/read_config.ts';
import type { SearchFlags } from '../settings/search_settings.ts';
import type { Terminal } from '../terminal.ts';
import type { ServeSettings } from './live_server.ts';
import type { MetricsAddress } from './metrics_server.ts';
import { readCacheSize } from './process_memory.ts';
import type { FeedbackSettings } from './thread_feedback.ts';

export interface ServeFlags extends BakeFlags, StoreFlags, SearchFlags {
  readonly host?: string;
  readonly port?: string;
  readonly workers?: string;
  readonly cache?: string;
  readonly nativeQuery?: boolean;
  /** False with --no-feedback-init. */
  readonly feedbackInit?: boolean;
  readonly feedbackOrigins?: string;
  readonly home?: string;
  readonly siteFiles?: string;
  readonly trustedProxies?: string;
  /** False with --no-mcp. */
  readonly mcp?: boolean;
  readonly rollupEvery?: string;
  readonly logFormat?: string;
  readonly logRequests?: boolean;
  readonly metrics?: string;
}

const defaultHost = '127.0.0.1';
const defaultPort = '4777';
const maxWorkers = 256;
const defaultMinutes = '5';

/**
 * A flag overrides the environment, and the environment overrides the configuration file. What shapes answers comes with the build
 * (`overrideSettings`), and here only by a flag.
 *
 * @throws CommandError with exit code 2 for an invalid value, as do the functions below
 */
export function readServeSettings(
  source: string,
  flags: ServeFlags,
  environment: Terminal['environment'],
): Omit<ServeSettings, 'cacheBytes'> {
  const config = configOf(source, flags, environment);
  return {
    host: readHost(flags, environment),
    port: parsePort(flags.port ?? (environment.CATCHWORD_PORT || environment.PORT || defaultPort)),
    gatePassword: environment.CATCHWORD_GATE_PASSWORD ?? null,
    feedback: readFeedbackSettings(flags, environment, config.notify),
    trustedProxies: readTrustedProxies(flags, config),
    logsRequests: flags.logRequests ?? isSet(environment.CATCHWORD_LOG_REQUESTS),
    countsMetrics: readMetricsAddress(flags, environment) !== null,
    ...readOverrides(flags),
  };
}

/** The options that override what the build declares. */
function readOverrides({ nativeQuery, home, siteFiles, mcp }: ServeFlags) {
  return {
    ...(nativeQuery === undefined ? {} : { nativeQuery }),
    ...(home === undefined ? {} : { home: readHome(home) }),
    ...(siteFiles === undefined ? {} : { siteFiles: readSiteFiles(siteFiles) }),
    ...(mcp === undefined ? {} : { mcp }),
  };
}

/** The address to listen on. */
export function readHost({ host }: Pick<ServeFlags, 'host'>, environment: Terminal['environment']): string {
  return host ?? (environment.CATCHWORD_HOST || defaultHost);
}

/** Where metrics are answered; null: nowhere. */
export function readMetricsAddress(flags: ServeFlags, environment: Terminal['environment']): MetricsAddress | null {
  const text = flags.metrics ?? (environment.CATCHWORD_METRICS || null);
  if (text === null) return null;
  const [, host, port] = /^(?:\[([^\]\s]+)\]|[^\s:[\]]+):(\d{1,5})$/.exec(text) ?? [];
  if (port === undefined || Number(port) > 65_535) {
    throw misused(`Cannot serve metrics on "${text}": HOST:PORT is expected, such as 127.0.0.1:9464 or [::1]:9464.`);
  }
  return { host: host ?? text.slice(0, text.lastIndexOf(':')), port: Number(port) };
}

/**
 * Where notices of feedback are sent; null: nowhere. The secret of the environment overrides that of the file.
 * @throws CommandError (exit 2) also where misses are to be counted or notices to be sent and there is no store
 */
export function readWebhook(source: string, flags: ServeFlags, environment: Terminal['environment']): Webhook | null {
  const { notify, countMisses = false } = configOf(source, flags, environment);
  const hasStore = feedbackAddress(flags, environment) !== null;
  if (countMisses && !hasStore) {
    throw misused('Cannot count misses: feedback is off. Name a store with --feedback, or set countMisses to false.');
  }
  if (notify === undefined) return null;
  if (!hasStore) {
    throw misused('Cannot notify of feedback: feedback is off. Name a store with --feedback, or remove notify.');
  }
  const secret = environment.CATCHWORD_NOTIFY_SECRET || notify.secret;
  if (secret === undefined) {
    throw misused(
      'Cannot notify of feedback: there is no secret. Set CATCHWORD_NOTIFY_SECRET, or notify.secret in the configuration.',
    );
  }
  if (!isWebhookSecret(secret)) {
    throw misused('Cannot use CATCHWORD_NOTIFY_SECRET: "whsec_" and 24 to 64 bytes in base64 are expected.');
  }
  return { address: notify.webhook, secret, includeMessage: notify.includeMessage ?? false };
}

/** Size of the caches of all workers together, in bytes; null for the default. */
export function readCacheSetting(
  source: string,
  flags: ServeFlags,
  environment: Terminal['environment'],
): number | null {
  const text = flags.cache ?? configOf(source, flags, environment).cache;
  return text === undefined ? null : readCacheSize(text);
}

/** Whether the explorer is at the root. */
function readHome(home: string): boolean {
  if (home === 'explore' || home === 'none') return home === 'explore';
  throw misused(`Cannot put "${home}" at the root: "explore" or "none" is expected.`);
}

/** The site files that the server has. */
function readSiteFiles(text: string): readonly SiteFile[] {
  if (text === 'none') return [];
  const names = splitList(text);
  const wrong = names.find((name) => !SITE_FILES.some((file) => file === name));
  if (wrong === undefined) return SITE_FILES.filter((file) => names.includes(file));
  const known = new Intl.ListFormat('en', { type: 'disjunction' }).format(SITE_FILES);
  throw misused(`Cannot serve "${wrong}" of --site-files: "none" is expected, or names separated by commas: ${known}.`);
}

function readTrustedProxies(flags: ServeFlags, config: Config): readonly string[] {
  if (flags.trustedProxies === undefined) return config.trustedProxies ?? [];
  const networks = splitList(flags.trustedProxies);
  const wrong = networks.find((network) => !isNetwork(network));
  if (wrong === undefined) return networks;
  throw misused(
    `Cannot trust "${wrong}" of --trusted-proxies: an IP address or a network such as 10.0.0.0/8 is expected.`,
  );
}

function readFeedbackSettings(
  flags: ServeFlags,
  environment: Terminal['environment'],
  notify: Config['notify'],
): FeedbackSettings | null {
  const store = feedbackAddress(flags, environment);
  if (store === null) return null;
  const origins = flags.feedbackOrigins === undefined ? null : splitList(flags.feedbackOrigins).map(readOrigin);
  const isNoticed = (kind: Kind) => notify !== undefined && (notify.events?.includes(`feedback.${kind}`) ?? true);
  const noticeKinds = KINDS.filter(isNoticed);
  return { ...store, origins, cronSecret: environment.CATCHWORD_CRON_SECRET || null, noticeKinds };
}

function readOrigin(text: string): string {
  const origin = webOrigin().safeParse(text).success ? canonicalOrigin(text) : null;
  if (origin !== null) return origin;
  throw misused(`Cannot accept feedback from "${text}": an origin such as "https://example.org" is expected.`);
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
    `Cannot start "${text}" workers: expected a number from 1 to ${maxWorkers}, or "all" for one per core.`,
  );
}
