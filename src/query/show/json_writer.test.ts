import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inOneLine, LONGEST_EXCERPT, shorten } from './excerpt_text.ts';
import { JsonWriter } from './json_writer.ts';

const writer = new JsonWriter();

test('joins strings and bytes in the order written, and can be reused', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string().map((text) => Buffer.from(text)),
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      for (const each of pieces) typeof each === 'string' ? writer.text(each) : writer.bytes(each);
      expect(Buffer.from(writer.take()).toString()).toBe(pieces.map(String).join(''));
    }),
  );
});

test('gives back what was written from a length on', () => {
  const start = writer.text('before ').length;
  expect(writer.text('“é”').text(', behind').textFrom(start)).toBe('“é”, behind');
  expect(Buffer.from(writer.take()).toString()).toBe('before “é”, behind');
  expect(writer.length).toBe(0);
});

test('copies bytes from the middle of shared memory', () => {
  const shared = new Uint8Array(new SharedArrayBuffer(8));
  shared.set(Buffer.from('abcdefgh'));
  expect(Buffer.from(writer.bytes(shared.subarray(2, 5)).take()).toString()).toBe('cde');
});

test('grows, and returns copies that later writes do not change', () => {
  const long = 'é'.repeat(200_000);
  const first = writer.text('1').text(long).take();
  const second = writer.text('2').take();
  expect(Buffer.from(first).toString()).toBe(`1${long}`);
  expect(Buffer.from(second).toString()).toBe('2');
});

test('discards its content on clear', () => {
  writer.text('lost').clear();
  expect(Buffer.from(writer.text('kept').take()).toString()).toBe('kept');
});

test('writes decimals as JavaScript does', () => {
  const parts = fc.oneof(
    fc.nat(100),
    fc.nat(),
    fc.maxSafeNat(),
    fc.nat(3000).map((whole) => whole * 1_000_000),
  );
  fc.assert(
    fc.property(parts, fc.integer({ min: 0, max: 9 }), (value, places) => {
      expect(Buffer.from(writer.decimal(value, places).take()).toString()).toBe(`${value / 10 ** places}`);
    }),
  );
});

test.each([
  ['plain', true],
  ['naïve', false],
])('says whether a line is ASCII: %j', (text, expected) => {
  const bytes = Buffer.from(text);
  writer.line(bytes, 0, bytes.length, LONGEST_EXCERPT);
  writer.clear();
  expect(writer.wroteAscii).toBe(expected);
});

describe('a line', () => {
  const most = LONGEST_EXCERPT;

  function lineOf(text: string, before = 'é'): { readonly json: string; readonly shown: string } {
    const source = Buffer.from(`${before}${text}`);
    const from = Buffer.byteLength(before);
    const end = writer.line(source, from, source.length, most);
    return { json: Buffer.from(writer.take()).toString(), shown: source.toString('utf8', from, end) };
  }

  test('equals JSON.stringify of the text after shorten and inOneLine', () => {
    const piece = fc.oneof(
      {
        weight: 3,
        arbitrary: fc.constantFrom('word', ' ', '\n', ' \n ', '"a\\b"', '😀', '数据', 'né', 'x'.repeat(150)),
      },
      // Only spaces and line ends: no indexed text ends with other white space.
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 5 }).filter((text) => text.trimEnd() === text) },
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 200, size: 'max' }), (pieces) => {
        const text = pieces.join('').toWellFormed();
        const { json, shown } = lineOf(text);
        expect(json).toBe(JSON.stringify(inOneLine(shorten(text))));
        expect(inOneLine(shown)).toBe(JSON.parse(json));
      }),
      { numRuns: 1000 },
    );
  });

  test.each([...Array(0x80).keys()])('writes character %d like JSON.stringify, or as a space', (code) => {
    const character = String.fromCharCode(code);
    expect(lineOf(`a${character}b`).json).toBe(JSON.stringify(`a${code === 0x0a ? ' ' : character}b`));
  });

  test('has room for six bytes per character, wherever in the buffer it starts', () => {
    const text = '\u0001'.repeat(most);
    for (let i = 0; i < 100; i++) {
      writer.text('x'.repeat(700 * i));
      const source = Buffer.from(text);
      expect(writer.line(source, 0, source.length, most)).toBe(most);
      expect(Buffer.from(writer.take()).toString()).toBe(`${'x'.repeat(700 * i)}${JSON.stringify(text)}`);
    }
  });
});
