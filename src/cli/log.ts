import type { Answered } from '../http/answers/answered.ts';
import { misused } from './command_error.ts';
import type { Terminal } from './terminal.ts';

/** Takes a line for the owner, without its line end. */
export type Log = (line: string) => void;

/** Takes what became of a request. */
export type RequestLog = (answered: Answered) => void;

export const LOG_FORMATS = ['json', 'text'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

/** @returns the format named, else text for a person and JSON for a program that reads the lines */
export function readLogFormat(named: string | undefined, { errIsTerminal }: Terminal): LogFormat {
  if (named === undefined || named === '') return errIsTerminal ? 'text' : 'json';
  const format = LOG_FORMATS.find((each) => each === named);
  if (format === undefined) throw misused(`Cannot write a log as "${named}": json and text are the formats.`);
  return format;
}

export interface Logs {
  readonly log: Log;
  readonly logRequest: RequestLog;
}

/** Writes lines on standard error, one JSON object or one line of text each. @param now milliseconds since 1970 */
export function createLog(format: LogFormat, terminal: Terminal, now: () => number): Logs {
  const write = (members: object, text: string): void => {
    const line = format === 'json' ? JSON.stringify({ time: new Date(now()).toISOString(), ...members }) : text;
    terminal.err(`${line}\n`);
  };
  return {
    log: (message) => write({ message }, message),
    logRequest: (answered) => write(withShortTime(answered), requestText(answered)),
  };
}

/** Times are told to the microsecond. */
function withShortTime(answered: Answered): Answered {
  return { ...answered, milliseconds: Math.round(answered.milliseconds * 1_000) / 1_000 };
}

function requestText({ method, path, status, milliseconds }: Answered): string {
  return `${method ?? '-'} ${path ?? '-'} ${status} ${milliseconds.toFixed(1)} ms`;
}
