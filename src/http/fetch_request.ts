import type { Answer } from './answers/answer.ts';
import type { ApiRequest } from './requests/api_request.ts';
import { ContentBuffer } from './requests/content_buffer.ts';
import type { Service } from './service.ts';

/**
 * A service as a function from Request to Response, for any runtime that has the Fetch API. The runtime has already normalised the
 * address of a Request and removed dot segments.
 */
export function handlerOf(service: Pick<Service, 'answer'>): (request: Request) => Promise<Response> {
  return (request) => {
    const answer = service.answer(new FetchRequest(request));
    return answer instanceof Promise ? answer.then(toResponse) : Promise.resolve(toResponse(answer));
  };
}

/** A Request as the service reads it. */
export class FetchRequest implements ApiRequest {
  readonly method: string;
  readonly target: string;
  readonly scheme: 'http' | 'https';
  readonly arrivedAt = performance.now();
  readonly #request: Request;
  readonly #host: string;
  #body: Promise<Uint8Array | 'too-large' | 'aborted'> | null = null;

  constructor(request: Request) {
    // The address is absolute and normalised, so it needs no parser: scheme://host/path?query#fragment.
    const { url } = request;
    const host = url.indexOf('://') + 3;
    const path = url.indexOf('/', host);
    const fragment = url.indexOf('#', path);
    this.method = request.method;
    this.target = fragment === -1 ? url.slice(path) : url.slice(path, fragment);
    this.scheme = url.startsWith('https:') ? 'https' : 'http';
    this.#request = request;
    this.#host = url.slice(host, path);
  }

  get hasBody(): boolean {
    const declared = this.header('content-length');
    // Look at `body` last: some runtimes create a stream for it when it is read.
    return declared === undefined ? this.#request.body !== null : Number(declared) > 0;
  }

  get signal(): AbortSignal {
    return this.#request.signal;
  }

  header(name: string): string | undefined {
    return this.#request.headers.get(name) ?? (name === 'host' ? this.#host : undefined);
  }

  headerLines(name: string): readonly string[] {
    const value = this.header(name);
    return value === undefined ? [] : [value];
  }

  body(cap: number): Promise<Uint8Array | 'too-large' | 'aborted'> {
    // An answer that is made again reads the same body.
    this.#body ??= readBody(this.#request, cap);
    return this.#body;
  }
}

async function readBody(request: Request, cap: number): Promise<Uint8Array | 'too-large' | 'aborted'> {
  const declared = request.headers.get('content-length');
  if (Number(declared) > cap) return 'too-large';
  try {
    const bytes = declared === null ? await readChunks(request.body, cap) : new Uint8Array(await request.arrayBuffer());
    return bytes.length > cap ? 'too-large' : bytes;
  } catch {
    return 'aborted';
  }
}

/**
 * Reads a body without Content-Length. Other bodies are read whole, because reading chunks costs more than the answer.
 * @returns the bytes read, at most one chunk more than the cap
 */
async function readChunks(stream: ReadableStream<Uint8Array> | null, cap: number): Promise<Uint8Array> {
  const content = new ContentBuffer();
  for await (const chunk of stream ?? []) {
    content.append(chunk);
    if (content.length > cap) break;
  }
  return content.bytes();
}

export function toResponse({ status, headers, body }: Answer): Response {
  // `encodeBody`: Cloudflare Workers would compress a body again that has a content coding.
  const init = { status, headers: fieldsOf(headers), encodeBody: 'manual' };
  return new Response(body === null ? null : unshared(body), init);
}

/** Copies bytes of the artefact where it is in shared memory, which a Response does not accept. */
function unshared(body: Uint8Array): Uint8Array<ArrayBuffer> {
  return body.buffer instanceof ArrayBuffer ? (body as Uint8Array<ArrayBuffer>) : body.slice();
}

/** Caches `Headers` objects by the list they were made from: cached answers bring the same list each time. */
const fieldsByList = new WeakMap<readonly string[], Headers>();

function fieldsOf(list: readonly string[]): Headers {
  let fields = fieldsByList.get(list);
  if (fields === undefined) {
    fields = new Headers();
    for (let at = 0; at < list.length; at += 2) fields.append(list[at] ?? '', list[at + 1] ?? '');
    fieldsByList.set(list, fields);
  }
  return fields;
}
