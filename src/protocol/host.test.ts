import { describe, expect, it, test } from 'vitest';
import { canonicalOrigin, isHost } from './host.ts';

describe('isHost', () => {
  it.each(['a', 'api.example.org', 'a:80', 'a:', '127.0.0.1:4777', '[::1]', '[::1]:80', 'a:65535'])(
    'takes %j',
    (value) => {
      expect(isHost(value)).toBe(true);
    },
  );

  it.each([
    '',
    '"><script>',
    'a@b',
    'a b',
    'a/b',
    'a:x',
    'a:123456',
    'a:65536',
    '[::1]:99999',
    '[::1',
    'a, b',
    'ä',
    'a'.repeat(256),
  ])('refuses %j', (value) => {
    expect(isHost(value)).toBe(false);
  });
});

test.each([
  ['https://api.example.org', 'https://api.example.org'],
  ['https://API.Example.org', 'https://api.example.org'],
  ['HTTPS://api.example.org/', 'https://api.example.org'],
  ['https://api.example.org:443', 'https://api.example.org'],
  ['http://api.example.org:80', 'http://api.example.org'],
  ['https://api.example.org:80', 'https://api.example.org:80'],
  ['http://[::1]:8080', 'http://[::1]:8080'],
  ['https://Bücher.example', 'https://xn--bcher-kva.example'],
  ['https://api.example.org/path', null],
  ['https://api.example.org?', null],
  ['https://user@api.example.org', null],
  ['api.example.org', null],
  ['file:///', null],
  ['null', null],
  ['*', null],
  ['', null],
])('canonicalOrigin of %s is %s', (text, origin) => {
  expect(canonicalOrigin(text)).toBe(origin);
});
