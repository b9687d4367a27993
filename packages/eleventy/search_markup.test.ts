import { expect, test } from 'vitest';
import { searchMarkup } from './search_markup.js';

test('the markup of the search box has no value that could end it, and no attribute without a value', () => {
  const attributes = { placeholder: '"<b>&', limit: 5, version: undefined, tag: null, language: '' };
  expect(searchMarkup({ script: '/a"b.js', attributes })).toBe(
    '<script type="module" src="/a&quot;b.js"></script><catchword-search mode="dialog" placeholder="&quot;&lt;b>&amp;" limit="5"></catchword-search>',
  );
  expect(searchMarkup({ script: '/a.js', attributes: { mode: 'dropdown' } })).toContain('mode="dropdown"');
});
