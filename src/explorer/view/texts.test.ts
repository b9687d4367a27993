import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import type { Range } from '../../client/api_types.ts';
import { html } from './html.ts';
import { behindHeading, behindTitle, headingLevels, marked, textDirection } from './texts.ts';

test.each([
  ['a cache', [[2, 7]], 'a <mark>cache</mark>'],
  ['no hit', [], 'no hit'],
  [
    '😀 ab',
    [
      [0, 2],
      [3, 5],
    ],
    '<mark>😀</mark> <mark>ab</mark>',
  ],
  ['<b>x</b>', [[3, 4]], '&lt;b><mark>x</mark>&lt;/b>'],
] as [string, Range[], string][])('marks %j at %j as %s', (text, ranges, expected) => {
  expect(renderToString(html`<p>${marked(text, ranges, (hit) => html`<mark>${hit}</mark>`)}</p>`)).toBe(
    `<p>${expected}</p>`,
  );
});

test.each<[string, Range[], string, Range[]]>([
  ['Entity tag — Caches compare it.', [[0, 6]], 'Caches compare it.', []],
  ['Entity tag', [[0, 6]], '', []],
  ['Entity tag is what caches compare.', [[0, 6]], 'Entity tag is what caches compare.', [[0, 6]]],
  ['A tag.', [[2, 5]], 'A tag.', [[2, 5]]],
])('shows %j %j behind the title of its row as %j %j', (excerpt, ranges, text, shown) => {
  expect(behindTitle({ excerpt, ranges }, 'Entity tag')).toEqual([text, shown]);
});

test.each<[string, Range[], string, Range[]]>([
  [
    'Entity tag Caches compare it.',
    [
      [0, 6],
      [11, 17],
    ],
    'Caches compare it.',
    [[0, 6]],
  ],
  ['Entity tag', [[0, 6]], '', []],
  ['Entity tags are compared.', [[0, 6]], 'Entity tags are compared.', [[0, 6]]],
  ['and then an entity tag', [[12, 18]], 'and then an entity tag', [[12, 18]]],
])('shows %j %j behind the heading of its section as %j %j', (excerpt, ranges, text, shown) => {
  expect(behindHeading({ heading: 'Entity tag', excerpt, ranges })).toEqual([text, shown]);
});

test.each([
  [[], []],
  [
    [2, 3, 3, 2],
    [2, 3, 3, 2],
  ],
  [
    [3, 5, 3, 1],
    [2, 3, 2, 2],
  ],
  [
    [1, 2, 3, 4, 5, 6],
    [2, 3, 4, 5, 6, 6],
  ],
])('headings of the depths %j stand at the levels %j', (depths, levels) => {
  expect(headingLevels(depths)).toEqual(levels);
});

test.each([
  ['', 'ltr'],
  ['Hello', 'ltr'],
  ['DER ו־ASN.1 בקצרה', 'rtl'],
  ['The word שלום means peace in Hebrew', 'ltr'],
  ['HTTP مرحبا بالعالم', 'rtl'],
])('reads %j as %s', (text, direction) => {
  expect(textDirection(text)).toBe(direction);
});
