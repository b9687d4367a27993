import { expect, it } from 'vitest';
import { citedAddress } from './find_page.ts';

it.each([
  [
    'on the site, where its address is known',
    'https://site.example/a',
    'http://service.example',
    'https://site.example/a',
  ],
  ['at the service, where only its path is', '/docs/a', 'http://service.example', 'http://service.example/b%20c.md'],
  ['by its path over a pipe', '/docs/a', null, '/docs/a'],
])('an answer names a page %s', (_, canonical, service, cited) => {
  expect(citedAddress({ path: 'b c', canonical }, { service })).toBe(cited);
});
