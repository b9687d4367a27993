import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isFresh, type LinkResult, parseResults, writeResults } from './link_results.ts';

const results = new Map<string, LinkResult>([
  ['https://a.org/', { checked: '2026-01-31', status: 200 }],
  ['https://b.org/', { checked: '2026-02-01', status: 0, fault: 'no such host' }],
]);

test('writes a line for each address', () => {
  expect(writeResults(results)).toBe(`{
  "version": 1,
  "links": {
    "https://a.org/": {"checked":"2026-01-31","status":200},
    "https://b.org/": {"checked":"2026-02-01","status":0,"fault":"no such host"}
  }
}
`);
  expect(writeResults(new Map())).toBe('{\n  "version": 1,\n  "links": {}\n}\n');
});

test('reads what it wrote, whatever the addresses are', () => {
  const kept = fc.record({ checked: fc.constant('2026-01-31'), status: fc.integer({ min: 0, max: 999 }) });
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.webUrl(), kept)), (pairs) => {
      const written = new Map(pairs);
      expect(parseResults(writeResults(written))).toEqual(written);
    }),
  );
});

test.each(['', '{', '[]', '{"version":2,"links":{}}', '{"version":1,"links":{"a":{"checked":"soon","status":1}}}'])(
  'refuses %j',
  (text) => {
    expect(parseResults(text)).toBeNull();
  },
);

test.each([
  ['2026-03-02', 200, true],
  ['2026-03-31', 200, true],
  ['2026-02-28', 200, false],
  ['2026-03-30', 404, false],
  ['2026-03-31', 404, true],
  ['2026-03-30', 0, false],
  ['2026-04-02', 200, false],
] as const)('takes a result of %s with the status %i as fresh on 31 March: %s', (checked, status, fresh) => {
  expect(isFresh({ checked, status }, Date.UTC(2026, 2, 31, 12))).toBe(fresh);
});
