import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contentStamp, siteOrigin } from './site_settings.ts';

const a = { file: 'a.md', digest: '1'.repeat(64) };
const b = { file: 'b.md', digest: '2'.repeat(64) };
const stamp = contentStamp([a, b], { title: 'x' }, '1.0.0');

describe('the content stamp', () => {
  test('is SHA-256 in hexadecimal, the same for the same input', () => {
    expect(stamp).toMatch(/^[0-9a-f]{64}$/);
    expect(contentStamp([{ ...a }, { ...b }], { title: 'x' }, '1.0.0')).toBe(stamp);
  });

  test.each([
    ['a file’s bytes change', [a, { ...b, digest: '3'.repeat(64) }], 'x', '1.0.0'],
    ['a file is renamed', [a, { ...b, file: 'c.md' }], 'x', '1.0.0'],
    ['a file is removed', [a], 'x', '1.0.0'],
    [
      'two files change places',
      [
        { ...a, digest: b.digest },
        { ...b, digest: a.digest },
      ],
      'x',
      '1.0.0',
    ],
    ['a setting changes', [a, b], 'y', '1.0.0'],
    ['the program version changes', [a, b], 'x', '1.0.1'],
    ['a file name contains the separator of two files', [{ ...a, file: `a.md" ${a.digest}\n"b.md` }], 'x', '1.0.0'],
  ])('changes when %s', (_, sources, title, version) => {
    expect(contentStamp(sources, { title }, version)).not.toBe(stamp);
  });
});

test.each([
  ['the origin in the settings', 'https://site.example/docs', 'other', 'https://site.example/docs'],
  ['nothing, where neither origin nor path is known', null, '', ''],
  ['the path of the site on its host', null, 'docs/der Weg', '/docs/der%20Weg'],
  ['the path as it is escaped in the settings', null, 'der%20Weg', '/der%20Weg'],
  ['nothing, where the path is relative to the page', null, '.', ''],
])('addresses begin with %s', (_, origin, base, expected) => {
  expect(siteOrigin({ origin }, { base })).toBe(expected);
});

test('never begins an address with a host, whatever path is written', () => {
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
