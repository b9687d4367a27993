import fc from 'fast-check';
import { expect, test } from 'vitest';
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
