import type { OpenApiDocument, Operation, PathItem } from '../../src/discovery/openapi/openapi_document.ts';
import { parseRequestTarget } from '../../src/protocol/request_target.ts';

/** What the description says of a request's address and method. */
export interface DescribedPlace {
  /** The path as the description spells it. */
  readonly path: string;
  /** Undefined for a method that the description does not give the path. */
  readonly operation: Operation | undefined;
}

/** The path of the description that a request's address belongs to, or null for none. It is read here without the service's router. @param isOverridden whether a POST is meant as QUERY */
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
  return { path, operation: operationOf(document.paths[path]!, method, isOverridden) };
}

function operationOf(item: PathItem, method: string, isOverridden: boolean): Operation | undefined {
  // Where POST is a method of its own, the QUERY that travels as POST is described under its name alone.
  if (method === 'POST' && isOverridden && item.post?.operationId.startsWith('submit')) {
    return item['x-oai-additionalOperations']?.QUERY;
  }
  switch (method) {
    case 'GET':
      return item.get;
    case 'HEAD':
      return item.head;
    case 'OPTIONS':
      return item.options;
    case 'POST':
      return item.post;
    default:
      return item['x-oai-additionalOperations']?.[method];
  }
}

/** A path without a variable is the most literal of those that match. */
function literalLength(path: string): number {
  return path.includes('{') ? path.replace(/\{\w+\}/, '').length : Number.POSITIVE_INFINITY;
}

/** A variable may span segments unless its schema has a list of values. */
function matches({ components }: OpenApiDocument, path: string, address: string): boolean {
  const [before = '', variable, after = ''] = path.split(/\{(\w+)\}/);
  if (variable === undefined) return path === address;
  const value = address.slice(before.length, address.length - after.length);
  if (value === '' || !address.startsWith(before) || !address.endsWith(after)) return false;
  const parameter = Object.values(components.parameters).find(
    ({ in: place, name, schema }) => place === 'path' && name === variable && Array.isArray(schema.enum),
  );
  return parameter === undefined || !value.includes('/');
}

function decode(rawPath: string): string | null {
  try {
    return decodeURIComponent(rawPath);
  } catch {
    return null;
  }
}
