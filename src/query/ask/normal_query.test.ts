import { describe, expect, test } from 'vitest';
import { formatParameters } from './format_parameters.ts';
import { createGrammar } from './grammar.ts';
import type { Plan } from './plan.ts';
import { readParameters } from './read_parameters.ts';
import { validatePlan } from './validate.ts';

const grammar = createGrammar(['writing']);
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
