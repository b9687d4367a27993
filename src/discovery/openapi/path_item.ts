import { allowedMethods, purposeOf, type Resource } from '../resource.ts';
import type { ApiFacts } from './api_facts.ts';
import { always, fields } from './headers.ts';
import type { Headers, Operation, PathItem, Reference, RequestBody, Response, Responses } from './openapi_document.ts';
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

/** Parts that several operations have: each is written once as a component, and referenced. */
export interface SharedParts {
  readonly responses: Record<string, Response>;
  readonly requestBodies: Record<string, RequestBody>;
}

/** What the operations of one resource are made from. */
interface Context {
  readonly resource: Resource;
  readonly described: DescribedMethods;
  readonly nativeQuery: boolean;
  readonly refusals: RefusalResponses;
  readonly shared: SharedParts;
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
  shared: SharedParts,
): PathItem {
  const everywhere: readonly Refused[] = [
    ...anyRequest,
    ...(features.gated ? [401 as const] : []),
    ...(resource.variable === null && resource.onlyForHtml !== true ? [] : ['no-such-resource' as const]),
  ];
  const { nativeQuery } = features;
  const context: Context = {
    resource,
    described,
    nativeQuery,
    refusals,
    shared,
    name: pascal(resource.name),
    everywhere,
  };
  const { GET, POST, QUERY } = described;
  return {
    ...(GET !== undefined && { get: getOperation(context, GET), head: headOperation(context, GET) }),
    ...(QUERY !== undefined && POST === undefined && { post: queryOperation(context, QUERY, false) }),
    ...(POST !== undefined && {
      post: purposeOf(resource, 'POST') === 'rpc' ? rpcOperation(context, POST) : submitOperation(context, POST),
    }),
    options: optionsOperation(context),
    ...(QUERY !== undefined && { 'x-oai-additionalOperations': { QUERY: queryOperation(context, QUERY, true) } }),
  };
}

function getOperation(context: Context, description: MethodDescription): Operation {
  const { resource, described, name } = context;
  return {
    tags: [described.tag],
    operationId: `get${name}`,
    summary: description.summary,
    description: description.description,
    ...readParameters(resource, description),
    responses: {
      200: { description: `${resource.title}.`, ...success(resource, description) },
      ...readRefusals(context, description),
    },
  };
}

/** HEAD answers as GET does, with the same fields and no content. */
function headOperation(context: Context, description: MethodDescription): Operation {
  const { resource, name } = context;
  const { content: _, ...fieldsOfGet } = success(resource, description);
  const kind = `Head${resource.validator ? 'Validated' : ''}${headerNames(description).join('')}`;
  const whole = shareResponse(context, kind, { description: 'The fields of GET.', ...fieldsOfGet });
  return {
    operationId: `head${name}`,
    summary: 'As GET, without content',
    ...readParameters(resource, description),
    responses: { 200: whole, ...readRefusals(context, description, 'Head') },
  };
}

/** The fields of a description, by the names of their components: `Link` and `Always-Link` differ. */
function headerNames({ headers = {} }: MethodDescription): readonly string[] {
  return Object.entries(headers).map(([name, header]) =>
    pascal('$ref' in header ? header.$ref.slice(header.$ref.lastIndexOf('/') + 1) : name),
  );
}

function readParameters({ validator }: Resource, { parameters = [] }: MethodDescription) {
  return references([...parameters, ...(validator ? ['condition' as const] : [])]);
}

function readRefusals(context: Context, { refused = [] }: MethodDescription, kind: 'Head' | null = null): Responses {
  const { resource, refusals, everywhere } = context;
  return {
    ...(resource.validator && { 304: shareResponse(context, 'NotModified', notModified) }),
    ...refusals.answering([...everywhere, ...refused], kind),
  };
}

function submitOperation(context: Context, description: MethodDescription): Operation {
  const { described, refusals, name } = context;
  const { QUERY } = described;
  const { content, requestBody } = description;
  const refused = [...refusedWithBody(context), ...(description.refused ?? []), ...(QUERY?.refused ?? [])];
  const headers = { ...always('Vary'), ...fields('Idempotency-Replayed') };
  return {
    tags: [described.tag],
    operationId: `submit${name}`,
    summary: description.summary,
    description: description.description,
    ...references(description.parameters ?? []),
    ...(requestBody !== undefined && { requestBody }),
    responses: {
      ...(QUERY !== undefined && { 200: queryAnswer(context, QUERY) }),
      201: { description: 'Recorded.', headers, content },
      303: { description: 'Recorded from a form.', headers: { ...headers, ...always('Location') } },
      ...refusals.answering(refused),
    } as Responses,
  };
}

/** A message of another protocol: its faults are messages too, and only faults of HTTP are problem documents. */
function rpcOperation(context: Context, description: MethodDescription): Operation {
  const { described, refusals, name } = context;
  const { content, requestBody } = description;
  const headers = always('Vary');
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

/** The answer to QUERY, which a POST with the override gets too. */
function queryAnswer(context: Context, description: MethodDescription): Reference {
  const { resource, described, name } = context;
  const title = described.POST === undefined ? resource.title : description.summary;
  const answered = success({ validator: false }, description);
  return shareResponse(context, `${name}Queried`, { description: `${title}.`, ...answered });
}

/** @param native whether QUERY is the method itself, rather than POST with the override */
function queryOperation(context: Context, description: MethodDescription, native: boolean): Operation {
  const { described, nativeQuery, refusals, name } = context;
  const refused = [...refusedWithBody(context), ...(description.refused ?? [])];
  const bare = nativeQuery
    ? 'The method by its own name (RFC 10008). It is answered as the POST with the override is.'
    : 'The method that the POST with the override stands for (RFC 10008). A bare QUERY is refused with 405 here, as edges do.';
  return {
    tags: [described.tag],
    operationId: native ? `query${name}Natively` : `query${name}`,
    summary: description.summary,
    description: native ? bare : description.description,
    ...references([...(native ? [] : ['override' as const]), ...(description.parameters ?? [])]),
    requestBody: queryBody(context, description),
    responses: { 200: queryAnswer(context, description), ...refusals.answering(refused) },
  };
}

/** The body of a QUERY: shared where POST is described as the QUERY too. */
function queryBody({ described, shared, name }: Context, { requestBody }: MethodDescription) {
  if (requestBody === undefined || described.POST !== undefined) return requestBody;
  shared.requestBodies[`${name}Query`] = requestBody;
  return { $ref: `#/components/requestBodies/${name}Query` };
}

function optionsOperation(context: Context): Operation {
  const { resource, described, refusals, name, everywhere } = context;
  const { parameters = [] } = described.GET ?? {};
  const inPath = parameters.filter((parameter) => resource.variable !== null && isInPath(parameter));
  return {
    operationId: `options${name}`,
    summary: 'Methods',
    ...references(inPath),
    responses: { 204: optionsAnswer(context), ...refusals.answering(everywhere) } as Responses,
  };
}

/** Refusals that every method with a body can get. */
function refusedWithBody({ everywhere }: Context): readonly Refused[] {
  return [...everywhere, 'method-not-allowed', ...bodyRequest];
}

function success({ validator }: Pick<Resource, 'validator'>, { content, headers }: MethodDescription) {
  const all: Headers = { ...(validator ? fields('ETag') : {}), ...headers };
  return { content, ...(Object.keys(all).length > 0 && { headers: all }) };
}

/** RFC 9110 15.4.5: the fields that update a stored copy. */
const notModified: Response = {
  description: 'The caller holds the current answer.',
  headers: always('ETag'),
};

function optionsAnswer(context: Context): Reference {
  const { resource } = context;
  const queryable = resource.queryFormats.length > 0;
  const kind = resource.methods.map((method) => pascal(purposeOf(resource, method)!) + pascal(method.toLowerCase()));
  return shareResponse(context, `Options${kind.join('')}`, {
    description: 'Methods of the resource, the address of this description, and how to send a QUERY.',
    headers: {
      ...always('Allow', { const: allowedMethods(resource) }),
      ...always('Link'),
      ...(queryable && { ...always('Accept-Query'), ...always('method-override-required') }),
      ...fields('Access-Control-Allow-Methods', 'Access-Control-Allow-Headers', 'Access-Control-Max-Age'),
    },
  });
}

/** A reference to a response that several operations have. @param name says all that the response depends on */
function shareResponse({ shared }: Context, name: string, response: Response): Reference {
  const known = shared.responses[name];
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(response)) {
    throw new Error(`Two responses are named ${name}.`);
  }
  shared.responses[name] = response;
  return { $ref: `#/components/responses/${name}` };
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
