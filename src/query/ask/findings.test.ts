import { describe, expect, test } from 'vitest';
import { DIMENSIONS } from './caps.ts';
import { createFindings, MOST_ERRORS, refuseQuery } from './findings.ts';

describe('createFindings', () => {
  test('gives findings in the order of the checks, whatever the order in which they were made', () => {
    const findings = createFindings();
    for (const dimension of DIMENSIONS.toReversed()) findings.add(dimension, null, () => dimension);
    expect(findings.inOrder().map((finding) => finding.dimension)).toEqual(DIMENSIONS);
  });

  test('is enough when the first check alone fills the list', () => {
    const findings = createFindings();
    for (let count = 0; count < MOST_ERRORS - 1; count++) findings.add('shape', null, () => 'Cannot.');
    findings.add('length', null, () => 'Cannot.');
    expect(findings.areEnough()).toBe(false);
    findings.add('shape', null, () => 'Cannot.');
    expect(findings.areEnough()).toBe(true);
    expect(findings.inOrder().every((finding) => finding.dimension === 'shape')).toBe(true);
  });

  test('is enough after a thousand findings of other checks, of which few are described', () => {
    const findings = createFindings();
    let described = 0;
    while (!findings.areEnough()) findings.add('length', null, () => `Cannot take string ${++described}.`);
    expect(described).toBe(MOST_ERRORS);
    expect(findings.inOrder().length).toBe(MOST_ERRORS);
  });
});

describe('refuseQuery', () => {
  test.each([
    [
      { maximum: 100, actual: 101 },
      { maximum: 100, actual: 101 },
    ],
    [{ maximum: 100, actual: Number.POSITIVE_INFINITY }, { maximum: 100 }],
    [{ maximum: 100, actual: 2 ** 60 }, { maximum: 100 }],
    [undefined, {}],
  ])('tells the measure %j of the first finding as %j', (measure, told) => {
    const findings = createFindings();
    findings.add('limit', null, () => 'Cannot answer so many rows.', measure);
    findings.add('results', null, () => 'Cannot answer so many.', { maximum: 200, actual: 300 });
    expect(refuseQuery(findings, ({ detail }) => ({ detail, parameter: 'limit' }))).toEqual({
      kind: 'refusal',
      slug: 'invalid-query',
      detail: 'Cannot answer so many rows.',
      dimension: 'limit',
      ...told,
      errors: [
        { detail: 'Cannot answer so many rows.', parameter: 'limit' },
        { detail: 'Cannot answer so many.', parameter: 'limit' },
      ],
    });
  });
});
