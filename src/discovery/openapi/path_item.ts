import { purposeOf, type Resource } from '../resource.ts';
import type { DescribedMethods, MethodDescription } from './describe_resources.ts';
import { fields } from './headers.ts';
import type { ApiFacts, Operation, PathItem, Reference, RequestBody, Response, Responses } from './openapi_document.ts';
import { type ParameterName, parameterNamed } from './parameters.ts';
import { bodyRequest, refusalsOf, refusedCall, refusedPage } from './refusals.ts';

/** Parts that several operations have: each is written once as a component, and referenced. */
export interface SharedParts {
  readonly responses: Record<string, Response>;
  readonly requestBodies: Record<string, RequestBody>;
}

interface Context {
  readonly resource: Resource;
  readonly described: DescribedMethods;
  readonly nativeQuery: boolean;
  readonly shared: SharedParts;
  /** Name of the resource in the ids of operations. HEAD and OPTIONS have none. */
  readonly name: string;
}

/**
 * Every method of a resource: those described, HEAD as GET, and OPTIONS, which all have. Parameters of the path are described once for
 * all its methods.
 */
export function buildPathItem(
  resource: Resource,
  described: DescribedMethods,
  { features: { nativeQuery } }: ApiFacts,
  shared: SharedParts,
): PathItem {
  const context: Context = { resource, described, nativeQuery, shared, name: pascal(resource.name) };
  const { GET, POST, QUERY } = described;
  return {
    parameters: references(pathParameters(context)),
    ...(GET !== undefined && { get: getOperation(context, GET), head: headOperation(context, GET) }),
    ...(QUERY !== undefined && POST === undefined && { post: queryOperation(context, QUERY, false) }),
    ...(POST !== undefined && {
      post: purposeOf(resource, 'POST') === 'rpc' ? rpcOperation(context, POST) : submitOperation(context, POST),
    }),
    options: optionsOperation(context),
    // Where POST is nothing but the QUERY, and a bare QUERY is refused, this would say the same again.
    ...(QUERY !== undefined &&
      (nativeQuery || POST !== undefined) && {
        'x-oai-additionalOperations': { QUERY: queryOperation(context, QUERY, true) },
      }),
  };
}

/** Parameters that all methods of a path have: its variable, and the condition where no method is a POST. */
function pathParameters(context: Context): readonly ParameterName[] {
  const { POST, QUERY, GET } = context.described;
  const inPath = (GET?.parameters ?? []).filter(isInPath);
  return [...inPath, ...(POST === undefined && QUERY === undefined ? conditionOf(context) : [])];
}

/** Pages have none: browsers send conditions of their own accord. */
function conditionOf({ resource }: Context): readonly ParameterName[] {
  return resource.validator && resource.purpose === 'read' ? ['condition'] : [];
}

function getOperation(context: Context, description: MethodDescription): Operation {
  const { resource, described } = context;
  const { content, elsewhere, refused = [] } = description;
  const missing = resource.variable === null && resource.onlyForHtml !== true ? [] : ['no-such-resource' as const];
  const answer = { description: 'OK', ...success(description) };
  const isDocument = 'text/html' in content;
  const shared = 'text/markdown' in content ? 'Reading' : 'Document';
  const parameters = parametersOf(context, description);
  return operation(
    context,
    `get${context.name}`,
    { ...description, parameters },
    {
      200: isDocument ? shareResponse(context, shared, { description: 'A page for people.', content }) : answer,
      ...(elsewhere !== undefined && {
        303: {
          description: elsewhere,
          headers: { Location: { description: 'The address to redirect to.', schema: { type: 'string' } } },
        },
      }),
      ...(resource.validator && notModified),
      ...(described.tag === 'Explorer' && isDocument ? refusedPage : refusalsOf([...missing, ...refused])),
    },
  );
}

/** The parameters of a GET, without those that all methods of the path have. */
function parametersOf(context: Context, { parameters = [] }: MethodDescription): readonly ParameterName[] {
  const ownCondition = context.described.QUERY === undefined ? [] : conditionOf(context);
  return [...parameters.filter((each) => !isInPath(each)), ...ownCondition];
}

/** It reads what GET reads, and answers with the status and the fields of GET. */
function headOperation(context: Context, description: MethodDescription): Operation {
  const { headers } = description;
  return {
    parameters: references(parametersOf(context, description)),
    responses: {
      200: { description: 'Same as GET, without a body.', headers },
      ...(context.resource.validator && notModified),
      default: { description: 'Same as GET, without a body.' },
    },
  };
}

const notModified: Responses = { 304: { description: 'Not modified' } };

function submitOperation(context: Context, description: MethodDescription): Operation {
  const { QUERY } = context.described;
  const refused = [...bodyRequest, ...(description.refused ?? []), ...(QUERY?.refused ?? [])];
  const headers = fields('Idempotency-Replayed');
  return operation(context, `submit${context.name}`, description, {
    ...(QUERY !== undefined && { 200: queryAnswer(context, QUERY) }),
    201: { description: 'Recorded.', headers, content: description.content },
    303: { description: 'Recorded, when an HTML form was sent.', headers: { ...headers, ...fields('Location') } },
    ...refusalsOf(refused),
  });
}

/** A message of another protocol: its faults are messages too, and only faults of HTTP are problem documents. */
function rpcOperation(context: Context, description: MethodDescription): Operation {
  return operation(context, `call${context.name}`, description, {
    200: { description: 'The response to a request.', content: description.content },
    202: { description: 'Accepted: a notification has no response.' },
    ...refusedCall,
  });
}

/** The answer to QUERY, which a POST with the override gets too. */
function queryAnswer(context: Context, description: MethodDescription): Reference {
  const { resource, described, name } = context;
  const title = described.POST === undefined ? resource.title : description.summary;
  const answered = success(description);
  return shareResponse(context, `${name}Queried`, { description: `${title}.`, ...answered });
}

/** @param native whether QUERY is the method itself, rather than POST with the override */
function queryOperation(context: Context, description: MethodDescription, native: boolean): Operation {
  const { nativeQuery, name } = context;
  const refused = [...bodyRequest, ...(description.refused ?? [])];
  const bare = nativeQuery
    ? 'The QUERY method itself (RFC 10008). The response is the same as for a POST with the override header.'
    : 'The method that a POST with the override header stands for (RFC 10008). A bare QUERY gets a 405 here, as it would from many proxies.';
  const texts = native ? { ...description, description: bare } : description;
  const parameters = [...(native ? [] : ['override' as const]), ...(description.parameters ?? [])];
  const sent = { ...texts, parameters, requestBody: queryBody(context, description) };
  return operation(context, native ? `query${name}Natively` : `query${name}`, sent, {
    200: queryAnswer(context, description),
    ...refusalsOf(native ? [] : refused),
  });
}

/** The body of a QUERY: shared where POST is described as the QUERY too. */
function queryBody({ described, shared, name }: Context, { requestBody }: MethodDescription) {
  if (requestBody === undefined || described.POST !== undefined) return requestBody;
  shared.requestBodies[`${name}Query`] = requestBody;
  return { $ref: `#/components/requestBodies/${name}Query` };
}

/** What the operations with an id have in common. */
function operation(
  { described }: Context,
  operationId: string,
  {
    summary,
    description,
    parameters = [],
    requestBody,
  }: Omit<MethodDescription, 'requestBody'> & Pick<Operation, 'requestBody'>,
  responses: Responses,
): Operation {
  return {
    tags: [described.tag],
    operationId,
    summary,
    description,
    parameters: references(parameters),
    requestBody,
    responses,
  };
}

function success({ content, headers }: MethodDescription) {
  return { content, headers };
}

/** Nearly the same for all resources. Where a QUERY is possible, it says how to send one. */
function optionsOperation(context: Context): Operation {
  const common = fields('Allow', 'Link');
  const description = 'Allow lists the methods. Link leads to this description.';
  const answer =
    context.resource.queryFormats.length === 0
      ? shareResponse(context, 'Methods', { description, headers: common })
      : shareResponse(context, 'QueryMethods', {
          description,
          headers: { ...common, ...fields('Accept-Query', 'method-override-required') },
        });
  return { responses: { 204: answer, ...refusalsOf([]) } };
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
  return names.length === 0 ? undefined : names.map(parameterNamed);
}

function isInPath(parameter: ParameterName): boolean {
  return ['page-path', 'problem-slug', 'asset-name', 'image-path'].includes(parameter);
}

/** `site-pages` as `SitePages`. */
function pascal(name: string): string {
  return name.replaceAll(/(?:^|[^A-Za-z0-9]+)(\w)/g, (_, first: string) => first.toUpperCase());
}
