import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readString } from './written_answer.ts';
import { readWrittenRows, type WrittenRows } from './written_rows.ts';

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '"', '\\', '\\"', '","match":{"score":', '"}}', ']}', '\n\t', '"section":null'),
);
const row = fc.record({
  path: text,
  canonical: text,
  title: text,
  description: text,
  aliases: fc.array(text),
  match: fc.record({
    score: fc.nat(),
    excerpt: text,
    ranges: fc.constant([[0, 3]]),
    section: fc.option(fc.record({ heading: text, anchor: text })),
    titleRanges: fc.constant([]),
  }),
});
const rows = fc.array(row, { maxLength: 4 });

describe('readWrittenRows', () => {
  it('reads what is in the rows, whatever their texts are', () => {
    fc.assert(
      fc.property(rows, fc.nat(), fc.boolean(), (items, total, relaxed) => {
        const answer = { items, count: items.length, total, ...(relaxed && { relaxed }) };
        expect(textsOf(readWrittenRows(encode(answer)))).toEqual({
          items: items.map(({ path, canonical, title, description, match: { excerpt, section } }) => {
            return { path, canonical, title, description, excerpt, section };
          }),
          total,
          relaxed,
        });
      }),
    );
  });

  it('reads rows without a match, and members in another order', () => {
    const plain = { path: 'a', canonical: 'https://x.example/a', title: 'A', description: '' };
    const match = { excerpt: 'Text', section: { heading: 'H', anchor: 'h' } };
    const answer = { items: [plain, { match, ...plain }], total: 2, count: 2 };
    expect(textsOf(readWrittenRows(encode(answer)))).toEqual({
      items: [
        { ...plain, excerpt: '', section: null },
        { ...plain, ...match },
      ],
      total: 2,
      relaxed: false,
    });
  });
});

function encode(answer: object): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(answer));
}

function textsOf({ items, ...totals }: WrittenRows): object {
  return { ...totals, items: JSON.parse(JSON.stringify(items), (_, value) => read(value)) };
}

function read(value: unknown): unknown {
  return typeof value === 'string' ? readString(value) : value;
}
