import { expect, test } from 'vitest';
import { nameOfVersion, namesOfVersions, setOfVersion } from './version_place.ts';

test.each([
  ['1.0', null, '1.0'],
  ['api/1.0', 'api', '1.0'],
  ['api/', 'api', ''],
  ['a/b/next', 'a/b', 'next'],
])('%s is of the set %s, with the name "%s"', (version, set, name) => {
  expect([setOfVersion(version), nameOfVersion(version)]).toEqual([set, name]);
});

test('versions of several sets have each name once, and those without a folder none', () => {
  expect(namesOfVersions(['api/', 'api/1.0', 'app/', 'app/1.0', '2.0'])).toEqual(['1.0', '2.0']);
});
