import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseFormFields } from './form_fields.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

describe('parseFormFields', () => {
  it.each([
    ['', []],
    ['a=b', [['a', 'b']]],
    [
      'a=b+c%2B%26&a=&d',
      [
        ['a', 'b c+&'],
        ['a', ''],
        ['d', ''],
      ],
    ],
    ['&&x=%F0%9F%98%80', [['x', '😀']]],
    ['a=b=c', [['a', 'b=c']]],
    ['__proto__=x', [['__proto__', 'x']]],
    ['a=ü', [['a', 'ü']]],
  ])('reads %j', (text, fields) => {
    expect(parseFormFields(bytesOf(text))).toEqual(fields);
  });

  it.each(['a=%FF', 'a=%C3%28', 'a=%', '%zz=a', 'a=%ED%A0%80'])('reads nothing in %j', (text) => {
    expect(parseFormFields(bytesOf(text))).toBeNull();
  });

  it('reads nothing in bytes that are not UTF-8', () => {
    expect(parseFormFields(Uint8Array.of(0x61, 0x3d, 0xc3, 0x28))).toBeNull();
  });

  it('reads what a browser writes', () => {
    const pairs = fc.array(fc.tuple(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' })));
    fc.assert(
      fc.property(pairs, (fields) => {
        expect(parseFormFields(bytesOf(new URLSearchParams(fields).toString()))).toEqual(fields);
      }),
    );
  });
});
