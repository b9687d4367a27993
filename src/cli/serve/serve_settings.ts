/** Reads the settings of `catchword serve` from flags, environment and configuration file. */
import { availableParallelism } from 'node:os';
import { SITE_FILES, type SiteFile } from '../../discovery/site_file.ts';
import { isWebhookSecret, type Webhook } from '../../feedback/notices/send_notice.ts';
import { KINDS, type Kind } from '../../feedback/submission.ts';
import { isNetwork } from '../../http/node/trusted_proxies.ts';
import { canonicalOrigin } from '../../protocol/canonical_origin.ts';
import { isLoopbackHost } from '../../protocol/host.ts';
import { type BakeFlags, findConfig } from '../build/bake_content.ts';
import { misused } from '../command_error.ts';
import { feedbackAddress, type StoreFlags } from '../feedback/feedback_settings.ts';
import { type Config, webOrigin } from '../settings/config.ts';
import { isSet, readConfig } from '../settings/read_config.ts';
import type { SearchFlags } from '../settings/search_settings.ts';
import type { Terminal } from '../terminal.ts';
import { readCacheSize } from './cache_size.ts';
import type { McpSettings, ServeSettings } from './live_server.ts';
import type { MetricsAddress } from './metrics_server.ts';
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
 * A flag overrides the environment, and the environment overrides the configuration file.
 *
 * @throws CommandError with exit code 2 for an invalid value, as do the functions below
 */
export function readServeSettings(
  source: string,
  flags: ServeFlags,
  environment: Terminal['environment'],
): Omit<ServeSettings, 'cacheBytes'> {
  const host = flags.host ?? (environment.CATCHWORD_HOST || defaultHost);
  const config = readConfig(findConfig(source, flags, environment), environment);
  return {
    host,
    port: parsePort(flags.port ?? (environment.CATCHWORD_PORT || environment.PORT || defaultPort)),
    nativeQuery: flags.nativeQuery ?? isSet(environment.CATCHWORD_NATIVE_QUERY),
    gatePassword: environment.CATCHWORD_GATE_PASSWORD ?? null,
    feedback: readFeedbackSettings(flags, environment, config.notify),
    mcp: readMcpSettings(host, config, flags),
    home: readHome(source, flags, environment),
    siteFiles: readSiteFiles(flags, config),
    trustedProxies: readTrustedProxies(source, flags, environment),
    countMisses: config.countMisses ?? false,
    logsRequests: flags.logRequests ?? isSet(environment.CATCHWORD_LOG_REQUESTS),
    countsMetrics: readMetricsAddress(flags, environment) !== null,
  };
}

/** Where metrics are answered; null: nowhere. */
export function readMetricsAddress(flags: ServeFlags, environment: Terminal['environment']): MetricsAddress | null {
  const text = flags.metrics ?? (environment.CATCHWORD_METRICS || null);
  if (text === null) return null;
  const [, host, port] = /^(?:\[([^\]\s]+)\]|[^\s:[\]]+):(\d{1,5})$/.exec(text) ?? [];
  if (port === undefined || Number(port) > 65_535) {
    throw misused(`Cannot answer metrics on "${text}": HOST:PORT is expected, such as 127.0.0.1:9464 or [::1]:9464.`);
  }
  return { host: host ?? text.slice(0, text.lastIndexOf(':')), port: Number(port) };
}

/**
 * Where notices of feedback are sent; null: nowhere. The secret of the environment overrides that of the file.
 * @throws CommandError (exit 2) also where misses are to be counted or notices to be sent and there is no store
 */
export function readWebhook(source: string, flags: ServeFlags, environment: Terminal['environment']): Webhook | null {
  const { notify, countMisses = false } = readConfig(findConfig(source, flags, environment), environment);
  const hasStore = feedbackAddress(flags, environment) !== null;
  if (countMisses && !hasStore) {
    throw misused(
      'Cannot count misses without a feedback store: name one with --feedback, or set countMisses to false.',
    );
  }
  if (notify === undefined) return null;
  if (!hasStore) {
    throw misused('Cannot notify of feedback without a feedback store: name one with --feedback, or remove notify.');
  }
  const secret = environment.CATCHWORD_NOTIFY_SECRET || notify.secret;
  if (secret === undefined) {
    throw misused(
      'Cannot notify without a secret: set CATCHWORD_NOTIFY_SECRET, or notify.secret in the configuration.',
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

/** The site files that the server has: as the flag names them, else the configuration, else all. */
function readSiteFiles({ siteFiles: text }: ServeFlags, config: Config): readonly SiteFile[] {
  if (text === undefined) return config.siteFiles ?? SITE_FILES;
  if (text === 'none') return [];
  const names = splitList(text);
  const wrong = names.find((name) => !SITE_FILES.some((file) => file === name));
  if (wrong === undefined) return SITE_FILES.filter((file) => names.includes(file));
  const known = new Intl.ListFormat('en', { type: 'disjunction' }).format(SITE_FILES);
  throw misused(`Cannot serve "${wrong}" of --site-files: "none" is expected, or names separated by commas: ${known}.`);
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

/** Null: off. A server on a loopback address answers agents unless it is told not to, as they run on the same machine. */
function readMcpSettings(host: string, config: Partial<Config>, flags: ServeFlags): McpSettings | null {
  const { mcp, mcpOrigins = [], mcpFeedback = false } = config;
  const isLoopback = isLoopbackHost(host);
  if (!(flags.mcp ?? mcp ?? isLoopback)) return null;
  return { isLoopback, origins: mcpOrigins, takesFeedback: mcpFeedback };
}

function readFeedbackSettings(
  flags: ServeFlags,
  environment: Terminal['environment'],
  notify: Config['notify'],
): FeedbackSettings | null {
  const store = feedbackAddress(flags, environment);
  if (store === null) return null;
  const origins = splitList(flags.feedbackOrigins ?? environment.CATCHWORD_FEEDBACK_ORIGINS ?? '').map(readOrigin);
  const isNoticed = (kind: Kind) => notify !== undefined && (notify.events?.includes(`feedback.${kind}`) ?? true);
  const noticeKinds = KINDS.filter(isNoticed);
  return { ...store, origins, cronSecret: environment.CATCHWORD_CRON_SECRET || null, noticeKinds };
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
