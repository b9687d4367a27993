import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { collections, goodBody } from '../../../test/arbitraries/query_body.ts';
import { isRefusal } from '../../problems/refusal.ts';
import { createGrammar } from './grammar.ts';
import type { Plan } from './plan.ts';
import { planKey } from './plan_key.ts';
import { formatParameters, readParameters } from './read_parameters.ts';
import { validatePlan } from './validate.ts';

const grammar = createGrammar(collections);

function key(body: unknown): string {
  return planKey(validatePlan(body, grammar) as Plan);
}

describe('planKey', () => {
  test('is the same for all spellings of a query', () => {
    const spelled = planKey(readParameters('facets=tags,collection&q=a', grammar) as Plan);
    expect(key({ match: { text: 'a', in: 'all' }, facets: ['collection', 'tags'] })).toBe(spelled);
    expect(key({ limit: 10, facets: ['tags', 'collection'], match: { in: 'all', text: 'a' } })).toBe(spelled);
  });

  test.each([
    ['a batch of one', { batch: [{ tag: 't' }] }, { tag: 't' }],
    ['a filter by tag', { tag: 'demos' }, { collection: 'demos' }],
    ['a slug', { slug: 'a' }, { path: 'a' }],
    ['a passage', { like: 'a' }, { match: { text: 'a', in: 'all' } }],
    [
      'the order of nodes',
      {
        match: {
          all: [
            { text: 'a', in: 'all' },
            { text: 'b', in: 'all' },
          ],
        },
      },
      {
        match: {
          all: [
            { text: 'b', in: 'all' },
            { text: 'a', in: 'all' },
          ],
        },
      },
    ],
    [
      'a text that looks like a node',
      { match: { text: 'all', in: 'all' } },
      { match: { all: [{ text: 'all', in: 'all' }] } },
    ],
    ['batches of different length', { batch: [{ tag: 'a' }, { tag: 'b' }] }, { batch: [{ tag: 'a' }] }],
  ])('distinguishes %s', (_, one, other) => {
    expect(key(one)).not.toBe(key(other));
  });

  test('is the same exactly when the plans are equal', () => {
    fc.assert(
      fc.property(goodBody, goodBody, (one, other) => {
        const plans = [validatePlan(one, grammar), validatePlan(other, grammar)] as const;
        if (isRefusal(plans[0]) || isRefusal(plans[1])) return;
        expect(planKey(plans[0]) === planKey(plans[1])).toBe(isDeepStrictEqual(plans[0], plans[1]));
        expect(planKey(plans[0])).toBe(planKey(structuredClone(plans[0])));
      }),
      { numRuns: 1000 },
    );
  });
});

const [nfd, nfc] = ['cafe\u0301', 'caf\u00e9'];

describe('a plan is in normal form C', () => {
  test.each([
    [{ match: { any: [{ text: nfd, in: 'all' }, { not: { all: [{ text: nfd, in: 'title' }] } }] }, tag: nfd }],
    [{ like: nfd, tag: nfd }],
    [{ traverse: { from: nfd, follow: 'both', depth: 1 }, tag: nfd }],
    [{ slug: nfd, tag: nfd }],
    [{ path: nfd, tag: nfd }],
    [{ tag: nfd }],
    [{ batch: [{ tag: nfd }, { like: nfd }] }],
  ])('whatever the form of %j', (body) => {
    const asked = JSON.parse(JSON.stringify(body).replaceAll(nfd, nfc)) as unknown;
    const plan = validatePlan(body, grammar);
    expect(plan).toEqual(validatePlan(asked, grammar));
    expect(JSON.stringify(plan)).toContain(nfc);
    expect(JSON.stringify(plan)).not.toContain(nfd);
  });

  test('from parameters too', () => {
    expect(readParameters('q=cafe%CC%81&tag=cafe%CC%81', grammar)).toEqual(
      readParameters('q=caf%C3%A9&tag=caf%C3%A9', grammar),
    );
  });
});

describe('caps count characters as sent', () => {
  // U+0958 is two characters in NFC; 'e' with a combining accent is one.
  test.each([
    ['\u0958'.repeat(1000), true],
    ['\u0958'.repeat(1001), false],
    [nfd.slice(3).repeat(500), true],
    [`${nfd.slice(3).repeat(500)}x`, false],
  ])('of a clause %#', (text, allowed) => {
    expect('queries' in validatePlan({ match: { text, in: 'all' } }, grammar)).toBe(allowed);
  });

  test('so a text that NFC makes longer than the cap on clauses has no GET address', () => {
    const plan = (text: string): Plan => validatePlan({ match: { text, in: 'all' } }, grammar) as Plan;
    expect(formatParameters(plan(`${'a'.repeat(900)}${'\u0958'.repeat(100)}`))).toBeNull();
    expect(formatParameters(plan(`${'a'.repeat(800)}${'\u0958'.repeat(100)}`))).not.toBeNull();
  });
});
