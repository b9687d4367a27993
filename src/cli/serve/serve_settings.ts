/** Reads the settings of `catchword serve` from flags, environment and configuration file. */
import { availableParallelism } from 'node:os';
import { SITE_FILES, type SiteFile } from '../../discovery/resource.ts';
import { isWebhookSecret, type Webhook } from '../../feedback/notices.ts';
import { KINDS } from '../../feedback/submission.ts';
import { isNetwork } from '../../http/node/trusted_proxies.ts';
import { canonicalOrigin } from '../../protocol/host.ts';
import { misused } from '../command_error.ts';
import { feedbackAddress } from '../feedback/feedback_settings.ts';
import { givenText, processSettings, type ServeFlags, wholeNumber } from '../options.ts';
import { type Config, webOrigin } from '../settings/config.ts';
import { configOf, isSet } from '../settings/read_config.ts';
import type { Environment } from '../terminal.ts';
import type { ServeSettings } from './live_server.ts';
import type { MetricsAddress } from './metrics_server.ts';
import { readCacheSize } from './process_memory.ts';
import type { FeedbackSettings } from './served_feedback.ts';

const maxWorkers = 256;

/**
 * All settings of `catchword serve`. A flag overrides the environment, and the environment overrides the configuration file.
 * @throws CommandError (exit 2) for an invalid value
 */
export function readAllSettings(source: string, flags: ServeFlags, environment: Environment) {
  const workers = readWorkers(flags, environment);
  const requested = readServeSettings(source, flags, environment);
  const config = configOf(source, flags, environment);
  const webhook = readWebhook(config, flags, environment);
  const cache = flags.cache ?? config.cache;
  return {
    workers,
    requested,
    webhook,
    /** Size of the caches of all workers together, in bytes; null for the default. */
    cacheSize: cache === undefined ? null : readCacheSize(cache),
    rollUpEvery: readRollUpMinutes(flags, environment),
    metricsAddress: readMetricsAddress(flags, environment),
  };
}

/** The settings of the threads that answer. What shapes answers comes with the build (`overrideSettings`), and here only by a flag. */
export function readServeSettings(
  source: string,
  flags: ServeFlags,
  environment: Environment,
): Omit<ServeSettings, 'cacheBytes'> {
  const config = configOf(source, flags, environment);
  const { nativeQuery, home, siteFiles, mcp } = flags;
  return {
    host: givenText('host', flags, environment) ?? processSettings.host[1],
    port: readPort(givenText('port', flags, environment) ?? processSettings.port[1]),
    gatePassword: environment.CATCHWORD_GATE_PASSWORD ?? null,
    feedback: readFeedbackSettings(flags, environment, config.notify),
    trustedProxies: readTrustedProxies(flags, config),
    logsRequests: flags.logRequests ?? isSet(environment.CATCHWORD_LOG_REQUESTS),
    countsMetrics: readMetricsAddress(flags, environment) !== null,
    ...(nativeQuery === undefined ? {} : { nativeQuery }),
    ...(home === undefined ? {} : { home: readHome(home) }),
    ...(siteFiles === undefined ? {} : { siteFiles: readSiteFiles(siteFiles) }),
    ...(mcp === undefined ? {} : { mcp }),
  };
}

function readPort(text: string): number {
  return wholeNumber(text, 0, 65_535, `Cannot listen on port "${text}"`, 'from 0 (any) to 65535');
}

/** Where metrics are answered; null: nowhere. */
function readMetricsAddress(flags: ServeFlags, environment: Environment): MetricsAddress | null {
  const text = givenText('metrics', flags, environment);
  if (text === undefined) return null;
  const [, host, port] = /^(?:\[([^\]\s]+)\]|[^\s:[\]]+):(\d{1,5})$/.exec(text) ?? [];
  if (port === undefined || Number(port) > 65_535) {
    throw misused(`Cannot serve metrics on "${text}": expected HOST:PORT, such as 127.0.0.1:9464 or [::1]:9464.`);
  }
  return { host: host ?? text.slice(0, text.lastIndexOf(':')), port: Number(port) };
}

/**
 * Where notices of feedback are sent; null: nowhere. The secret of the environment overrides that of the file.
 * @throws CommandError (exit 2) also where misses are to be counted or notices to be sent and there is no store
 */
function readWebhook({ notify, countMisses }: Config, flags: ServeFlags, environment: Environment): Webhook | null {
  const hasStore = feedbackAddress(flags, environment) !== null;
  if (countMisses === true && !hasStore) {
    throw misused(
      'Cannot count misses: feedback is off. Specify a store with --feedback, or set countMisses to false.',
    );
  }
  if (notify === undefined) return null;
  if (!hasStore) {
    throw misused('Cannot send notifications: feedback is off. Specify a store with --feedback, or remove notify.');
  }
  const secret = environment.CATCHWORD_NOTIFY_SECRET || notify.secret;
  if (secret === undefined) {
    throw misused(
      'Cannot send notifications: there is no secret. Set CATCHWORD_NOTIFY_SECRET, or notify.secret in the configuration.',
    );
  }
  if (!isWebhookSecret(secret)) {
    throw misused('Cannot use CATCHWORD_NOTIFY_SECRET: expected "whsec_" followed by 24 to 64 bytes in base64.');
  }
  return { address: notify.webhook, secret, includeMessage: notify.includeMessage ?? false };
}

function readHome(home: string): boolean {
  if (home === 'explore' || home === 'none') return home === 'explore';
  throw misused(`Cannot show "${home}" at the root: expected "explore" or "none".`);
}

function readSiteFiles(text: string): readonly SiteFile[] {
  if (text === 'none') return [];
  const names = splitList(text);
  const wrong = names.find((name) => !SITE_FILES.some((file) => file === name));
  if (wrong === undefined) return SITE_FILES.filter((file) => names.includes(file));
  const known = new Intl.ListFormat('en', { type: 'disjunction' }).format(SITE_FILES);
  throw misused(`Cannot serve "${wrong}" from --site-files: expected "none", or comma-separated names: ${known}.`);
}

function readTrustedProxies(flags: ServeFlags, config: Config): readonly string[] {
  if (flags.trustedProxies === undefined) return config.trustedProxies ?? [];
  const networks = splitList(flags.trustedProxies);
  const wrong = networks.find((network) => !isNetwork(network));
  if (wrong === undefined) return networks;
  throw misused(
    `Cannot trust "${wrong}" from --trusted-proxies: expected an IP address, or a network such as 10.0.0.0/8.`,
  );
}

function readFeedbackSettings(
  flags: ServeFlags,
  environment: Environment,
  notify: Config['notify'],
): FeedbackSettings | null {
  const store = feedbackAddress(flags, environment);
  if (store === null) return null;
  const origins = flags.feedbackOrigins === undefined ? null : splitList(flags.feedbackOrigins).map(readOrigin);
  const noticeKinds = KINDS.filter((kind) => notify && (notify.events?.includes(`feedback.${kind}`) ?? true));
  return { ...store, origins, cronSecret: environment.CATCHWORD_CRON_SECRET || null, noticeKinds };
}

function readOrigin(text: string): string {
  const origin = webOrigin().safeParse(text).success ? canonicalOrigin(text) : null;
  if (origin !== null) return origin;
  throw misused(`Cannot accept feedback from "${text}": expected an origin such as "https://example.org".`);
}

function splitList(text: string): string[] {
  const parts = text.split(',').map((part) => part.trim());
  return parts.filter((part) => part !== '');
}

/** Minutes between roll-ups; 0 disables them. */
function readRollUpMinutes(flags: ServeFlags, environment: Environment): number {
  const text = givenText('rollupEvery', flags, environment) ?? processSettings.rollupEvery[1];
  const cannot = `Cannot update the public counts every "${text}" minutes`;
  return wholeNumber(text, 0, 1440, cannot, 'from 1 to 1440, or 0 for never');
}

function readWorkers(flags: ServeFlags, environment: Environment): number {
  const text = givenText('workers', flags, environment) ?? processSettings.workers[1];
  if (text === 'all') return availableParallelism();
  const range = `from 1 to ${maxWorkers}, or "all" for one per core`;
  return wholeNumber(text, 1, maxWorkers, `Cannot start "${text}" workers`, range);
}
