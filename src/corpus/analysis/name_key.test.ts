import { expect, test } from 'vitest';
import { nameKey } from './name_key.ts';

test.each([
  ['Getting Started!', 'getting started'],
  ['  getting   "started"', 'getting started'],
  ["What's new", 'whats new'],
  ['Résumé', 'resume'],
  ['text-align', 'text align'],
  ['C++', 'c++ c'],
  ['C', 'c'],
  ['日本', '日 本'],
  ['!!!', ''],
])('the key of %j is %j', (name, key) => {
  expect(nameKey(name)).toBe(key);
});
