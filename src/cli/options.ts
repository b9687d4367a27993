/** The options of all commands, each declared once: what help says of it, what sets it besides, and the type of what it gives. */

import { misused } from './command_error.ts';
import type { Environment } from './terminal.ts';

/** An option as commander writes it, what it does, and the values that it takes where they are few; the first is the default. */
export type OptionRow = readonly [spec: string, help: string, choices?: readonly string[]];

/** The options that a command was given, by the names of commander, as the type of its rows. */
export type FlagsOf<Rows extends readonly OptionRow[]> = {
  readonly [Row in Rows[number] as NameIn<Row[0]>]?: ValueIn<Row[0]>;
} & { readonly [Row in Extract<Rows[number], Choosing> as NameIn<Row[0]>]: Row[2][number] };

type Choosing = readonly [string, string, readonly string[]];

type NameIn<Spec extends string> = Spec extends `${infer Option} ${string}`
  ? NameIn<Option>
  : Spec extends `--no-${infer Name}` | `--${infer Name}`
    ? Camel<Spec extends `--no-${infer Rest}` ? Rest : Name>
    : never;

type Camel<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name;

type ValueIn<Spec extends string> = Spec extends `${string} <${string}`
  ? string
  : Spec extends `${string} [${string}`
    ? string | true
    : boolean;

const CONFIG = 'configuration (default: catchword.config.json in the folder';
const CURATION = [
  '--curation <file>',
  'search rules (default: catchword.curation.yaml beside the configuration)',
] as const;
const STORES = 'feedback store: sqlite:PATH, postgres://... or memory:';
const STORE_DEFAULT = '(default: $CATCHWORD_FEEDBACK, $DATABASE_URL, else sqlite:./data/feedback.db)';
const STORE_OR_NONE = `feedback store: sqlite:PATH, postgres://..., memory: or none ${STORE_DEFAULT}`;
const ALLOW_EMPTY = ['--allow-empty', 'allow a folder with no pages'] as const;
const NATIVE_QUERY = ['--native-query', 'accept the QUERY method itself, not only its method override'] as const;
const LOG_REQUESTS = ['--log-requests', 'log every response'] as const;

export const storeOptions = [['--feedback <address>', `${STORES} ${STORE_DEFAULT}`]] as const;
export type StoreFlags = FlagsOf<typeof storeOptions>;

export const searchOptions = [
  [
    '--search <url>',
    'OpenSearch cluster: https://user@host:9200/name, several hosts comma-separated (default: $CATCHWORD_SEARCH)',
  ],
  [
    '--search-ca <file>',
    "CA certificates to trust for the cluster, in PEM (default: $CATCHWORD_SEARCH_CA, else the system's)",
  ],
] as const;
export type SearchFlags = FlagsOf<typeof searchOptions>;

export const bakeOptions = [
  ['--config <file>', `${CONFIG}, or beside the artefact)`],
  CURATION,
  ['--commit <sha>', "commit to stamp responses with (default: HEAD of the folder's checkout if it is clean)"],
  ['--local', 'omit the content stamp, so responses have no ETag'],
  ALLOW_EMPTY,
  ['--allow-missing', 'build even if some folders named in the settings cannot be read'],
] as const;
export type BakeFlags = FlagsOf<typeof bakeOptions>;

export const serveOptions = [
  ...bakeOptions,
  ['--host <address>', 'address to listen on (default: $CATCHWORD_HOST, else 127.0.0.1)'],
  ['--port <number>', 'port to listen on, 0 for any (default: $CATCHWORD_PORT, $PORT, else 4777)'],
  ['--workers <number>', 'worker threads, or "all" for one per core (default: 1)'],
  ['--cache <size>', "memory for caches, such as 64M; 0 = none (default: a share of the container's memory)"],
  NATIVE_QUERY,
  ['--home <what>', 'what to show at the root: explore or none (default: explore)'],
  ['--site-files <names>', 'files to serve at the root, such as sitemap.xml, comma-separated, or none (default: all)'],
  ['--trusted-proxies <list>', 'addresses and networks whose Forwarded headers are trusted, comma-separated'],
  ['--feedback <address>', STORE_OR_NONE],
  ['--no-feedback-init', "refuse to start if the feedback store's file is missing"],
  ['--feedback-origins <list>', "origins whose scripts may submit feedback, besides the site's own, comma-separated"],
  ['--rollup-every <minutes>', 'minutes between updates of the public feedback counts; 0 = never (default: 5)'],
  ['--mcp', 'serve MCP at /mcp (default: only on a loopback address)'],
  ['--no-mcp', 'disable /mcp'],
  ['--metrics <host:port>', 'serve Prometheus metrics at /metrics on this address (default: off)'],
  LOG_REQUESTS,
  ['--log-format <format>', 'json or text (default: text on a terminal, else json)'],
] as const;
export type ServeFlags = FlagsOf<typeof serveOptions> & SearchFlags;

/**
 * The options of `serve` that are no key of the configuration: the variables that set them too, the first one first, and their value
 * otherwise, or words for it. Also what only a variable sets.
 */
export const processSettings = {
  config: [['CATCHWORD_CONFIG'], 'catchword.config.json in the folder, or beside the artefact'],
  curation: [['CATCHWORD_CURATION'], 'catchword.curation.yaml beside the configuration'],
  commit: [['CATCHWORD_COMMIT'], 'HEAD of a clean checkout'],
  local: [['CATCHWORD_LOCAL'], false],
  allowEmpty: [[], false],
  allowMissing: [[], false],
  host: [['CATCHWORD_HOST'], '127.0.0.1'],
  port: [['CATCHWORD_PORT', 'PORT'], '4777'],
  workers: [['CATCHWORD_WORKERS'], '1'],
  feedback: [['CATCHWORD_FEEDBACK', 'DATABASE_URL'], 'sqlite:./data/feedback.db'],
  feedbackInit: [[], true],
  rollupEvery: [['CATCHWORD_ROLLUP_EVERY'], '5'],
  metrics: [['CATCHWORD_METRICS'], null],
  logRequests: [['CATCHWORD_LOG_REQUESTS'], false],
  logFormat: [['CATCHWORD_LOG_FORMAT'], 'text on a terminal, else json'],
  searchCa: [['CATCHWORD_SEARCH_CA'], "the system's"],
  searchPassword: [['CATCHWORD_SEARCH_PASSWORD'], null],
  searchPasswordFile: [['CATCHWORD_SEARCH_PASSWORD_FILE'], null],
  gatePassword: [['CATCHWORD_GATE_PASSWORD'], null],
  notifySecret: [['CATCHWORD_NOTIFY_SECRET'], 'notify.secret in the configuration'],
  cronSecret: [['CATCHWORD_CRON_SECRET'], null],
} as const satisfies Readonly<Record<string, readonly [variables: readonly string[], fallback: unknown]>>;

/** The text of a setting of the process: as it was given, else by the first of its variables that is set. */
export function givenText(
  name: Exclude<keyof typeof processSettings & keyof ServeFlags, BooleanFlag>,
  flags: ServeFlags,
  environment: Environment,
): string | undefined {
  return flags[name] ?? processSettings[name][0].map((each) => environment[each]).find(Boolean);
}

type BooleanFlag = { [Name in keyof ServeFlags]: boolean extends ServeFlags[Name] ? Name : never }[keyof ServeFlags];

/**
 * A whole number, without more digits than the largest has.
 * @param cannot the beginning of the message for another text
 * @throws CommandError (exit 2)
 */
export function wholeNumber(
  text: string,
  least: number,
  most: number,
  cannot: string,
  range = `from ${least} to ${most}`,
) {
  const isNumber = /^\d+$/.test(text) && text.length <= String(most).length;
  if (isNumber && Number(text) >= least && Number(text) <= most) return Number(text);
  throw misused(`${cannot}: expected a whole number ${range}.`);
}

const STATIC = ['--static <folder>', 'folder for the files of a search that does not need a server'] as const;
const FIRST_SEARCH = [
  '--first-search <kilobytes>',
  'maximum size, in kB, of the scripts and tables that a browser loads before the first search; a larger search is an error (default: 2048)',
] as const;

export const buildOptions = [
  ...bakeOptions,
  ['--out <file>', 'path of the artefact (required without --static)'],
  STATIC,
  FIRST_SEARCH,
  ['--pages <file>', "JSON file with the pages and their addresses, from the site's generator"],
  ['--json', 'print the summary as one JSON document on stdout'],
] as const;
export type BuildFlags = FlagsOf<typeof buildOptions>;

export const exportOptions = [
  STATIC,
  FIRST_SEARCH,
  ['--json', 'print the summary as one JSON document on stdout'],
] as const;
export type ExportFlags = FlagsOf<typeof exportOptions>;

export const REPORT_FORMATS = ['text', 'json', 'github', 'junit', 'sarif'] as const;

/** The rules of `check`: its own, those of warnings of a build, and those of settings. */
export const CHECK_RULES: readonly string[] = [
  ...['all', 'dead-link', 'dead-anchor', 'missing-image', 'redirect-chain', 'duplicate-alias', 'duplicate-path'],
  ...[
    'front-matter',
    'unreadable-date',
    'path',
    'unreadable',
    'unread-folder',
    'other-site',
    'no-page',
    'encoding',
    'control-character',
  ],
  ...[
    'file-name',
    'include',
    'mdx',
    'markdown',
    'collection',
    'field',
    'ignore-pattern',
    'origin',
    'served-path',
    'curation',
  ],
  ...['dead-external', 'orphan', 'unused-image', 'unknown-component'],
];

export const checkOptions = [
  ['--config <file>', `${CONFIG})`],
  CURATION,
  ['--strict', 'exit with code 1 if there are findings'],
  ['--format <format>', 'format of the report', REPORT_FORMATS],
  ['--external <file>', 'also check links to other sites; the file stores the results'],
  ['--rule <name>', 'rule to report; "all" excludes orphan, unused-image and unknown-component', CHECK_RULES],
] as const;
export type CheckFlags = FlagsOf<typeof checkOptions>;

export const devOptions = [
  ['--config <file>', `${CONFIG})`],
  CURATION,
  ['--host <address>', 'address to listen on (default: $CATCHWORD_HOST, else 127.0.0.1)'],
  [
    '--port <number>',
    'port to listen on, or the next free one; 0 for any (default: $CATCHWORD_PORT, $PORT, else 4777)',
  ],
  [
    '--poll [milliseconds]',
    'check every file at this interval, in ms (default: 500), for file systems that do not report changes',
  ],
  ['--feedback <address>', `${STORES} (default: none; $CATCHWORD_FEEDBACK and $DATABASE_URL are ignored)`],
  NATIVE_QUERY,
  ALLOW_EMPTY,
  ['--allow-missing', 'start even if some folders named in the settings cannot be read'],
  LOG_REQUESTS,
] as const;
export type DevFlags = FlagsOf<typeof devOptions>;

/** Pages of the largest site of which `dev` answers an edit soon although it computes the site's own space again. */
export const LARGEST_ORDERED = 1_000;

export const publishOptions = [
  ...searchOptions,
  [
    '--from <content>',
    'publish a folder of Markdown of any size instead of an artefact, without loading it all into memory',
  ],
  ['--config <file>', 'configuration for --from (default: catchword.config.json in the folder)'],
  ['--curation <file>', 'search rules for --from (default: catchword.curation.yaml beside the configuration)'],
  ['--commit <sha>', 'commit to stamp responses with, for --from (default: as for build)'],
  ['--allow-missing', 'with --from: publish even if some folders named in the settings cannot be read'],
  ['--keep <number>', 'builds to keep in the cluster, including this one (default: 2)'],
  ['--shards <number>', 'primary shards (default: one per 250,000 pages)'],
  ['--replicas <number>', 'replicas of each shard (default: 1 in a cluster of two nodes or more, else 0)'],
  ['--repair', 'resend pages that are missing or damaged in the cluster'],
  ['--json', 'print the summary as one JSON document on stdout'],
] as const;
export type PublishFlags = FlagsOf<typeof publishOptions>;

export const queryOptions = [
  ...bakeOptions,
  ['--get <path>', 'path and parameters of a GET request, such as /api/pages?q=...'],
  ['--body <json>', 'body of a QUERY request to /api/pages'],
  ['--accept <types>', 'value of the Accept header'],
] as const;
export type QueryFlags = FlagsOf<typeof queryOptions>;

export const evalOptions = [
  ...bakeOptions,
  ['--against <artefact>', 'compare with another artefact or folder; exit with code 1 if search is worse'],
  ['--allow <number>', 'how far MRR and nDCG may fall below those of --against, from 0 to 1 (default: 0)'],
  ['--address <name>', 'send queries to /api/search or /api/pages', ['search', 'pages']],
  ['--show', 'list every query with its rank'],
  ['--json', 'print one JSON document'],
] as const;
export type EvalFlags = FlagsOf<typeof evalOptions>;

export const initOptions = [
  [
    '--origin <address>',
    "address of the site (default: from the generator's settings, else none; with --github, its address on GitHub Pages)",
  ],
  ['--title <text>', "name of the site (default: from the generator's settings, else the folder's name)"],
  ['--docker', 'also write a Containerfile and compose files'],
  ['--systemd', 'also write a systemd unit'],
  ['--fly', 'also write a Containerfile and fly.toml'],
  ['--github', 'also write a GitHub workflow that builds, checks and publishes'],
  ['--dry-run', 'show what would be written without writing it'],
] as const;
export type InitFlags = FlagsOf<typeof initOptions>;

const JSON_DOCUMENT = ['--json', 'print one JSON document'] as const;
export const configOptions = [...serveOptions, JSON_DOCUMENT] as const;
export type ConfigFlags = FlagsOf<typeof configOptions> & SearchFlags;

export const doctorOptions = [
  ['--config <file>', `${CONFIG}, or beside the artefact)`],
  ['--host <address>', 'address that serve will listen on (default: $CATCHWORD_HOST, else 127.0.0.1)'],
  ['--port <number>', 'port that serve will listen on (default: $CATCHWORD_PORT, $PORT, else 4777)'],
  ['--feedback <address>', STORE_OR_NONE],
  ['--json', 'print the result as one JSON document'],
] as const;
export type DoctorFlags = FlagsOf<typeof doctorOptions>;

export const formatOptions = [...storeOptions, ['--json', 'write JSON'], ['--csv', 'write CSV']] as const;
export type FormatFlags = FlagsOf<typeof formatOptions>;

const choiceOptions = [
  ['--kind <kind>', 'submissions of this kind'],
  ['--severity <severity>', 'submissions of this severity'],
  ['--about <subject>', 'submissions about this page or tool'],
  ['--since <time>', 'submissions from this time on: a day, a time, or an age such as 2h or 3d'],
  ['--until <time>', 'submissions before this time'],
] as const;
export type ChoiceFlags = FlagsOf<typeof choiceOptions>;

export const listOptions = [...formatOptions, ...choiceOptions] as const;
export type ListedFlags = FlagsOf<typeof listOptions>;

export const subjectsOptions = [...storeOptions, ['--json', 'write JSON'], ...choiceOptions] as const;
export type SubjectsFlags = FlagsOf<typeof subjectsOptions>;

export const watchOptions = [...storeOptions, ['--json', 'write each submission as one line of JSON']] as const;
export const missesOptions = [...storeOptions, ['--json', 'write JSON']] as const;
export type ListFlags = FlagsOf<typeof missesOptions>;

export const changeOptions = [
  ...storeOptions,
  ...choiceOptions,
  ['--dry-run', 'print the submissions without changing them'],
  ['--source <source>', 'site whose public counts to update (default: $CATCHWORD_SOURCE, unless --feedback is given)'],
] as const;
export type ChangeFlags = FlagsOf<typeof changeOptions>;
