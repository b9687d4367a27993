import { parsePathSegments } from '../protocol/request_target.ts';
import type { Resource } from './resource.ts';

export interface Route<Row extends Resource> {
  readonly resource: Row;
  /** Value of the path's variable, decoded, segments joined by `/`; empty for a path without a variable. */
  readonly parameter: string;
}

interface Template<Row> {
  readonly resource: Row;
  readonly prefix: readonly string[];
  readonly suffix: string;
  readonly several: boolean;
}

/** Makes a function that finds the resource for a raw path, or null. Plain paths win over templates, earlier rows over later ones. */
export function createRouter<Row extends Resource>(rows: readonly Row[]): (rawPath: string) => Route<Row> | null {
  const plain = new Map<string, Route<Row>>();
  const templates: Template<Row>[] = [];
  for (const resource of rows) {
    if (resource.variable === null) plain.set(resource.path, { resource, parameter: '' });
    else templates.push(parseTemplate(resource));
  }

  return (rawPath) => {
    const exact = plain.get(rawPath);
    if (exact !== undefined) return exact;
    const segments = parsePathSegments(rawPath);
    // An escaped slash is part of its segment, and no resource has such a segment: `a%2Fb` is not found.
    if (segments === null || segments.some((segment) => segment.includes('/'))) return null;
    const decoded = plain.get(`/${segments.join('/')}`);
    if (decoded !== undefined) return decoded;
    for (const template of templates) {
      const parameter = matchTemplate(template, segments);
      if (parameter !== null) return { resource: template.resource, parameter };
    }
    return null;
  };
}

function parseTemplate<Row extends Resource>(resource: Row): Template<Row> {
  const [before = '', after = ''] = resource.path.split(/\{\w+\}/);
  const prefix = before.split('/').filter((segment) => segment !== '');
  return { resource, prefix, suffix: after, several: resource.variable === 'segments' };
}

function matchTemplate(template: Template<unknown>, segments: readonly string[]): string | null {
  const { prefix, suffix, several } = template;
  const count = segments.length - prefix.length;
  if (count < 1 || (count > 1 && !several)) return null;
  if (prefix.some((segment, index) => segments[index] !== segment)) return null;
  const parameter = segments.slice(prefix.length).join('/');
  if (!parameter.endsWith(suffix)) return null;
  const value = parameter.slice(0, parameter.length - suffix.length);
  // `/.md` and `/a/.md` name no page.
  return value === '' || value.endsWith('/') ? null : value;
}
