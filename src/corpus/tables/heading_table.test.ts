import { expect, test } from 'vitest';
import { lengthOfText, writeHeading } from './heading_table.ts';

const BODY = Buffer.from('Über “uns” and "you" \\ tail');

function lengthAt(text: string, start = 0): number {
  return lengthOfText(Buffer.from(writeHeading({ text, anchor: 'a' })), 0, BODY, start);
}

test('a heading is compared with a text byte by byte', () => {
  expect(lengthAt('Über “uns” and')).toBe(Buffer.byteLength('Über “uns” and'));
  expect(lengthAt('and', Buffer.byteLength('Über “uns” '))).toBe(3);
  expect(lengthAt('Über euch')).toBe(-1);
  expect(lengthAt('tail and more', BODY.length - 4)).toBe(-1);
});

test('a heading with characters that JSON escapes is never found', () => {
  const start = Buffer.byteLength('Über “uns” and ');
  expect(lengthAt('"you"', start)).toBe(-1);
  expect(lengthAt('\\ tail', start + 6)).toBe(-1);
});
