import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import type { Range } from '../../client/api_types.ts';
import { html } from './html.ts';
import { marked } from './marked.ts';

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
