import { expect, test } from 'vitest';
import { encodingFault } from './encoding_fault.ts';

const utf16 = (text: string) => Buffer.from(text, 'utf16le');

test.each([
  ['UTF-16 with its mark', utf16('\ufeff# Title'), [1, 1, 'it is in UTF-16 (little-endian). Save it as UTF-8']],
  [
    'UTF-16 of the other order',
    utf16('\ufeff# Title').swap16(),
    [1, 1, 'it is in UTF-16 (big-endian). Save it as UTF-8'],
  ],
  ['UTF-16 without a mark', utf16('# Title\n\ntext'), [1, 1, 'it is in UTF-16 (little-endian). Save it as UTF-8']],
  [
    'Latin-1',
    Buffer.from('# a\n\nabc é', 'latin1'),
    [3, 5, 'the byte 0xE9 is not UTF-8; the file may be in Latin-1 (Windows-1252). Save it as UTF-8'],
  ],
])('%s is named, with what to do', (_name, bytes, [line, column, reason]) => {
  expect(encodingFault(bytes)).toEqual({ line, column, message: `Cannot read the page: ${reason}` });
});

test('the place is behind characters that mean a wrong byte in UTF-8', () => {
  const bytes = Buffer.concat([Buffer.from('é\ufffd\n文 '), Uint8Array.of(0xe9), Buffer.from(' b')]);
  expect(encodingFault(bytes)).toMatchObject({ line: 2, column: 3 });
});

test.each(['', 'plain', '\ufeffÉ 文 👍', 'a\0b and more text', '\ufffd'])('%j in UTF-8 has no fault', (text) => {
  expect(encodingFault(Buffer.from(text))).toBeNull();
});
