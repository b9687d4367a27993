import { describe, expect, test } from 'vitest';
import { DIMENSIONS } from './caps.ts';
import {
  createFindings,
  MOST_ERRORS,
  type PlacePath,
  type ReportedFinding,
  refuseQuery,
  stepInto,
  tokensOf,
} from './findings.ts';

describe('createFindings', () => {
  test('gives findings in checking order, whatever the order in which they were added', () => {
    const findings = createFindings();
    for (const dimension of DIMENSIONS.toReversed()) findings.add(dimension, null, () => dimension);
    expect(findings.inOrder().map((finding) => finding.dimension)).toEqual(DIMENSIONS);
  });

  test('is enough when findings of the first dimension fill the list', () => {
    const findings = createFindings();
    for (let count = 0; count < MOST_ERRORS - 1; count++) findings.add('shape', null, () => 'Cannot.');
    findings.add('length', null, () => 'Cannot.');
    expect(findings.areEnough()).toBe(false);
    findings.add('shape', null, () => 'Cannot.');
    expect(findings.areEnough()).toBe(true);
    expect(findings.inOrder().every((finding) => finding.dimension === 'shape')).toBe(true);
  });

  test('is enough after a thousand findings of other dimensions, of which few are described', () => {
    const findings = createFindings();
    let described = 0;
    while (!findings.areEnough()) findings.add('length', null, () => `Cannot take string ${++described}.`);
    refuseQuery(findings, ({ detail }) => ({ detail, parameter: 'q' }));
    expect(described).toBe(MOST_ERRORS);
  });
});

describe('refuseQuery', () => {
  const inLimit = ({ detail }: ReportedFinding) => ({ detail, parameter: 'limit' });

  test.each([
    [
      { maximum: 100, actual: 101 },
      { maximum: 100, actual: 101 },
    ],
    [{ maximum: 100, actual: Number.POSITIVE_INFINITY }, { maximum: 100 }],
    [{ maximum: 100, actual: 2 ** 60 }, { maximum: 100 }],
    [undefined, {}],
  ])('reports the measure %j of the first finding as %j', (measure, reported) => {
    const findings = createFindings();
    findings.add('limit', null, () => 'Cannot answer so many rows.', measure);
    findings.add('results', null, () => 'Cannot answer so many.', { maximum: 200, actual: 300 });
    expect(refuseQuery(findings, inLimit)).toEqual({
      kind: 'refusal',
      slug: 'invalid-query',
      detail: 'Cannot answer so many rows.',
      dimension: 'limit',
      ...reported,
      errors: [
        { detail: 'Cannot answer so many rows.', parameter: 'limit' },
        { detail: 'Cannot answer so many.', parameter: 'limit' },
      ],
    });
  });

  test.each([
    ['101', '101', 101],
    ['1152921504606846976', '1152921504606846976', { written: '1152921504606846976' }],
    ['9007199254740993', '9007199254740993', { written: '9007199254740993' }],
    ['1e400', '1e400', { written: '1e400' }],
    ['-0', '-0', { written: '-0' }],
    ['0101', '0101', 101],
    ['-007', '-007', -7],
    ['1'.repeat(400), '1'.repeat(400), { written: '1'.repeat(400) }],
    ['1'.repeat(401), 'a number of 401 characters', undefined],
    [null, 'Infinity', undefined],
  ])('reports a number written as %s as %s', (written, detail, actual) => {
    const findings = createFindings();
    const number = written === null ? Number.POSITIVE_INFINITY : Number(written);
    findings.add('limit', null, (spelling) => spelling, { maximum: 100, actual: number }, number);
    findings.add('limit', null, () => 'Cannot.');
    const refusal = refuseQuery(findings, inLimit, (paths) => paths.map(() => written));
    expect(refusal).toMatchObject({ detail, maximum: 100, errors: [{ detail }, { detail: 'Cannot.' }] });
    expect(refusal.actual).toEqual(actual);
  });
});

function path(...tokens: (string | number)[]): PlacePath {
  return tokens.reduce<PlacePath>(stepInto, null);
}

describe('tokensOf', () => {
  test('lists the tokens from the outermost to the innermost', () => {
    expect(tokensOf(null)).toEqual([]);
    expect(tokensOf(path('batch', 2, 'match', 'all', 0, ''))).toEqual(['batch', 2, 'match', 'all', 0, '']);
  });
});

describe('stepInto', () => {
  test('stops at the enclosing value when the place is too deep', () => {
    const deep = path(...Array(32).fill('not'));
    expect(tokensOf(deep).length).toBe(32);
    expect(stepInto(deep, 'not')).toBe(deep);
  });

  test('stops at the enclosing value when a key is too long', () => {
    const outer = path('match');
    expect(tokensOf(stepInto(outer, 'k'.repeat(100)))).toEqual(['match', 'k'.repeat(100)]);
    expect(stepInto(outer, 'k'.repeat(101))).toBe(outer);
  });
});
