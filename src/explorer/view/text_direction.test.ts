import { expect, test } from 'vitest';
import { textDirection } from './text_direction.ts';

test.each([
  ['', 'ltr'],
  ['Hello', 'ltr'],
  ['DER ו־ASN.1 בקצרה', 'rtl'],
  ['The word שלום means peace in Hebrew', 'ltr'],
  ['HTTP مرحبا بالعالم', 'rtl'],
])('reads %j as %s', (text, direction) => {
  expect(textDirection(text)).toBe(direction);
});
