import { allowedMethods, purposeOf, type Resource } from '../resources.ts';
import type { ApiFacts } from './api_facts.ts';
import { always, everyAnswer, fields, submissionAnswer } from './headers.ts';
import type { Headers, Operation, PathItem, Response, Responses } from './openapi_document.ts';
import { type ParameterName, parameterNamed } from './parameters.ts';
import { anyRequest, bodyRequest, type RefusalResponses, type Refused } from './refusals.ts';
import type { MethodDescription } from './resource_description.ts';
import type { TagName } from './tags.ts';

/** A resource's description without the type of its resource. */
export interface DescribedMethods {
  readonly tag: TagName;
  readonly GET?: MethodDescription;
  readonly POST?: MethodDescription;
  readonly QUERY?: MethodDescription;
}

/** What the operations of one resource are made from. */
interface Context {
  readonly resource: Resource;
  readonly described: DescribedMethods;
  readonly nativeQuery: boolean;
  readonly refusals: RefusalResponses;
  /** Name of the resource in operation ids. */
  readonly name: string;
  /** Refusals that every method can get. */
  readonly everywhere: readonly Refused[];
}

/** Every method of a resource: those described, HEAD as GET, and OPTIONS, which all have. */
export function buildPathItem(
  resource: Resource,
  described: DescribedMethods,
  { features }: ApiFacts,
  refusals: RefusalResponses,
): PathItem {
  const everywhere: readonly Refused[] = [
    ...anyRequest,
    ...(features.gated ? [401 as const] : []),
    ...(resource.variable === null && resource.onlyForHtml !== true ? [] : ['no-such-resource' as const]),
  ];
  const { nativeQuery } = features;
  const context: Context = { resource, described, nativeQuery, refusals, name: pascal(resource.name), everywhere };
  const { GET, POST, QUERY } = described;
  return {
    ...(GET !== undefined && { get: readOperation(context, 'get', GET), head: readOperation(context, 'head', GET) }),
    ...(QUERY !== undefined && POST === undefined && { post: queryOperation(context, QUERY, false) }),
    ...(POST !== undefined && {
      post: purposeOf(resource, 'POST') === 'rpc' ? rpcOperation(context, POST) : submitOperation(context, POST),
    }),
    options: optionsOperation(context),
    ...(QUERY !== undefined && { 'x-oai-additionalOperations': { QUERY: queryOperation(context, QUERY, true) } }),
  };
}

function readOperation(context: Context, method: 'get' | 'head', description: MethodDescription): Operation {
  const { resource, described, refusals, name, everywhere } = context;
  const refused: Refused[] = [...everywhere, 'not-acceptable', ...(description.refused ?? [])];
  const { content, headers } = success(resource, description);
  const whole = { description: `${resource.title}.`, headers };
  return {
    tags: [described.tag],
    operationId: `${method}${name}`,
    summary: description.summary,
    description:
      method === 'get' ? description.description : 'Answers as GET does, with the same fields and no content.',
    ...references([...(description.parameters ?? []), ...(resource.validator ? ['condition' as const] : [])]),
    responses: {
      200: method === 'get' ? { ...whole, content } : whole,
      ...(resource.validator && { 304: notModified }),
      ...refusals.answering(refused, method === 'get' ? null : 'Head'),
    },
  };
}

function submitOperation(context: Context, description: MethodDescription): Operation {
  const { resource, described, refusals, name } = context;
  const { QUERY } = described;
  const { content, requestBody } = description;
  const refused = [...refusedWithBody(context), ...(description.refused ?? []), ...(QUERY?.refused ?? [])];
  const headers = { ...submissionAnswer, ...fields('Cache-Control', 'Idempotency-Replayed') };
  return {
    tags: [described.tag],
    operationId: `submit${name}`,
    summary: description.summary,
    description: description.description,
    ...references(description.parameters ?? []),
    ...(requestBody !== undefined && { requestBody }),
    responses: {
      ...(QUERY !== undefined && { 200: overridden(resource, QUERY) }),
      201: { description: 'Recorded.', headers, content },
      303: { description: 'Recorded from a form.', headers: { ...headers, ...always('Location') } },
      ...refusals.answering(refused, 'Submission'),
    } as Responses,
  };
}

/** A message of another protocol: its faults are messages too, and only faults of HTTP are problem documents. */
function rpcOperation(context: Context, description: MethodDescription): Operation {
  const { described, refusals, name } = context;
  const { content, requestBody } = description;
  const headers = { ...submissionAnswer, ...fields('Cache-Control') };
  const refused = [
    ...refusedWithBody(context).filter((each) => each !== 'not-acceptable'),
    ...(description.refused ?? []),
  ];
  return {
    tags: [described.tag],
    operationId: `call${name}`,
    summary: description.summary,
    description: description.description,
    ...references(description.parameters ?? []),
    ...(requestBody !== undefined && { requestBody }),
    responses: {
      200: { description: 'The answer to a request.', headers, content },
      202: { description: 'A notification has no answer.', headers },
      ...refusals.answering(refused, 'Rpc'),
      403: { description: 'The origin or the host of the request may not use it.', headers, content },
      404: { description: 'There is no such method in the protocol.', headers, content },
    } as Responses,
  };
}

/** What the same POST answers under the override, for readers that do not know the extension for QUERY. */
function overridden(resource: Resource, description: MethodDescription): Response {
  const { content, headers } = success({ ...resource, validator: false }, description);
  return { description: 'To the QUERY that travels as POST under the method override.', headers, content };
}

/** @param native whether QUERY is the method itself, rather than POST with the override */
function queryOperation(context: Context, description: MethodDescription, native: boolean): Operation {
  const { resource, described, nativeQuery, refusals, name } = context;
  const refused = [...refusedWithBody(context), ...(description.refused ?? [])];
  const { content, headers } = success({ ...resource, validator: false }, description);
  const bare = nativeQuery
    ? 'The method by its own name (RFC 10008). It is answered as the POST with the override is.'
    : 'The method that the POST with the override stands for (RFC 10008). A bare QUERY is refused with 405 here, as edges do.';
  return {
    tags: [described.tag],
    operationId: native ? `query${name}Natively` : `query${name}`,
    summary: description.summary,
    description: native ? bare : description.description,
    ...references([...(native ? [] : ['override' as const]), ...(description.parameters ?? [])]),
    ...(description.requestBody !== undefined && { requestBody: description.requestBody }),
    responses: {
      200: {
        description: `${described.POST === undefined ? resource.title : description.summary}.`,
        headers,
        content,
      },
      ...refusals.answering(refused),
    },
  };
}

function optionsOperation({ resource, described, refusals, name, everywhere }: Context): Operation {
  const { parameters = [] } = described.GET ?? {};
  const inPath = parameters.filter((parameter) => resource.variable !== null && isInPath(parameter));
  return {
    tags: [described.tag],
    operationId: `options${name}`,
    summary: 'Methods of the resource',
    description: 'Names the methods, where this description is, and how a QUERY is sent to a resource that reads one.',
    ...references(inPath),
    responses: { 204: optionsAnswer(resource), ...refusals.answering(everywhere) } as Responses,
  };
}

/** Refusals that every method with a body can get. */
function refusedWithBody({ everywhere }: Context): readonly Refused[] {
  return [...everywhere, 'method-not-allowed', 'not-acceptable', ...bodyRequest];
}

function success({ validator }: Pick<Resource, 'validator'>, { content, headers }: MethodDescription) {
  const shared: Headers = {
    ...everyAnswer,
    ...fields('Cache-Control', 'Content-Encoding', ...(validator ? (['ETag', 'CDN-Cache-Control'] as const) : [])),
    ...always('Vary'),
  };
  return { content, headers: { ...shared, ...headers } };
}

/** RFC 9110 15.4.5: the fields that update a stored copy. */
const notModified: Response = {
  description: 'The caller holds the current answer.',
  headers: { ...everyAnswer, ...always('ETag'), ...fields('Cache-Control', 'CDN-Cache-Control'), ...always('Vary') },
};

function optionsAnswer(resource: Resource): Response {
  const queryable = resource.queryFormats.length > 0;
  return {
    description: 'Methods of the resource.',
    headers: {
      ...(isForSomeScripts(resource) ? { ...submissionAnswer, ...fields('Vary') } : everyAnswer),
      ...always('Allow', { const: allowedMethods(resource) }),
      ...always('Link'),
      ...(queryable && { ...always('Accept-Query'), ...always('method-override-required') }),
      ...fields('Access-Control-Allow-Methods', 'Access-Control-Allow-Headers', 'Access-Control-Max-Age'),
    },
  };
}

function isForSomeScripts(resource: Resource): boolean {
  const purpose = purposeOf(resource, 'POST');
  return purpose === 'submit' || purpose === 'rpc';
}

function references(names: readonly ParameterName[]) {
  return names.length === 0 ? {} : { parameters: names.map(parameterNamed) };
}

function isInPath(parameter: ParameterName): boolean {
  return parameter === 'page-path' || parameter === 'problem-slug' || parameter === 'asset-name';
}

/** `site-pages` as `SitePages`. */
function pascal(name: string): string {
  return name.replaceAll(/(?:^|[^A-Za-z0-9]+)(\w)/g, (_, first: string) => first.toUpperCase());
}
