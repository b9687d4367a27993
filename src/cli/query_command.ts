import { overrideHeader } from '../discovery/resources.ts';
import type { ApiRequest } from '../http/requests/api_request.ts';
import { createService } from '../http/service.ts';
import type { BakeFlags } from './bake_content.ts';
import { misused } from './command_error.ts';
import { openSource } from './open_source.ts';
import type { Terminal } from './terminal.ts';

export interface QueryFlags extends BakeFlags {
  readonly get?: string;
  readonly body?: string;
  readonly accept?: string;
}

/** `catchword query`: one request, answered in process as the server would. Exit code 0 for a success, else 1. */
export async function query(source: string, flags: QueryFlags, terminal: Terminal): Promise<number> {
  const request = createRequest(flags);
  const corpus = await openSource(source, flags, terminal, () => {});
  const { status, body } = await createService({ corpus }).answer(request);
  if (body !== null) terminal.out(body);
  if (terminal.outIsTerminal) terminal.out('\n');
  return status < 400 ? 0 : 1;
}

function createRequest({ get, body, accept }: QueryFlags): ApiRequest {
  if ((get === undefined) === (body === undefined)) {
    throw misused('Cannot query: name one request, either --get PATH or --body JSON.');
  }
  if (get !== undefined && !get.startsWith('/')) throw misused(`Cannot query "${get}": a path begins with "/".`);
  const content = new TextEncoder().encode(body ?? '');
  const fields = new Map(accept === undefined ? [] : [['accept', accept]]);
  if (body !== undefined) fields.set('content-type', 'application/json').set(overrideHeader, 'QUERY');
  return {
    method: body === undefined ? 'GET' : 'POST',
    // A shell hands on what a client would have escaped.
    target: (get ?? '/api/pages').toWellFormed().replaceAll(/[^\x21-\x7e]+/gu, encodeURIComponent),
    scheme: 'http',
    hasBody: body !== undefined,
    header: (name) => fields.get(name),
    headerLines: (name) => (fields.has(name) ? [fields.get(name) ?? ''] : []),
    body: async (cap) => (content.length > cap ? 'too-large' : content),
  };
}
