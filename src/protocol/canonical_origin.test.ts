import { expect, test } from 'vitest';
import { canonicalOrigin } from './canonical_origin.ts';

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
