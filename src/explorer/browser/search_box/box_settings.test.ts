import { expect, test } from 'vitest';
import { readSettings, resultsAddress, searchAddress } from './box_settings.ts';

const own = 'https://docs.example/base/';
const settingsOf = (attributes: Readonly<Record<string, string>>) =>
  readSettings((name) => attributes[name] ?? null, own, 'https://site.example/guide/');

const defaults = {
  api: own,
  src: null,
  collection: null,
  tags: [],
  language: null,
  version: null,
  limit: 8,
  sections: 2,
  recent: 5,
  mode: 'dropdown',
  shortcuts: ['/', 'mod+k'],
};

test.each([
  [{}, {}],
  [{ api: 'https://else.example/search' }, { api: 'https://else.example/search/' }],
  [{ api: '/search/' }, { api: 'https://site.example/search/' }],
  [{ api: 'javascript:alert(1)' }, {}],
  [{ api: 'https://' }, {}],
  [{ src: '../search' }, { src: 'https://site.example/search/' }],
  [{ src: 'data:,' }, {}],
  [{ tag: 'linux, http' }, { tags: ['linux', 'http'] }],
  [
    { limit: '1', sections: '0' },
    { limit: 1, sections: 0 },
  ],
  [
    { limit: '50', sections: '5' },
    { limit: 50, sections: 5 },
  ],
  [{ limit: '51', sections: '6', recent: '11' }, {}],
  [{ recent: '0' }, { recent: 0 }],
  [{ limit: '0', sections: '-1' }, {}],
  [{ limit: ' ', sections: '1.5' }, {}],
  [
    { mode: 'dialog', shortcut: 'none' },
    { mode: 'dialog', shortcuts: [] },
  ],
  [{ mode: 'popup', shortcut: 'mod+k /' }, {}],
  [{ collection: '', language: '' }, {}],
])('the attributes %j are read', (attributes, differences) => {
  expect(settingsOf(attributes)).toEqual({ ...defaults, ...differences });
});

test('addresses have what is typed and the filters', () => {
  const settings = settingsOf({ collection: 'guides', tag: 'a b', language: 'de', limit: '3' });
  expect(searchAddress(settings, 'C++ & "x" ', 'de')).toBe(
    `${own}api/search?q=C%2B%2B+%26+%22x%22+&collection=guides&tag=a&tag=b&language=de&limit=3&sections=2`,
  );
  expect(resultsAddress(settings, 'x', null, null)).toBe(`${own}explore?q=x&collection=guides&tag=a&tag=b`);
  expect(resultsAddress(settingsOf({ version: '7.4' }), 'x', 'pt', null)).toBe(
    `${own}explore?q=x&language=pt&version=7.4`,
  );
  expect(resultsAddress(settingsOf({}), 'x', null, 'https://site.example/find?lang=de')).toBe(
    'https://site.example/find?lang=de&q=x',
  );
  const files = settingsOf({ src: '/files/', limit: '3' });
  expect(searchAddress(files, 'x', null)).toBe('https://site.example/files/?q=x&limit=3&sections=2');
  expect(resultsAddress(files, 'x', null, null)).toBeNull();
  expect(resultsAddress(files, 'x', null, 'https://site.example/find')).toBe('https://site.example/find?q=x');
});

test('a dialog asks for the collections to choose from', () => {
  expect(searchAddress(settingsOf({ mode: 'dialog' }), 'x', null)).toBe(
    `${own}api/search?q=x&limit=8&sections=2&facets=collection`,
  );
});
