import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type JsonPath, readNumbersAsWritten } from './json_numbers.ts';

describe('readNumbersAsWritten', () => {
  it.each<[string, JsonPath, string | null]>([
    ['9007199254740993', [], '9007199254740993'],
    [' -0.0 ', [], '-0.0'],
    ['{"limit":1e30}', ['limit'], '1e30'],
    ['{ "a" : [ 1 , {"limit"\n:\t1E+400 } ] }', ['a', 1, 'limit'], '1E+400'],
    ['{"\\u006cimit":100.0}', ['limit'], '100.0'],
    ['{"a":"\\"limit\\":5","limit":7}', ['limit'], '7'],
    ['{"a":{"limit":5},"limit":7}', ['limit'], '7'],
    ['[[1,2],[3,4]]', [1, 0], '3'],
    ['{"limit":"5"}', ['limit'], null],
    ['{"limit":null}', ['limit'], null],
    ['{"limit":[5]}', ['limit'], null],
    ['{"limit":5}', ['other'], null],
    ['{"limit":5}', ['limit', 'deeper'], null],
    ['{}', [0], null],
    ['[]', [0], null],
    ['{"0":5}', ['0'], '5'],
    ['{"__proto__":5}', ['__proto__'], '5'],
  ])('of %s at %j is %j', (text, path, written) => {
    expect(readNumbersAsWritten(text, [path])).toEqual([written]);
  });

  it('reads several paths in one pass, and a repeated one', () => {
    const text = '{"batch":[{"limit":101.0},{"limit":2e2}]}';
    const path = (index: number) => ['batch', index, 'limit'];
    expect(readNumbersAsWritten(text, [path(1), path(0), path(1), path(2)])).toEqual(['2e2', '101.0', '2e2', null]);
  });

  it('skips values that nest a hundred thousand levels deep', () => {
    const deep = `${'{"not":['.repeat(100_000)}1${']}'.repeat(100_000)}`;
    expect(readNumbersAsWritten(`{"match":${deep},"limit":1e2}`, [['limit']])).toEqual(['1e2']);
  });

  it('takes no longer for many numbers below a long name', () => {
    const text = `{"batch":[{"limit":1e9}],"${'a'.repeat(500_000)}":[[${'1,'.repeat(200_000)}1]]}`;
    expect(readNumbersAsWritten(text, [['batch', 0, 'limit']])).toEqual(['1e9']);
  });

  it('finds every number of any JSON value, in any spacing', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2, '\t'), (value, space) => {
        const numbers = numbersOf(JSON.parse(JSON.stringify(value)), []);
        const written = readNumbersAsWritten(
          JSON.stringify(value, null, space),
          numbers.map(({ path }) => path),
        );
        expect(written.map(Number)).toEqual(numbers.map(({ number }) => number));
      }),
    );
  });
});

function numbersOf(value: unknown, path: JsonPath): { readonly path: JsonPath; readonly number: number }[] {
  if (typeof value === 'number') return [{ path, number: value }];
  if (Array.isArray(value)) return value.flatMap((item, index) => numbersOf(item, [...path, index]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => numbersOf(member, [...path, name]));
}
