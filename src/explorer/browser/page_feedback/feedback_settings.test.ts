import { expect, test } from 'vitest';
import { submissionCaps } from '../../../feedback/submission.ts';
import { chooseAbout, MOST_OF_ABOUT, MOST_OF_MESSAGE } from './feedback_settings.ts';

const page = 'https://site.example/guide/?q=1#top';

test.each([
  ['what the owner says first', ['guide', 'https://site.example/guide'], page, 'guide'],
  [
    'the next where that is empty',
    ['', null, undefined, 'https://site.example/guide'],
    page,
    'https://site.example/guide',
  ],
  ['the address of the page without parameters', [null], page, 'https://site.example/guide/'],
  ['a text of 128 characters', ['\u{1f600}'.repeat(128)], page, '\u{1f600}'.repeat(128)],
  ['no text of 129', ['x'.repeat(129)], page, 'https://site.example/guide/'],
  ['no text with a control character', ['a\u0000', 'b\u202e', 'c\ud800'], page, 'https://site.example/guide/'],
  [
    'the path of a long address',
    [],
    `https://${'long.'.repeat(4)}site.example/${'x'.repeat(110)}`,
    `/${'x'.repeat(110)}`,
  ],
  [
    'the decoded path of one that is longer',
    [],
    `https://site.example/${encodeURI('größe'.repeat(10))}`,
    `/${'größe'.repeat(10)}`,
  ],
  ['nothing where even that is too long', [], `https://site.example/${'x'.repeat(128)}`, null],
  ['nothing where it cannot be decoded', [], `https://site.example/${'%ff'.repeat(43)}`, null],
])('the page is %s', (_, given, address, about) => {
  expect(chooseAbout(given, address)).toBe(about);
});

test('the element has the limits of the service', () => {
  expect({ about: MOST_OF_ABOUT, message: MOST_OF_MESSAGE }).toEqual({
    about: submissionCaps.about,
    message: submissionCaps.message,
  });
});
