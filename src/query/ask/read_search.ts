import type { ErrorPlace, Refusal } from '../../problems/refusal.ts';
import { byCodePoint } from '../../text/by_code_point.ts';
import { countCharacters } from '../../text/count_characters.ts';
import { normalForm } from '../../text/normal_form.ts';
import { quote } from '../../text/quote.ts';
import { caps, type Dimension } from './caps.ts';
import { listed } from './explain_issues.ts';
import {
  createFindings,
  type Findings,
  type Measure,
  type ReportedFinding,
  refuseQuery,
  stepInto,
  tokensOf,
} from './findings.ts';
import type { Grammar } from './grammar.ts';
import { FACETS } from './plan.ts';
import { type DateRange, type SearchPlan, SORTS } from './search_plan.ts';

/** The parameters that `GET /api/search` reads, besides one for each of the site's own fields. Only these and `tag` may be repeated. */
export const SEARCH_PARAMETERS = [
  'q',
  'prefix',
  'typos',
  'collection',
  'tag',
  'language',
  'version',
  'updated',
  'published',
  'sort',
  'limit',
  'offset',
  'sections',
  'facets',
  'values',
  'suggest',
  'explain',
] as const;
export type SearchParameter = (typeof SEARCH_PARAMETERS)[number];

/** What the parameters of fields begin with: `field.status=stable`. */
export const FIELD_PREFIX = 'field.';

/**
 * Parses the query string of a search, or refuses it by dimension.
 * @param search the raw query string without its question mark; `+` is a space, broken percent-encoding becomes U+FFFD
 */
export function readSearch(search: string, grammar: SearchedSite): SearchPlan | Refusal {
  const reader = new SearchReader(search, grammar);
  const q = reader.text();
  const limit = reader.number('limit', 1, caps.limit.search, caps.limit.default);
  const plan: SearchPlan = {
    q,
    prefix: reader.choice('prefix', ['last', 'none']),
    typos: reader.choice('typos', ['auto', 'none']),
    collection: reader.collection(grammar.collections),
    ...reader.filters(),
    language: reader.language(),
    version: reader.version(),
    updated: reader.dates('updated'),
    published: reader.dates('published'),
    sort: reader.choice('sort', SORTS),
    limit,
    offset: reader.number('offset', 0, q === null ? null : Math.max(0, caps.offset.maximum - limit), 0),
    sections: reader.number('sections', 0, caps.sections.maximum, caps.sections.default),
    ...reader.facets(),
    values: reader.number('values', 0, caps.values.maximum, 0),
    suggest: reader.number('suggest', 0, caps.suggest.maximum, 0),
    explain: reader.choice('explain', ['0', '1']) === '1',
  };
  return reader.findings.isEmpty() ? plan : refuseQuery(reader.findings, inParameters, reader.readNumbers);
}

/** What a search may name of the site. */
type SearchedSite = Pick<Grammar, 'collections' | 'fields'>;

class SearchReader {
  readonly findings: Findings = createFindings();
  readonly #values = new Map<string, string>();
  readonly #tags: string[] = [];
  readonly #fields: [string, string][] = [];
  readonly #grammar: SearchedSite;

  constructor(search: string, grammar: SearchedSite) {
    this.#grammar = grammar;
    // URLSearchParams drops a leading question mark. The ampersand protects it.
    for (const [name, value] of new URLSearchParams(`&${search}`)) {
      if (name === 'tag') this.#tags.push(value);
      if (name.startsWith(FIELD_PREFIX)) this.#addField(name, value);
      if (!(SEARCH_PARAMETERS as readonly string[]).includes(name) || name === 'tag') continue;
      if (this.#values.has(name)) {
        this.#add('shape', name, () => `Cannot read ${name} twice: give it only once.`);
      } else this.#values.set(name, value);
    }
  }

  /** Reads the numbers of findings as the caller wrote them. */
  readonly readNumbers = (paths: readonly ReturnType<typeof stepInto>[]): (string | null)[] =>
    paths.map((path) => this.#values.get(String(tokensOf(path)[0])) ?? null);

  text(): string | null {
    const q = this.#values.get('q');
    if (q === undefined) return null;
    const length = { maximum: caps.length.search, actual: countCharacters(q) };
    const describe = () =>
      `Cannot search for a text of ${length.actual} characters: at most ${length.maximum} are allowed.`;
    if (length.actual > length.maximum) this.#add('length', 'q', describe, length);
    return normalForm(q);
  }

  choice<Value extends string>(name: SearchParameter, values: readonly [Value, ...Value[]]): Value {
    const value = this.#values.get(name);
    if (value === undefined) return values[0];
    const found = values.find((each) => each === value);
    if (found === undefined) this.#mismatch(name, value, listed(values, 'or'));
    return found ?? values[0];
  }

  collection(collections: readonly string[]): string | null {
    const value = this.#values.get('collection');
    if (value === undefined || collections.includes(value)) return value ?? null;
    const right = collections.length === 0 ? 'the site has no collections.' : `expected ${listed(collections, 'or')}.`;
    this.#add('shape', 'collection', () => `Cannot read ${quote(value)} as collection: ${right}`);
    return null;
  }

  filters(): Pick<SearchPlan, 'tags' | 'fields'> {
    const measure = { maximum: caps.filters.maximum, actual: this.#tags.length + this.#fields.length };
    if (measure.actual > measure.maximum) {
      const what = `${measure.actual} tags and fields: at most ${measure.maximum} are allowed.`;
      this.#add('filters', this.#tags.length > 0 ? 'tag' : 'field', () => `Cannot filter by ${what}`, measure);
    }
    for (const tag of this.#tags) this.#checkLength('tag', tag);
    for (const [name, value] of this.#fields) this.#checkLength(FIELD_PREFIX + name, value);
    const fields = new Map(this.#fields.map(([name, value]) => [`${name}=${value}`, [name, value] as const]));
    return {
      tags: [...new Set(this.#tags.map((tag) => normalForm(tag)))].sort(byCodePoint),
      fields: [...fields.values()].sort((a, b) => byCodePoint(a[0], b[0]) || byCodePoint(a[1], b[1])),
    };
  }

  language(): string | null {
    const value = this.#values.get('language');
    if (value === undefined) return null;
    if (/^[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8}){0,7}$/.test(value)) return value.toLowerCase();
    this.#mismatch('language', value, 'a language code such as en or pt-BR');
    return null;
  }

  version(): string {
    const value = this.#values.get('version') ?? 'current';
    this.#checkLength('version', value);
    return normalForm(value);
  }

  dates(name: 'updated' | 'published'): DateRange | null {
    const value = this.#values.get(name);
    if (value === undefined) return null;
    const [, first = '', last = ''] = /^(\d{4}-\d{2}-\d{2})?\.\.(\d{4}-\d{2}-\d{2})?$/.exec(value) ?? [];
    const isRange = first !== '' || last !== '';
    if (isRange && [first, last].every((date) => date === '' || isDate(date)) && !(last !== '' && first > last)) {
      return { from: dayNumber(first), to: dayNumber(last) };
    }
    this.#mismatch(
      name,
      value,
      'a range of dates such as 2026-01-01..2026-06-30, with the earlier date first; either date may be omitted',
    );
    return null;
  }

  /** @param most null: no bound */
  number(name: SearchParameter & Dimension, least: number, most: number | null, otherwise: number): number {
    const value = this.#values.get(name);
    if (value === undefined) return otherwise;
    const range = most === null ? `of at least ${least}` : `from ${least} to ${most}`;
    if (!/^-?[0-9]+$/.test(value)) {
      const expected = `a whole number ${range}, in digits only`;
      this.#add(name, name, () => `Cannot read ${quote(value)} as ${name}: expected ${expected}.`);
      return otherwise;
    }
    const number = Number(value) + 0;
    if (number >= least && number <= (most ?? Number.MAX_SAFE_INTEGER)) return number;
    const measure = { maximum: most ?? Number.MAX_SAFE_INTEGER, actual: number };
    const describe = (written: string): string =>
      `Cannot read ${written} as ${name}: expected a whole number ${range}.`;
    this.findings.add(name, stepInto(null, name), describe, measure, number);
    return otherwise;
  }

  facets(): Pick<SearchPlan, 'facets' | 'fieldFacets'> {
    const value = this.#values.get('facets');
    if (value === undefined) return { facets: [], fieldFacets: [] };
    const names = value === '' ? [] : value.split(',');
    const facets = FACETS.filter((facet) => names.includes(facet));
    const fieldFacets = this.#grammar.fields.filter((field) => names.includes(FIELD_PREFIX + field));
    const known = facets.length + fieldFacets.length;
    if (known > 0 && known === names.length) return { facets, fieldFacets };
    const choices = [...FACETS, ...this.#grammar.fields.map((field) => FIELD_PREFIX + field)];
    // A list that is empty or names a facet twice has the dimension that it has in a query.
    const dimension = known === new Set(names).size ? 'length' : 'shape';
    this.#mismatch(
      'facets',
      value,
      `one or more of ${listed(choices, 'and')}, each at most once, separated by commas`,
      dimension,
    );
    return { facets: [], fieldFacets: [] };
  }

  #addField(parameter: string, value: string): void {
    const name = parameter.slice(FIELD_PREFIX.length);
    if (this.#grammar.fields.includes(name)) {
      this.#fields.push([name, normalForm(value)]);
      return;
    }
    const { fields } = this.#grammar;
    const right = fields.length === 0 ? 'the site declares no fields.' : `expected ${listed(fields, 'or')}.`;
    this.#add('shape', parameter, () => `Cannot filter by the field ${quote(name)}: ${right}`);
  }

  #checkLength(name: string, value: string): void {
    const length = { maximum: caps.length.maximum, actual: countCharacters(value) };
    if (length.actual >= 1 && length.actual <= length.maximum) return;
    const expected = `expected 1 to ${length.maximum} characters.`;
    const describe = () => `Cannot read a string of ${length.actual} characters as ${name}: ${expected}`;
    this.#add('length', name, describe, length);
  }

  #mismatch(name: SearchParameter, value: string, expected: string, dimension: Dimension = 'shape'): void {
    this.#add(dimension, name, () => `Cannot read ${quote(value)} as ${name}: expected ${expected}.`);
  }

  #add(dimension: Dimension, name: string, describe: () => string, measure?: Measure): void {
    this.findings.add(dimension, stepInto(null, name), describe, measure);
  }
}

/** @param date `YYYY-MM-DD`; @returns whether the calendar has that day */
function isDate(date: string): boolean {
  const time = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
}

function dayNumber(date: string): number | null {
  return date === '' ? null : Number(date.replaceAll('-', ''));
}

function inParameters({ detail, path }: ReportedFinding): ErrorPlace {
  return { detail, parameter: String(tokensOf(path)[0]) };
}

/**
 * The query string of a search, without its question mark: `readSearch` parses it into an equal plan. Parameters have a fixed
 * order and defaults are omitted, so equal plans give equal strings.
 */
export function formatSearch(plan: SearchPlan): string {
  const { q, collection, tags, fields, language, version, updated, published } = plan;
  const { limit, offset, sections, facets, fieldFacets, values, suggest } = plan;
  const value = (name: string, text: string | null): string[] =>
    text === null ? [] : [`${name}=${encodeURIComponent(text)}`];
  const unless = (name: string, given: string | number, otherwise: string | number): string[] =>
    given === otherwise ? [] : [`${name}=${given}`];
  return [
    ...value('q', q),
    ...unless('prefix', plan.prefix, 'last'),
    ...unless('typos', plan.typos, 'auto'),
    ...value('collection', collection),
    ...tags.flatMap((tag) => value('tag', tag)),
    ...fields.flatMap(([field, text]) => value(FIELD_PREFIX + field, text)),
    ...value('language', language),
    ...value('version', version === 'current' ? null : version),
    ...value('updated', updated === null ? null : formatDates(updated)),
    ...value('published', published === null ? null : formatDates(published)),
    ...unless('sort', plan.sort, 'relevance'),
    ...unless('limit', limit, caps.limit.default),
    ...unless('offset', offset, 0),
    ...unless('sections', sections, caps.sections.default),
    ...unless('facets', [...facets, ...fieldFacets.map((field) => FIELD_PREFIX + field)].join(','), ''),
    ...unless('values', values, 0),
    ...unless('suggest', suggest, 0),
    ...unless('explain', plan.explain ? 1 : 0, 0),
  ].join('&');
}

function formatDates({ from, to }: DateRange): string {
  return `${from === null ? '' : formatDay(from)}..${to === null ? '' : formatDay(to)}`;
}

function formatDay(day: number): string {
  const digits = String(day).padStart(8, '0');
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
}
