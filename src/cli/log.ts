import { hostname } from 'node:os';
import type { LoggedObservation, Observation, Observe, RequestAnswered } from '../observation/observation.ts';
import { traceIdOf } from '../protocol/traceparent.ts';
import { countOf } from '../text/count_of.ts';
import { visibleJson, visibleLines } from '../text/visible.ts';
import { misused } from './command_error.ts';
import { paintErr, type Terminal } from './terminal.ts';

const LOG_FORMATS = ['json', 'text'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

export function readLogFormat(named: string | undefined, { errIsTerminal }: Terminal): LogFormat {
  if (named === undefined || named === '') return errIsTerminal ? 'text' : 'json';
  const format = LOG_FORMATS.find((each) => each === named);
  if (format === undefined) throw misused(`Cannot write a log as "${named}": expected json or text.`);
  return format;
}

/** Levels of pino: https://getpino.io/#/docs/api?id=loggerlevels-object */
const LEVELS = { info: 30, warn: 40, error: 50 } as const;

type Level = keyof typeof LEVELS;
type Logged<Kind> = Extract<LoggedObservation, { readonly kind: Kind }>;

/** The level of each observation, and its text for people: a line without a newline. */
const lines: {
  readonly [Kind in LoggedObservation['kind']]: readonly [Level, (observed: Logged<Kind>) => string];
} = {
  'request-answered': [
    'info',
    ({ method, path, status, milliseconds }) =>
      `${method ?? '-'} ${path ?? '-'} ${status} ${milliseconds.toFixed(1)} ms`,
  ],
  'request-failed': ['error', ({ method, failure }) => `Failed while answering ${method}: ${failure}`],
  'store-made': ['info', ({ file }) => `Created a feedback store: ${file}`],
  'store-left-out': ['warn', ({ reason }) => `${reason} Pages are served without feedback, as with --feedback none.`],
  'store-unavailable': ['error', ({ reason }) => reason],
  'roll-up-failed': ['error', ({ failure }) => `Failed to update the public feedback counts: ${failure}`],
  'miss-count-failed': [
    'error',
    ({ failure }) => `Failed to write the counts of searches that found nothing: ${failure}`,
  ],
  'notice-failed': [
    'warn',
    ({ failure, tries, delay }) =>
      `The webhook did not accept a notification (${failure}): this was attempt ${tries}, and the next is in ${delay / 1_000} s.`,
  ],
  'disk-low': [
    'warn',
    ({ left, needed }) =>
      `The feedback store's disk has ${left} MiB left; the store may need ${needed} MiB. While the disk is full, submissions are refused.`,
  ],
  'disk-recovered': ['info', ({ left }) => `The feedback store's disk has ${left} MiB left, which is enough.`],
  'site-baked': [
    'info',
    ({ pages, files, seconds, warnings }) =>
      `Built ${countOf(pages, 'page')} from ${countOf(files, 'file')} in ${seconds} s, with ${countOf(warnings, 'warning')}.`,
  ],
  'build-unstamped': ['info', ({ reason }) => reason],
  'settings-unused': ['warn', ({ reason }) => reason],
  'build-swapped': [
    'info',
    ({ source, commit, content }) =>
      `Reloaded "${source}": serving commit ${commit ?? 'none'}, content ${content ?? 'none'}.`,
  ],
  'build-unchanged': ['info', ({ source }) => `Reloaded "${source}": nothing has changed.`],
  'build-refused': ['error', ({ reason }) => `${reason}. Still serving the previous build.`],
  'content-damaged': ['error', ({ reason }) => `${reason}. Requests that need this part fail.`],
  'watch-lost': [
    'warn',
    ({ source, reason }) => `Cannot watch the folder of "${source}": ${reason}. Send SIGHUP to reload.`,
  ],
  'thread-replaced': ['error', ({ reason }) => `A server thread ended and was replaced: ${reason}`],
};

function isLogged(observation: Observation): observation is LoggedObservation {
  return Object.hasOwn(lines, observation.kind);
}

interface LogOrigin {
  readonly pid: number;
  readonly hostname: string;
}

/**
 * Writes a line on standard error for each observation that is logged: text that begins with the time, or a JSON object in the
 * format of pino with `level`, `time`, `pid`, `hostname`, `event`, the fields of the event, and `msg`.
 * @param now milliseconds since 1970
 */
export function createLog(
  format: LogFormat,
  terminal: Terminal,
  now: () => number,
  origin: LogOrigin = { pid: process.pid, hostname: hostname() },
): Observe {
  const paint = paintErr(terminal);
  return (observation) => {
    if (!isLogged(observation)) return;
    const [level, render] = lines[observation.kind];
    const msg = render(observation as never);
    const time = now();
    if (format === 'text') {
      const line = visibleLines(msg);
      const painted = level === 'info' ? line : paint(level === 'warn' ? 'warning' : 'error', line);
      terminal.err(`${new Date(time).toISOString()}  ${painted}\n`);
      return;
    }
    const head = { level: LEVELS[level], time, ...origin, event: observation.kind };
    terminal.err(`${visibleJson({ ...head, ...fieldsOf(observation), msg })}\n`);
  };
}

function fieldsOf({ kind: _, ...fields }: LoggedObservation): object {
  return 'traceparent' in fields ? requestFields(fields) : fields;
}

/** Rounds times to the microsecond. `trace_id` is what OpenTelemetry names the trace in logs. */
function requestFields({ traceparent, problem, milliseconds, ...fields }: Omit<RequestAnswered, 'kind'>): object {
  return {
    ...fields,
    milliseconds: Math.round(milliseconds * 1_000) / 1_000,
    ...(problem === null ? {} : { problem }),
    ...(traceparent === null ? {} : { traceparent, trace_id: traceIdOf(traceparent) }),
  };
}
