import type { Answer } from './answer.ts';
import type { ApiRequest } from './api_request.ts';
import { createService, type ServiceOptions } from './service.ts';

/**
 * The service as a function from Request to Response, for any runtime that has them. A Request's address is already
 * normalised by its runtime: dot segments are gone before this sees it.
 */
export function createHandler(options: ServiceOptions): (request: Request) => Promise<Response> {
  const service = createService(options);
  return async (request) => toResponse(await service.answer(fromRequest(request)));
}

function fromRequest(request: Request): ApiRequest {
  const { protocol, host } = new URL(request.url);
  const read = (name: string) => request.headers.get(name) ?? (name === 'host' ? host : undefined);
  return {
    method: request.method,
    target: request.url.slice(request.url.indexOf(host, protocol.length) + host.length).replace(/#.*$/s, ''),
    scheme: protocol === 'https:' ? 'https' : 'http',
    hasBody: request.body !== null,
    header: read,
    headerLines(name) {
      const value = read(name);
      return value === undefined ? [] : [value];
    },
    body: (cap) => readBody(request, cap),
  };
}

async function readBody(request: Request, cap: number): Promise<Uint8Array | 'too-large' | 'aborted'> {
  if (request.body === null) return new Uint8Array();
  if (Number(request.headers.get('content-length')) > cap) return 'too-large';
  const bytes = new Uint8Array(new ArrayBuffer(0, { maxByteLength: cap }));
  let length = 0;
  try {
    for await (const chunk of request.body) {
      if (length + chunk.length > cap) return 'too-large';
      bytes.buffer.resize(length + chunk.length);
      bytes.set(chunk, length);
      length += chunk.length;
    }
  } catch {
    return 'aborted';
  }
  return bytes.slice(0, length);
}

function toResponse({ status, headers, body }: Answer): Response {
  const fields = new Headers();
  for (let at = 0; at < headers.length; at += 2) fields.append(headers[at] ?? '', headers[at + 1] ?? '');
  return new Response(body as Uint8Array<ArrayBuffer> | null, { status, headers: fields });
}
