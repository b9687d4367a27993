import { expect, test } from 'vitest';
import type { Range } from '../../client/api_types.ts';
import { withDirective, withoutDirective } from './text_directive.ts';

test.each([
  ['Caches compare the entity tag of an answer.', 'entity', 'Caches%20compare%20the%20entity%20tag%20of%20an%20answer'],
  ['One more. A cache compares it. More.', 'compares', 'A%20cache%20compares%20it'],
  ['1 2 3 4 5 six 7 8 9 10 11 12', 'six', '3%204%205%20six%207%208%209%2010'],
  ['see `json.set`, then read-only (mode)', 'set', 'see%20%60json.set%60%2C%20then%20read%2Donly%20(mode'],
  ['。缓存比较实体标签。另一句', '实体', '%E7%BC%93%E5%AD%98%E6%AF%94%E8%BE%83%E5%AE%9E%E4%BD%93%E6%A0%87%E7%AD%BE'],
])('leads, in %j, to the words around %j: %s', (excerpt, hit, words) => {
  const at = excerpt.indexOf(hit);
  const lead = (address: string) => withDirective(address, excerpt, [[at, at + hit.length]]);
  expect(lead('https://a.example/b')).toBe(`https://a.example/b#:~:text=${words}`);
  expect(lead('/b#c')).toBe(`/b#c:~:text=${words}`);
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
