import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inOneLine, LONGEST_EXCERPT, shorten } from './excerpt_text.ts';
import { JsonWriter } from './json_writer.ts';

const writer = new JsonWriter();

test('puts strings and bytes together in the order written, again and again', () => {
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

test('takes bytes from the middle of memory that threads share', () => {
  const shared = new Uint8Array(new SharedArrayBuffer(8));
  shared.set(Buffer.from('abcdefgh'));
  expect(Buffer.from(writer.bytes(shared.subarray(2, 5)).take()).toString()).toBe('cde');
});

test('grows, and gives copies that later writing does not touch', () => {
  const long = 'é'.repeat(200_000);
  const first = writer.text('1').text(long).take();
  const second = writer.text('2').take();
  expect(Buffer.from(first).toString()).toBe(`1${long}`);
  expect(Buffer.from(second).toString()).toBe('2');
});

test('drops what was written', () => {
  writer.text('lost').clear();
  expect(Buffer.from(writer.text('kept').take()).toString()).toBe('kept');
});

describe('a line', () => {
  const most = LONGEST_EXCERPT;

  function lineOf(text: string, before = 'é'): { readonly json: string; readonly shown: string } {
    const source = Buffer.from(`${before}${text}`);
    const from = Buffer.byteLength(before);
    const end = writer.line(source, from, source.length, most);
    return { json: Buffer.from(writer.take()).toString(), shown: source.toString('utf8', from, end) };
  }

  test('is what JSON.stringify makes of a text that is shortened and put in one line', () => {
    const piece = fc.oneof(
      {
        weight: 3,
        arbitrary: fc.constantFrom('word', ' ', '\n', ' \n ', '"a\\b"', '😀', '数据', 'né', 'x'.repeat(150)),
      },
      // White space of other kinds is no matter of its own: no text that is read has it at its end.
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

  test.each([...Array(0x80).keys()])('writes character %d as JSON.stringify does, or as a blank', (code) => {
    const character = String.fromCharCode(code);
    expect(lineOf(`a${character}b`).json).toBe(JSON.stringify(`a${code === 0x0a ? ' ' : character}b`));
  });

  test('takes six bytes a character where it must, wherever in the buffer it begins', () => {
    const text = '\u0001'.repeat(most);
    for (let i = 0; i < 100; i++) {
      writer.text('x'.repeat(700 * i));
      const source = Buffer.from(text);
      expect(writer.line(source, 0, source.length, most)).toBe(most);
      expect(Buffer.from(writer.take()).toString()).toBe(`${'x'.repeat(700 * i)}${JSON.stringify(text)}`);
    }
  });
});
