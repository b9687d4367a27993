import { describe, expect, it } from 'vitest';
import { type Argument, inputSchema, readArguments } from './arguments.ts';
import { fault } from './tool.ts';

const takes: readonly Argument[] = [
  { kind: 'text', name: 'query', maximum: 5, isRequired: true, description: 'Words.' },
  { kind: 'choice', name: 'by', choices: ['a', 'b'], default: 'a', description: 'How.' },
  { kind: 'choice', name: 'collection', choices: ['x'], description: 'Where.' },
  { kind: 'number', name: 'limit', minimum: 1, maximum: 20, default: 8, description: 'Most.' },
  { kind: 'number', name: 'offset', minimum: 0, default: 0, description: 'From.' },
];

describe('readArguments', () => {
  it('fills in defaults, and has nothing for what was not sent', () => {
    expect(readArguments({ query: '12345' }, takes)).toEqual({ query: '12345', by: 'a', limit: 8, offset: 0 });
  });

  it('takes null as not sent, and counts characters as code points', () => {
    const values = readArguments({ query: '😀😀😀😀😀', limit: null, by: null, offset: 3 }, takes);
    expect(values).toEqual({ query: '😀😀😀😀😀', by: 'a', limit: 8, offset: 3 });
  });

  it.each<[Readonly<Record<string, unknown>>, string]>([
    [{}, 'query: required; expected a string of 1 to 5 characters.'],
    [{ query: '' }, 'query: expected a string of 1 to 5 characters, got 0 characters.'],
    [{ query: '123456' }, 'query: expected a string of 1 to 5 characters, got 6 characters.'],
    [{ query: 7 }, 'query: expected a string of 1 to 5 characters, got 7.'],
    [{ query: ['a'] }, 'query: expected a string of 1 to 5 characters, got an array.'],
    [{ query: '\ud800' }, 'query: expected a string of 1 to 5 characters, got a string with a lone surrogate.'],
    [{ query: 'a', by: 'c' }, 'by: expected one of "a", "b", got "c".'],
    [{ query: 'a', by: 'x'.repeat(500) }, `by: expected one of "a", "b", got "${'x'.repeat(40)}...".`],
    [{ query: 'a', limit: 0 }, 'limit: expected 1 to 20, got 0.'],
    [{ query: 'a', limit: 21 }, 'limit: expected 1 to 20, got 21.'],
    [{ query: 'a', limit: 1.5 }, 'limit: expected 1 to 20, got 1.5.'],
    [{ query: 'a', limit: '8' }, 'limit: expected 1 to 20, got "8".'],
    [{ query: 'a', offset: -1 }, 'offset: expected a whole number of at least 0, got -1.'],
    [{ query: 'a', offset: 1e300 }, 'offset: expected a whole number of at least 0, got 1e+300.'],
    [
      { query: 'a', question: 'b' },
      '"question": no such argument. Available arguments: query, by, collection, limit, offset.',
    ],
    [
      JSON.parse('{"query":"a","__proto__":1}'),
      '"__proto__": no such argument. Available arguments: query, by, collection, limit, offset.',
    ],
  ])('refuses %j', (sent, text) => {
    expect(readArguments(sent, takes)).toEqual(fault(text));
  });
});

it('inputSchema describes the arguments in what draft-07 and 2020-12 share', () => {
  expect(inputSchema(takes)).toEqual({
    type: 'object',
    properties: {
      query: { type: 'string', minLength: 1, maxLength: 5, description: 'Words.' },
      by: { type: 'string', enum: ['a', 'b'], default: 'a', description: 'How.' },
      collection: { type: 'string', enum: ['x'], description: 'Where.' },
      limit: { type: 'integer', minimum: 1, maximum: 20, default: 8, description: 'Most.' },
      offset: { type: 'integer', minimum: 0, default: 0, description: 'From.' },
    },
    required: ['query'],
    additionalProperties: false,
  });
});
