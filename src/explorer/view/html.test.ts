import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { breakable, html } from './html.ts';

test.each([
  ['A title of short words', 'A title of short words'],
  ['noInteractiveElementToRole (JSX)', 'no<wbr/>Interactive<wbr/>Element<wbr/>To<wbr/>Role (JSX)'],
  ['docs/configuration/options', 'docs/<wbr/>configuration/<wbr/>options'],
  ['<b>long::name::of::type</b>', '&lt;b>long::<wbr/>name::<wbr/>of::<wbr/>type&lt;/<wbr/>b>'],
])('breaks %j as %s', (text, expected) => {
  expect(renderToString(html`<p>${breakable(text)}</p>`)).toBe(`<p>${expected}</p>`);
});
