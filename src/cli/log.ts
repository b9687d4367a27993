import type { Observation, Observe, RequestAnswered } from '../observation/observation.ts';
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

/**
 * Writes a line on standard error for each observation: text, or a JSON object with `time`, `event` and either the fields of a
 * request or of a bake, or a `message`.
 * @param now milliseconds since 1970
 */
export function createLog(format: LogFormat, terminal: Terminal, now: () => number): Observe {
  return (observation) => {
    if (format === 'text') {
      terminal.err(`${renderObservation(observation)}\n`);
      return;
    }
    const time = new Date(now()).toISOString();
    terminal.err(`${JSON.stringify({ time, event: observation.kind, ...membersOf(observation) })}\n`);
  };
}

function membersOf(observation: Observation): object {
  if (observation.kind === 'request-answered') return fieldsOf(observation);
  if (observation.kind !== 'site-baked') return { message: renderObservation(observation) };
  const { kind: _, ...fields } = observation;
  return fields;
}

/** Rounds times to the microsecond. */
function fieldsOf({ method, path, status, milliseconds, bytes }: RequestAnswered): object {
  return { method, path, status, milliseconds: Math.round(milliseconds * 1_000) / 1_000, bytes };
}
