import fc from 'fast-check';
import { expect, test } from 'vitest';
import { codeName } from './code_name.ts';

test.each([
  ['getServerSideProps', 'get server side props'],
  ['GetServerSideProps', 'get server side props'],
  ['HTMLElement', 'html element'],
  ['parseURL', 'parse url'],
  ['XMLHttpRequest', 'xml http request'],
  ['base64Encode', 'base64 encode'],
  ['iPhone', 'i phone'],
  ['JavaScript', 'java script'],
  ['onUpdateUIs', 'on update uis'],
])('tells the parts of %s', (word, parts) => {
  expect(codeName(word)).toBe(parts);
});

test.each([
  '',
  'word',
  'Word',
  'WORD',
  'URLs',
  'v2',
  'utf8',
  'MP3',
  'déjàVu',
  'get_Props',
  'dQw4w9WgXcQ',
  'aGVsbG8gd29ybGQhIQ',
])('finds no parts in %j', (word) => {
  expect(codeName(word)).toBeNull();
});

test('gives the letters of the word in small, cut into at most eight parts', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Za-z0-9]{1,40}$/), (word) => {
      const name = codeName(word);
      if (name === null) return;
      expect(name.replaceAll(' ', '')).toBe(word.toLowerCase());
      expect(name.split(' ').length).toBeLessThanOrEqual(8);
      expect(name.split(' ').every((part) => part !== '')).toBe(true);
    }),
  );
});
