import { describe, expect, it } from 'vitest';
import { confirmationType } from './confirmation_type.ts';

describe('confirmationType', () => {
  it.each([
    [undefined, 'json'],
    ['', 'json'],
    ['*/*', 'json'],
    ['application/json', 'json'],
    ['application/*', 'json'],
    ['text/html', 'html'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'html'],
    ['text/html, application/json', 'html'],
    ['application/json, text/html', 'html'],
    ['text/html;q=0.9, application/json', 'json'],
    ['text/html;q=0.5, */*', 'json'],
    ['text/*, */*;q=0.1', 'html'],
    ['text/*, */*', 'html'],
    ['text/*;q=0.5, application/json;q=0.5', 'html'],
    ['text/*;q=0.4, application/json;q=0.5', 'json'],
    ['text/html;q=0, text/*', null],
    ['text/html;q=0, text/*, application/json;q=0.1', 'json'],
    ['text/plain', null],
    ['text/plain, */*', 'json'],
    ['text/html;q=0, */*', 'json'],
    ['text/html;q=0', null],
    ['text/*', 'html'],
    ['text/*;q=0', null],
    ['image/png', null],
  ])('of Accept: %s is %s', (accept, type) => {
    expect(confirmationType(accept)).toBe(type);
  });
});
