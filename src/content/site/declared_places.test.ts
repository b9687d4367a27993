import { describe, expect, test } from 'vitest';
import { declaredPlaces } from './declared_places.ts';

const placeOf = (address: string, base = '/zoo/') =>
  declaredPlaces({ generator: 'plain', base, pages: [{ file: 'a.md', address }] })['a.md']!.path;

describe('the path of a declared page', () => {
  test.each([
    ['/zoo/', ''],
    ['/zoo', ''],
    ['/zoo/index.html', ''],
    ['/zoo/guide/', 'guide'],
    ['/zoo/guide/index.html', 'guide'],
    ['/zoo/guide/a.html', 'guide/a'],
    ['/zoo/%C3%A9t%C3%A9', 'été'],
    ['/zoology/a', 'zoology/a'],
  ])('at %s is "%s" below /zoo/', (address, path) => {
    expect(placeOf(address)).toBe(path);
  });

  test('is that of its address on a site at the root of its host', () => {
    expect(placeOf('/guide/a/', '/')).toBe('guide/a');
  });

  test('is that of the first of several addresses', () => {
    const pages = [
      { file: 'a.md', address: '/first', language: 'fr' },
      { file: 'a.md', address: '/second' },
    ];
    expect(declaredPlaces({ generator: 'plain', base: '/', pages })).toEqual({
      'a.md': { path: 'first', address: '/first', language: 'fr' },
    });
  });
});
