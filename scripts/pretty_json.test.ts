import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prettyJson } from './pretty_json.ts';

describe('prettyJson', () => {
  it('keeps a value that fits on one line', () => {
    expect(prettyJson({ a: [1, [2, 3]], b: {}, c: null })).toBe('{ "a": [1, [2, 3]], "b": {}, "c": null }');
  });

  it('breaks a value that does not fit, level by level', () => {
    const long = 'x'.repeat(70);
    expect(prettyJson({ a: [long, long], b: { c: 1 } })).toBe(
      `{\n  "a": [\n    "${long}",\n    "${long}"\n  ],\n  "b": { "c": 1 }\n}`,
    );
  });

  it('prints JSON that parses to the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(prettyJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});
