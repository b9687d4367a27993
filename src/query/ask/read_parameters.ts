import type { ErrorPlace, Refusal } from '../../problems/refusal.ts';
import { countCharacters } from '../../text/count_characters.ts';
import { quote } from '../../text/quote.ts';
import { caps } from './caps.ts';
import {
  createFindings,
  type Findings,
  type PlacePath,
  type ReportedFinding,
  refuseQuery,
  stepInto,
  tokensOf,
} from './findings.ts';
import type { Grammar } from './grammar.ts';
import type { Plan, Query } from './plan.ts';
import { checkPlan } from './validate.ts';

/** The parameters that `GET /api/pages` reads (specification 4.3). */
export const PARAMETERS = ['q', 'in', 'collection', 'tag', 'limit', 'facets'] as const;
export type Parameter = (typeof PARAMETERS)[number];

/**
 * Common parameters for paging and sorting. They are refused: ignoring them would return the first rows again as if they
 * were the next page.
 */
const PAGING = ['offset', 'page', 'cursor', 'sort'] as const;

type Parameters = Map<Parameter, string>;

/**
 * Parses a query string into a plan, or refuses it with the same dimension as the equal query in a body.
 * @param search the raw query string without its question mark; `+` is a space, broken percent-encoding becomes U+FFFD
 */
export function readParameters(search: string, grammar: Grammar): Plan | Refusal {
  const findings = createFindings();
  const parameters = decode(search, findings);
  const plan = checkPlan(assemble(parameters, findings), grammar, findings);
  if (findings.isEmpty() && plan !== null) return plan;
  // `limit` is the only numeric parameter.
  const readNumbers = (paths: readonly PlacePath[]) => paths.map(() => parameters.get('limit') ?? null);
  return refuseQuery(findings, inParameters, readNumbers);
}

function decode(search: string, findings: Findings): Parameters {
  const parameters: Parameters = new Map();
  // URLSearchParams drops a leading question mark. The ampersand protects it.
  for (const [name, value] of new URLSearchParams(`&${search}`)) {
    if (isPaging(name)) {
      const most = caps.limit.maximum;
      findings.add(
        'shape',
        stepInto(null, name),
        () =>
          `Cannot read ${name}: this address returns only the best results, up to ${most} with limit. To sort or to use an offset, send the request to /api/search.`,
      );
    }
    if (!isParameter(name)) continue;
    if (parameters.has(name)) {
      findings.add('shape', stepInto(null, name), () => `Cannot read ${name} twice: give each parameter only once.`);
    } else {
      parameters.set(name, value);
    }
  }
  return parameters;
}

function isPaging(name: string): boolean {
  return (PAGING as readonly string[]).includes(name);
}

function isParameter(name: string): name is Parameter {
  return (PARAMETERS as readonly string[]).includes(name);
}

/** Converts parameters to the equal query body, and reports the faults that only parameters can have. */
function assemble(parameters: Parameters, findings: Findings): Record<string, unknown> {
  const query: Record<string, unknown> = {};
  for (const [name, value] of parameters) {
    switch (name) {
      case 'q':
        query.match = { text: value, in: parameters.get('in') ?? 'all' };
        break;
      case 'in':
        if (!parameters.has('q')) {
          findings.add(
            'shape',
            stepInto(null, name),
            () => 'Cannot read "in" without "q": it names the field that q searches.',
          );
        }
        break;
      case 'facets':
        query.facets = value === '' ? [] : value.split(',');
        break;
      case 'limit':
        if (/^-?[0-9]+$/.test(value)) query.limit = Number(value);
        else addLimit(value, findings);
        break;
      default:
        query[name] = value;
    }
  }
  return query;
}

function addLimit(value: string, findings: Findings): void {
  const expected = `a whole number from 1 to ${caps.limit.maximum}, in digits only`;
  findings.add('limit', stepInto(null, 'limit'), () => `Cannot read ${quote(value)} as limit: expected ${expected}.`);
}

function inParameters({ detail, path }: ReportedFinding): ErrorPlace {
  const [key, inner] = tokensOf(path);
  // A missing search is reported at `q`.
  if (key === undefined || key === 'match') return { detail, parameter: inner === 'in' ? 'in' : 'q' };
  return { detail, parameter: String(key) };
}

/** In characters. Servers and caches on the way may not accept a longer request line (RFC 9110 4.1). */
const longest = 8000;

/**
 * The query string, without its question mark, of the equal `GET /api/pages`; null when parameters cannot express the plan.
 * `readParameters` parses it into an equal plan. Parameters have a fixed order; defaults are omitted.
 */
export function formatParameters(plan: Plan): string | null {
  const query = plan.queries[0];
  if (plan.batch || query === undefined) return null;
  const search = formatMatch(query);
  if (search === null || (query.form !== 'match' && query.form !== 'filter')) return null;
  const { collection, tag, limit, facets } = query;
  const parameters = [
    ...search,
    ...(collection === null ? [] : [`collection=${encodeURIComponent(collection)}`]),
    ...(tag === null ? [] : [`tag=${encodeURIComponent(tag)}`]),
    ...(limit === caps.limit.default ? [] : [`limit=${limit}`]),
    ...(facets.length === 0 ? [] : [`facets=${facets.join(',')}`]),
  ].join('&');
  return parameters.length > longest ? null : parameters;
}

/** Null for a search that parameters cannot express. */
function formatMatch(query: Query): string[] | null {
  if (query.form === 'filter') return [];
  if (query.form !== 'match' || !('text' in query.match)) return null;
  const { text, in: field } = query.match;
  // NFC may have made a text longer than the cap on sent text.
  if (countCharacters(text) > caps.length.clause) return null;
  const q = `q=${encodeURIComponent(text)}`;
  return field === 'all' ? [q] : [q, `in=${field}`];
}
