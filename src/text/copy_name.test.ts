import { expect, test } from 'vitest';
import { copyName } from './copy_name.ts';
import { languageName } from './language_names.ts';

test.each([
  ['7.22', 'en', '7.22'],
  ['7.22', 'fr', '7.22, Français'],
  ['fr', 'fr', 'Français'],
  ['current', 'en', 'current version'],
  ['guides', 'en', 'guides'],
  ['', 'en', 'x'],
])('the copy %j in %s is called %j beside a page in English', (name, language, called) => {
  expect(copyName({ name, language, path: 'x' }, 'en', languageName)).toBe(called);
});
