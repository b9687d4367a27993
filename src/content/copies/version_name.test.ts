import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareVersions, readVersionName } from './version_name.ts';

const NAMES = [
  ...['latest', 'stable', '10.x', '10.4', '10', 'v9.1.2', 'version-9.1', '9.1-rc1', '9.1.0-beta.2', '8_1', '2.0'],
  ...['next', 'main', 'nightly', 'archive', 'old'],
];

describe('readVersionName', () => {
  test.each(NAMES)('reads %s', (name) => {
    expect(readVersionName(name)).not.toBeNull();
  });

  test.each(['', 'guide', 'v', '2024-01-02', 'http2', 'web3', 'x', '1.2.3.4.5.6.7', 'constructor', '1.2-SNAPSHOTS'])(
    'reads no version in %j',
    (name) => {
      expect(readVersionName(name)).toBeNull();
    },
  );
});

describe('compareVersions', () => {
  const compare = (a: string, b: string) => Math.sign(compareVersions(readVersionName(a)!, readVersionName(b)!));

  test.each([
    ['the latest before a release', 'stable', '99.0'],
    ['by number, not by letter', 'v2.20', 'v2.3'],
    ['more numbers after the same ones are higher', '7.8.6', '7.8'],
    ['a series before its releases', '10.x', '10.4'],
    ['a release before its candidates', '9.1', '9.1-rc1'],
    ['a release before what is not released, however high', '1.0', '2.0-beta'],
    ['what is not released before an archive', 'next', 'archive'],
  ])('orders %s', (_, first, second) => {
    expect([compare(first, second), compare(second, first)]).toEqual([-1, 1]);
  });

  test('orders any names the same way from both sides, and transitively', () => {
    const name = fc.constantFrom(...NAMES);
    fc.assert(
      fc.property(name, name, name, (a, b, c) => {
        expect(compare(a, b) + compare(b, a)).toBe(0);
        if (compare(a, b) <= 0 && compare(b, c) <= 0) expect(compare(a, c)).toBeLessThanOrEqual(0);
      }),
    );
  });
});
