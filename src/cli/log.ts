import { hostname } from 'node:os';
import { isLogged, type LoggedObservation, type Observe, type RequestAnswered } from '../observation/observation.ts';
import { traceIdOf } from '../protocol/traceparent.ts';
import { misused } from './command_error.ts';
import { renderObservation } from './render_observation.ts';
import type { Terminal } from './terminal.ts';

export const LOG_FORMATS = ['json', 'text'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

/** @returns the named format, else text on a terminal and JSON elsewhere */
export function readLogFormat(named: string | undefined, { errIsTerminal }: Terminal): LogFormat {
  if (named === undefined || named === '') return errIsTerminal ? 'text' : 'json';
  const format = LOG_FORMATS.find((each) => each === named);
  if (format === undefined) throw misused(`Cannot write a log as "${named}": json and text are the formats.`);
  return format;
}

/** Levels of pino: https://getpino.io/#/docs/api?id=loggerlevels-object */
const LEVELS = { info: 30, warn: 40, error: 50 } as const;

const levels: Readonly<Record<LoggedObservation['kind'], keyof typeof LEVELS>> = {
  'request-answered': 'info',
  'request-failed': 'error',
  'store-made': 'info',
  'store-left-out': 'warn',
  'store-unavailable': 'error',
  'roll-up-failed': 'error',
  'miss-count-failed': 'error',
  'notice-failed': 'warn',
  'disk-low': 'warn',
  'disk-recovered': 'info',
  'site-baked': 'info',
  'build-unstamped': 'info',
  'build-swapped': 'info',
  'build-unchanged': 'info',
  'build-refused': 'error',
  'content-damaged': 'error',
  'watch-lost': 'warn',
  'thread-replaced': 'error',
};

/** What every JSON line names as its origin. */
export interface LogOrigin {
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
  return (observation) => {
    if (!isLogged(observation)) return;
    const msg = renderObservation(observation);
    const time = now();
    if (format === 'text') terminal.err(`${new Date(time).toISOString()}  ${msg}\n`);
    else terminal.err(`${JSON.stringify({ ...headOf(observation, time, origin), ...fieldsOf(observation), msg })}\n`);
  };
}

function headOf({ kind }: LoggedObservation, time: number, { pid, hostname }: LogOrigin): object {
  return { level: LEVELS[levels[kind]], time, pid, hostname, event: kind };
}

function fieldsOf(observation: LoggedObservation): object {
  if (observation.kind === 'request-answered') return requestFields(observation);
  const { kind: _, ...fields } = observation;
  return fields;
}

/** Rounds times to the microsecond. `trace_id` is what OpenTelemetry names the trace in logs. */
function requestFields({ kind: _, traceparent, problem, milliseconds, ...fields }: RequestAnswered): object {
  return {
    ...fields,
    milliseconds: Math.round(milliseconds * 1_000) / 1_000,
    ...(problem === null ? {} : { problem }),
    ...(traceparent === null ? {} : { traceparent, trace_id: traceIdOf(traceparent) }),
  };
}
