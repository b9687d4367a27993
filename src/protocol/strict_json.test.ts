import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type JsonPath, parseStrictJson, readNumbersAsWritten } from './strict_json.ts';

const encoder = new TextEncoder();

function parse(text: string) {
  return parseStrictJson(encoder.encode(text));
}

describe('parseStrictJson', () => {
  test.each([
    '[]',
    '{}',
    '[[]]',
    '""',
    '"a"',
    'true',
    'false',
    'null',
    '0',
    '-0',
    '42',
    '-1',
    '0.5',
    '-0.1e-2',
    '1E22',
    '1e+2',
    '[1e400]',
    ' [1]',
    '[1] ',
    '\t\r\n {"a" : [ 1 , 2 ] }\n',
    '[1,null,2]',
    '["","b"]',
    '{"":0}',
    '{"a":{"a":{"a":1}}}',
    '[{"a":1},{"a":1}]',
    '"\\"\\\\\\/\\b\\f\\n\\r\\t"',
    '"\\u0041"',
    '"\\uD834\\udd1e"',
    '"\\ud800"',
    '"\\u0000"',
    '"\u2028\u2029\u007f"',
    '"é€😀"',
    '{"a":{"b":1},"b":2}',
    '{"a":1,"A":2}',
    '{"a":[{"a":1}],"b":1}',
    '123456789012345678901234567890',
  ])('reads %s as JSON.parse does', (text) => {
    expect(parse(text)).toEqual({ ok: true, value: JSON.parse(text), text });
  });

  test.each([
    ['nothing', '', 'it is empty (line 1, column 1)'],
    ['white space', ' \n ', 'it is empty (line 1, column 1)'],
    ['a cut object', '{"a":1', 'it ends too early (line 1, column 7)'],
    ['a cut array', '[1,', 'it ends too early (line 1, column 4)'],
    ['a cut string', '"a', 'it ends too early (line 1, column 3)'],
    ['a cut escape', '"\\', 'it ends too early (line 1, column 3)'],
    ['a cut word', 'tru', 'expected a value (line 1, column 1)'],
    ['a lone minus', '-', 'it ends too early (line 1, column 2)'],
    ['a trailing comma in an array', '[1,]', 'expected a value (line 1, column 4)'],
    ['a trailing comma in an object', '{"a":1,}', 'expected a member name (line 1, column 8)'],
    ['a missing comma', '[1 2]', 'expected a comma or the end of the array (line 1, column 4)'],
    ['the wrong bracket', '{"a":1]', 'expected a comma or the end of the object (line 1, column 7)'],
    ['a missing colon', '{"a" 1}', 'expected a colon (line 1, column 6)'],
    ['a bare name', '{a:1}', 'expected a member name (line 1, column 2)'],
    ['single quotes', "{'a':1}", 'expected a member name (line 1, column 2)'],
    ['a comment', '[1] // one', 'there is text after the value (line 1, column 5)'],
    ['two values', '1 1', 'there is text after the value (line 1, column 3)'],
    ['a second BOM', '\ufeff\ufeff1', 'expected a value (line 1, column 1)'],
    ['NaN', '[NaN]', 'expected a value (line 1, column 2)'],
    ['a leading zero', '01', 'there is text after the value (line 1, column 2)'],
    ['a plus sign', '+1', 'expected a value (line 1, column 1)'],
    ['a bare point', '[1.]', 'expected a value (line 1, column 4)'],
    ['a bare exponent', '[1e]', 'expected a value (line 1, column 4)'],
    ['a hexadecimal number', '0x1', 'there is text after the value (line 1, column 2)'],
    ['a line break in a string', '"a\nb"', 'a string is not well-formed (line 1, column 3)'],
    ['an unknown escape', '"\\x41"', 'a string is not well-formed (line 1, column 3)'],
    ['a short Unicode escape', '"\\u12G4"', 'a string is not well-formed (line 1, column 6)'],
    ['a no-break space', '[\u00a01]', 'expected a value (line 1, column 2)'],
    ['a fault on a later line', '{\n  "a": 1,\n  "b": x\n}', 'expected a value (line 3, column 8)'],
    ['a name twice', '{"a":1,"a":2}', 'an object has a duplicate key (line 1, column 8)'],
    ['a name twice in two spellings', '{"ab":1,"\\u0061b":2}', 'an object has a duplicate key (line 1, column 9)'],
    ['a name twice around another object', '{"a":{"b":1},"a":2}', 'an object has a duplicate key (line 1, column 14)'],
    ['__proto__ twice', '{"__proto__":1,"__proto__":2}', 'an object has a duplicate key (line 1, column 16)'],
  ])('refuses %s and says where', (_, text, detail) => {
    expect(parse(text)).toMatchObject({ ok: false, detail });
  });

  test.each([
    ['a bare continuation byte', [0x22, 0x80, 0x22], 2],
    ['a cut sequence', [0x22, 0xc3, 0x28, 0x22], 2],
    ['an overlong slash', [0x22, 0xc0, 0xaf, 0x22], 2],
    ['a surrogate', [0x22, 0xed, 0xa0, 0x80, 0x22], 2],
    ['a byte that never occurs', [0xff], 1],
    ['UTF-16 with its BOM', [0xff, 0xfe, 0x31, 0x00], 1],
    [
      'Latin-1 after a real U+FFFD and a wide character',
      [0x22, 0xef, 0xbf, 0xbd, 0xf0, 0x9f, 0x98, 0x80, 0xe9, 0x22],
      5,
    ],
    ['a broken byte after a BOM', [0xef, 0xbb, 0xbf, 0x22, 0xff, 0x22], 2],
  ])('refuses %s as not UTF-8', (_, bytes, column) => {
    expect(parseStrictJson(Uint8Array.from(bytes))).toEqual({
      ok: false,
      detail: `it is not UTF-8 (line 1, column ${column})`,
      line: 1,
      column,
    });
  });

  test('ignores one leading BOM', () => {
    expect(parse('\ufeff{"a":1}')).toEqual({ ok: true, value: { a: 1 }, text: '{"a":1}' });
  });

  test('keeps __proto__ as an own property and leaves prototypes alone', () => {
    const read = parse('{"__proto__":{"limit":1},"constructor":2}');
    expect(read.ok && Object.keys(read.value as object)).toEqual(['__proto__', 'constructor']);
    expect(({} as { limit?: number }).limit).toBeUndefined();
  });

  test.each([7, 8, 9, 10, 1000])('finds the repeat among %i names', (count) => {
    const members = Array.from({ length: count }, (_, index) => `"k${index}":{"k${index}":[]}`);
    expect(parse(`{${members.join()}}`).ok).toBe(true);
    expect(parse(`[{${members.join()}},{${members.join()}}]`).ok).toBe(true);
    expect(parse(`{${[...members, '"k3":0'].join()}}`)).toMatchObject({
      ok: false,
      detail: expect.stringMatching(/duplicate key/),
    });
  });

  test.each([
    ['arrays', '[', ']'],
    ['objects', '{"a":', '}'],
  ])('reads a million nested %s', (_, open, close) => {
    const levels = 1_000_000;
    expect(parse(`${open.repeat(levels)}1${close.repeat(levels)}`).ok).toBe(true);
    expect(parse(open.repeat(levels))).toMatchObject({ ok: false, line: 1, column: open.length * levels + 1 });
  });

  test('never quotes the input', () => {
    for (const text of ['{"message":CANARY', '{"CANARY":1,"CANARY":2}', '"CANARY\n"', '["CANARY" CANARY]']) {
      expect(JSON.stringify(parse(text))).not.toContain('CANARY');
    }
  });

  test('reads every JSON value as JSON.parse does, however it is spaced', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom('', ' ', '\t', '  '), (value, space) => {
        const text = JSON.stringify(value, null, space);
        expect(parse(text)).toEqual({ ok: true, value: JSON.parse(text), text });
      }),
    );
  });

  test('accepts exactly what JSON.parse accepts of texts that are nearly JSON', () => {
    const piece = fc.constantFrom(...'{}[]:,"\\ \n0123-+.eEutrfalsn', '"a"', '"b":', 'true', 'null', '\\u00', '1.5');
    const nearly = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
    const edited = fc.tuple(fc.jsonValue(), fc.nat(), fc.nat({ max: 2 }), piece).map(([value, at, cut, put]) => {
      const text = JSON.stringify(value);
      const place = at % (text.length + 1);
      return text.slice(0, place) + put + text.slice(place + cut);
    });
    fc.assert(
      fc.property(fc.oneof(nearly, edited), (text) => {
        const read = parse(text);
        if (read.ok) expect(read.value).toEqual(JSON.parse(text));
        else if (!read.detail.includes('duplicate key'))
          expect(() => JSON.parse(new TextDecoder().decode(encoder.encode(text)))).toThrow();
      }),
      { numRuns: 2000 },
    );
  });

  test('answers any bytes with a value or a fault', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        const read = parseStrictJson(bytes);
        if (!read.ok) expect(read.detail).toMatch(/\(line \d+, column \d+\)$/);
      }),
    );
  });
});

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
