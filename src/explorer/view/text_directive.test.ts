import { expect, test } from 'vitest';
import type { Range } from '../../client/api_types.ts';
import { withDirective, withoutDirective } from './text_directive.ts';

test.each([
  ['Caches compare the entity tag of an answer.', 'entity', 'Caches%20compare%20the%20entity%20tag'],
  ['One more. A cache compares it. More.', 'compares', 'A%20cache%20compares%20it'],
  ['1 2 3 4 5 six 7 8 9 10 11 12', 'six', '2%203%204%205%20six'],
  ['one 2 3 4 5 6 7', 'one', 'one%202%203%204%205'],
  ['see `json.set`, then read-only (mode)', 'set', 'see%20%60json.set%60%2C%20then%20read%2Donly%20(mode'],
  ['sugar & spice, 100% #1', 'spice', 'sugar%20%26%20spice%2C%20100%25%20%231'],
  ['{   "total": 4,   "items": []', 'total', null],
  ['return {   total of all', 'total', 'total%20of%20all'],
  ['Both words, and more of them', 'Both', 'Both%20words%2C%20and%20more%20of'],
  ['(unnecessary) to say', 'unnecessary', 'unnecessary)%20to%20say'],
  ['Cache-Control', 'Cache-Control', null],
  ['Die Größe. Ein Wort.', 'Größe', 'Die%20Gr%C3%B6%C3%9Fe'],
  ['Größe. Ein Wort.', 'Größe', null],
  [
    '(हिन्दी भाषा की)',
    'भाषा',
    '%E0%A4%B9%E0%A4%BF%E0%A4%A8%E0%A5%8D%E0%A4%A6%E0%A5%80%20%E0%A4%AD%E0%A4%BE%E0%A4%B7%E0%A4%BE%20%E0%A4%95%E0%A5%80',
  ],
  ['ภาษาไทย.', 'ไทย', '%E0%B8%A0%E0%B8%B2%E0%B8%A9%E0%B8%B2%E0%B9%84%E0%B8%97%E0%B8%A2'],
  ['。缓存比较实体标签。另一句', '实体', '%E7%BC%93%E5%AD%98%E6%AF%94%E8%BE%83%E5%AE%9E%E4%BD%93%E6%A0%87%E7%AD%BE'],
  [
    'قارن علامة الكيان',
    'علامة',
    '%D9%82%D8%A7%D8%B1%D9%86%20%D8%B9%D9%84%D8%A7%D9%85%D8%A9%20%D8%A7%D9%84%D9%83%D9%8A%D8%A7%D9%86',
  ],
])('leads, in %j, to the words around %j: %s', (excerpt, hit, words) => {
  const at = excerpt.indexOf(hit);
  const lead = (address: string) => withDirective(address, excerpt, [[at, at + hit.length]]);
  expect(lead('https://a.example/b')).toBe(`https://a.example/b${words === null ? '' : `#:~:text=${words}`}`);
  expect(lead('/b#c')).toBe(`/b#c${words === null ? '' : `:~:text=${words}`}`);
});

test.each<[string, Range[]]>([
  ['No hit.', []],
  ['...', [[0, 3]]],
])('leads to no words of %j with the hits %j', (excerpt, ranges) => {
  expect(withDirective('/b#c', excerpt, ranges)).toBe('/b#c');
});

test.each([
  ['https://a.example/b#:~:text=words', 'https://a.example/b'],
  ['https://a.example/b?c#d:~:text=words', 'https://a.example/b?c#d'],
  ['https://a.example/b#d', 'https://a.example/b#d'],
])('%s without its directive is %s', (address, plain) => {
  expect(withoutDirective(address)).toBe(plain);
});
