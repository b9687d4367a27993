import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import type {
  Header,
  OpenApiDocument,
  Operation,
  Parameter,
  Reference,
  RequestBody,
  Response,
} from '../../src/discovery/openapi/openapi_document.ts';
import { overrideHeader } from '../../src/discovery/resources.ts';
import { parseRequestTarget } from '../../src/protocol/request_target.ts';
import type { ReceivedAnswer, SentRequest } from '../conformance/transports.ts';
import { describedPlace } from './described_operation.ts';
import { createJudge, type Judge } from './described_schema.ts';

/** Fields of message framing, and fields that OpenAPI describes by other means (`Content-Type`). */
const framing = new Set(['content-type', 'content-length', 'date', 'connection', 'keep-alive', 'transfer-encoding']);

/** A page's own address answers as that of its Markdown, which the description has. */
function describedTarget(
  document: OpenApiDocument,
  { method = 'GET', target, headers = {} }: SentRequest,
  { status }: ReceivedAnswer,
) {
  const asksMarkdown = Object.values(headers).some((value) => String(value).includes('text/markdown'));
  const isDescribed =
    !asksMarkdown || status >= 400 || target === '*' || describedPlace(document, method, target, false) != null;
  return isDescribed ? target : `${target.replace(/\/$|\.html$/, '')}.md`;
}

/** Whether a page's own address leads a browser to where the page is shown. */
function leadsBrowsers(document: OpenApiDocument, { method = 'GET', target }: SentRequest, answer: ReceivedAnswer) {
  const isLed = answer.status === 303 && answer.headers.location?.startsWith('/explore/page/') === true;
  return isLed && describedPlace(document, method, target, false) == null;
}

/**
 * A function that checks every exchange of a test and throws if it does not match the description: path, method, status,
 * every field and the body of the response, and, unless the request was refused, its parameters and body.
 */
export function createExchangeRecorder(
  document: OpenApiDocument,
): (request: SentRequest, answer: ReceivedAnswer) => void {
  const judge = createJudge(document);
  return (request, answer) => {
    const { method = 'GET' } = request;
    const target = describedTarget(document, request, answer);
    // OPTIONS * is about the server, which a description of resources does not cover, nor the addresses of the site's own pages.
    if (target === '*' || leadsBrowsers(document, request, answer)) return;
    const isOverridden = Object.entries(request.headers ?? {}).some(
      ([name, value]) => name.toLowerCase() === overrideHeader && value === 'QUERY',
    );
    const place = describedPlace(document, method, target, isOverridden);
    const response = responseTo(document, place, method, target, answer);
    const faults = [...judgeAnswer(document, judge, response, method, answer)];
    if (answer.status < 300 && place?.operation !== undefined) {
      faults.push(...judgeRequest(document, judge, place.operation, request));
    }
    if (faults.length > 0) {
      throw new Error(`The description does not match ${method} ${target} -> ${answer.status}:\n${faults.join('\n')}`);
    }
  };
}

/** The description of the response status, or a text that says why there is none. */
function responseTo(
  document: OpenApiDocument,
  place: ReturnType<typeof describedPlace>,
  method: string,
  target: string,
  { status }: ReceivedAnswer,
): Response | string {
  const refused = document.components.responses.Refused!;
  if (place?.operation !== undefined) {
    const { responses } = place.operation;
    const response = responses[status] ?? (status >= 400 || method === 'OPTIONS' ? responses.default : undefined);
    if (response === undefined) return `${place.path} has no ${status}`;
    const whole = method === 'OPTIONS' && status >= 400 ? refused : resolve(document, 'responses', response);
    return method === 'HEAD' ? withoutContent(whole) : whole;
  }
  // A request that is not described must be refused, with one of the described refusals. The root is only there for browsers.
  const isAbsent = place === null || place.path.includes('{') || place.path === '/';
  if (status !== 401 && !(isAbsent && status === 404) && !(place !== null && status === 405)) {
    return `${place?.path ?? 'no path'} has no ${method}, so it must be refused`;
  }
  if (method === 'HEAD') return withoutContent(refused);
  // Browsers get a page for all that is refused in the explorer.
  const isExplored = /^\/(?:explore(?:[/?]|$)|$)/.test(target);
  return isExplored ? document.components.responses.RefusedPage! : refused;
}

function withoutContent({ content: _, ...response }: Response): Response {
  return response;
}

function* judgeAnswer(
  document: OpenApiDocument,
  judge: Judge,
  response: Response | string,
  method: string,
  answer: ReceivedAnswer,
): Generator<string> {
  if (typeof response === 'string') {
    yield response;
    return;
  }
  const described = new Map(
    Object.entries({ ...document['x-headers-of-every-response'], ...response.headers }).map(([name, header]) => [
      name.toLowerCase(),
      resolve<Partial<Header>>(document, 'headers', header),
    ]),
  );
  for (const [name, header] of described) {
    const value = answer.headers[name];
    if (value === undefined) {
      if (header.required === true) yield `the field ${name} is missing`;
      continue;
    }
    const schema = header.schema ?? {};
    const fault = judge(schema, read(value, schema.type === 'integer'));
    if (fault !== null) yield `the field ${name} is ${value}: ${fault}`;
  }
  for (const name of Object.keys(answer.headers)) {
    if (!framing.has(name) && !described.has(name)) yield `the field ${name} is not described`;
  }
  yield* judgeContent(judge, response, method, answer);
}

function* judgeContent(
  judge: Judge,
  { content }: Response,
  method: string,
  { status, headers, body }: ReceivedAnswer,
): Generator<string> {
  if (content === undefined) {
    if (body.length > 0) yield 'content is not described';
    if (method !== 'HEAD' && headers['content-type'] !== undefined) yield 'a media type is not described';
    return;
  }
  const mediaType = headers['content-type']?.split(';')[0] ?? '';
  const described = content[mediaType];
  if (described === undefined) {
    yield `the media type ${mediaType} is not described`;
    return;
  }
  if (mediaType === 'application/octet-stream') return;
  const text = new TextDecoder('utf-8', { fatal: true }).decode(decoded(body, headers['content-encoding']));
  const value = isJson(mediaType) ? JSON.parse(text) : text;
  const fault = judge(described.schema, value);
  if (fault !== null) yield `the body: ${fault}`;
  if (mediaType === 'application/problem+json' && value.status !== status) yield `the body: status is ${value.status}`;
}

/** A request that was answered must be valid by the description. */
function* judgeRequest(
  document: OpenApiDocument,
  judge: Judge,
  { parameters = [], requestBody }: Operation,
  { target, headers = {}, body }: SentRequest,
): Generator<string> {
  const search = new URLSearchParams(parseRequestTarget(target)?.search ?? '');
  const sent = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  for (const reference of parameters) {
    const { name, in: place, required, schema } = resolve<Parameter>(document, 'parameters', reference);
    if (place === 'path') continue;
    const value = place === 'query' ? search.get(name) : sent.get(name.toLowerCase());
    if (value === null || value === undefined) {
      if (required === true) yield `the request needs ${name}`;
      continue;
    }
    // A parameter that may be repeated is described as an array.
    const { type } =
      typeof schema.$ref === 'string' ? document.components.schemas[schema.$ref.split('/').at(-1)!]! : schema;
    const all = place === 'query' && type === 'array' ? search.getAll(name) : null;
    const fault = judge(schema, all ?? read(value, schema.type === 'integer'));
    if (fault !== null) yield `the parameter ${name} is ${value}: ${fault}`;
  }
  const described = resolve<RequestBody | undefined>(document, 'requestBodies', requestBody);
  const schema = described?.content['application/json']?.schema;
  if (schema === undefined || body === undefined || sent.get('content-type')?.includes('form') === true) return;
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const fault = judge(schema, JSON.parse(text.replace(/^\ufeff/, '')));
  if (fault !== null) yield `the body of the request: ${fault}`;
}

function resolve<Part>(
  { components }: OpenApiDocument,
  kind: 'responses' | 'requestBodies' | 'headers' | 'parameters',
  part: Part | Reference,
): Part {
  if (typeof part !== 'object' || part === null || !('$ref' in part)) return part as Part;
  return components[kind][part.$ref.split('/').at(-1)!] as Part;
}

/** A value of a field or parameter, converted to the type of its schema. */
function read(value: string, asInteger: boolean): unknown {
  return asInteger && /^\d+$/.test(value) ? Number(value) : value;
}

function decoded(body: Uint8Array, coding: string | undefined): Uint8Array {
  switch (coding) {
    case 'br':
      return brotliDecompressSync(body);
    case 'gzip':
      return gunzipSync(body);
    case 'zstd':
      return zstdDecompressSync(body);
    default:
      return body;
  }
}

function isJson(mediaType: string): boolean {
  return /[/+]json$/.test(mediaType);
}
