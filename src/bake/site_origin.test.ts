import fc from 'fast-check';
import { expect, it } from 'vitest';
import { siteOrigin } from './site_origin.ts';

it.each([
  ['the origin in the settings', 'https://site.example/docs', 'other', 'https://site.example/docs'],
  ['nothing, where neither origin nor path is known', null, '', ''],
  ['the path of the site on its host', null, 'docs/der Weg', '/docs/der%20Weg'],
  ['the path as it is escaped in the settings', null, 'der%20Weg', '/der%20Weg'],
  ['nothing, where the path is relative to the page', null, '.', ''],
])('addresses begin with %s', (_, origin, base, expected) => {
  expect(siteOrigin({ origin }, { base })).toBe(expected);
});

it('never begins an address with a host, whatever path is written', () => {
  const part = fc.constantFrom('.', '..', '/', '\\', 'host.example', 'a b', '%2F', ':', '@', 'ü', '\t');
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(part).map((parts) => parts.join('')),
      ),
      (base) => {
        const origin = siteOrigin({ origin: null }, { base });
        expect(origin).toMatch(/^(?:\/[^/].*)?$/);
        expect(new URL(`${origin}/page`, 'https://site.example').origin).toBe('https://site.example');
      },
    ),
  );
});
