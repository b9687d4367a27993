import { expect, test } from 'vitest';
import { titleFromName } from './title_from_name.ts';

test.each([
  ['first-steps', 'First steps'],
  ['_a__b-', 'A b'],
  ['API', 'API'],
  ['größe', 'Größe'],
  ['1-a', '1 a'],
  ['-_ ', ''],
])('the name %j is the title %j', (name, title) => {
  expect(titleFromName(name)).toBe(title);
});
