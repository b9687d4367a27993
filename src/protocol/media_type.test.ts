import { describe, expect, it } from 'vitest';
import { isJsonMediaType, parseMediaType } from './media_type.ts';

describe('parseMediaType', () => {
  it.each([
    ['text/html', { essence: 'text/html', parameters: [] }],
    ['Text/HTML ; Charset=UTF-8', { essence: 'text/html', parameters: [['charset', 'UTF-8']] }],
    ['a/b;x="c;\\"d"', { essence: 'a/b', parameters: [['x', 'c;"d']] }],
    ['a/b;x=1;x=2', { essence: 'a/b', parameters: [['x', '1']] }],
    ['a/b;', { essence: 'a/b', parameters: [] }],
    ['*/*', { essence: '*/*', parameters: [] }],
    ['text', null],
    ['text/', null],
    ['text/html;charset', null],
    ['text/html;charset=', null],
    ['text/html;x="open', null],
    ['', null],
  ])('reads %j', (text, expected) => {
    const type = parseMediaType(text);
    expect(type && { essence: type.essence, parameters: [...type.parameters] }).toEqual(expected);
  });
});

describe('isJsonMediaType', () => {
  it.each([
    ['application/json', true],
    ['application/json; charset=utf-8', true],
    ['APPLICATION/JSON; charset="UTF-8"', true],
    ['application/vnd.x+json; charset=UTF-8', true],
    ['application/json; charset=utf-16', false],
    ['application/x-www-form-urlencoded', false],
    ['text/json', false],
    ['text/plain', false],
    ['application/+json', false],
    ['application/*+json', false],
    ['json', false],
    ['', false],
  ])('of %j is %s', (text, expected) => {
    expect(isJsonMediaType(text)).toBe(expected);
  });
});
