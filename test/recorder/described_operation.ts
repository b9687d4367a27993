import type { OpenApiDocument, Operation, PathItem } from '../../src/discovery/openapi/openapi_document.ts';
import { parseRequestTarget } from '../../src/protocol/request_target.ts';

/** The part of the OpenAPI description for the address and method of a request. */
export interface DescribedPlace {
  /** The path as the description writes it. */
  readonly path: string;
  /** Undefined if the description has no such method for the path. */
  readonly operation: Operation | undefined;
}

/** Finds the path and operation of a request, without the router of the service; null for an unknown path. @param isOverridden whether a POST means QUERY */
export function describedPlace(
  document: OpenApiDocument,
  method: string,
  target: string,
  isOverridden = false,
): DescribedPlace | null {
  const rawPath = parseRequestTarget(target)?.path;
  if (rawPath === undefined || /%2f/i.test(rawPath)) return null;
  const address = decode(rawPath);
  const paths = Object.keys(document.paths).sort((a, b) => literalLength(b) - literalLength(a));
  const path = address === null ? undefined : paths.find((each) => matches(document, each, address));
  if (path === undefined) return null;
  const item = document.paths[path]!;
  const operation = operationOf(item, method, isOverridden);
  if (operation === undefined) return { path, operation };
  return {
    path,
    operation: { ...operation, parameters: [...(item.parameters ?? []), ...(operation.parameters ?? [])] },
  };
}

function operationOf(item: PathItem, method: string, isOverridden: boolean): Operation | undefined {
  // Where a resource has a POST of its own, a QUERY sent as POST is described as QUERY only.
  if (method === 'POST' && isOverridden && item.post?.operationId?.startsWith('submit') === true) {
    return item['x-oai-additionalOperations']?.QUERY;
  }
  switch (method) {
    case 'GET':
      return item.get;
    case 'HEAD':
      // HEAD is described as GET.
      return item.head && item.get;
    case 'OPTIONS':
      return item.options;
    case 'POST':
      return item.post;
    default:
      return item['x-oai-additionalOperations']?.[method];
  }
}

/** Ranks matching paths: one without a variable first, then by the length of the literal part. */
function literalLength(path: string): number {
  return path.includes('{') ? path.replace(/\{\w+\}/, '').length : Number.POSITIVE_INFINITY;
}

/** A variable may span several segments unless its schema has a pattern. */
function matches({ components, paths }: OpenApiDocument, path: string, address: string): boolean {
  const [before = '', variable, after = ''] = path.split(/\{(\w+)\}/);
  if (variable === undefined) return path === address;
  const value = address.slice(before.length, address.length - after.length);
  if (value === '' || !address.startsWith(before) || !address.endsWith(after)) return false;
  const described = (paths[path]?.parameters ?? []).map((parameter) =>
    '$ref' in parameter ? components.parameters[parameter.$ref.split('/').at(-1)!]! : parameter,
  );
  return !value.includes('/') || described.every(({ schema }) => schema.pattern === undefined);
}

function decode(rawPath: string): string | null {
  try {
    return decodeURIComponent(rawPath);
  } catch {
    return null;
  }
}
