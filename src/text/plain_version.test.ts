import { expect, test } from 'vitest';
import { plainVersion } from './plain_version.ts';

test.each([
  ['v3.7', '3.7'],
  ['version-2', '2'],
  ['release-1.2', '1.2'],
  ['Vista', 'vista'],
])('plainVersion spells %s as %s', (name, plain) => {
  expect(plainVersion(name)).toBe(plain);
});
