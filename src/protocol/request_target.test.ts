import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePathSegments, parseRequestTarget, unescapeSlashes } from './request_target.ts';

describe('parseRequestTarget', () => {
  it.each([
    ['/api/tags', { path: '/api/tags', search: null, authority: null }],
    ['/api/pages?', { path: '/api/pages', search: '', authority: null }],
    ['/api/pages?q=a?b', { path: '/api/pages', search: 'q=a?b', authority: null }],
    ['/a/../b', { path: '/a/../b', search: null, authority: null }],
    ['//evil.example/api', { path: '//evil.example/api', search: null, authority: null }],
    ['/a\xc3\xb6?q=\xff', { path: '/a%C3%B6', search: 'q=%FF', authority: null }],
    ['http://h:1/api/tags?limit=1', { path: '/api/tags', search: 'limit=1', authority: 'h:1' }],
    ['HTTPS://h', { path: '/', search: null, authority: 'h' }],
    ['http://h?q=a', { path: '/', search: 'q=a', authority: 'h' }],
    ['*', { path: '*', search: null, authority: null }],
    ['api/tags', null],
    ['', null],
    ['h:80', null],
  ])('reads %j', (target, expected) => {
    expect(parseRequestTarget(target)).toEqual(expected);
  });
});

describe('parsePathSegments', () => {
  it.each([
    ['/', []],
    ['/api/pages', ['api', 'pages']],
    ['/a%2Fb', ['a/b']],
    ['/%61/b', ['a', 'b']],
    ['/gr%C3%B6%C3%9Fe', ['größe']],
    ['/caf%C3%A9', ['caf\u00e9']],
    ['/cafe%CC%81', ['caf\u00e9']],
    ['/cafe\u0301', ['caf\u00e9']],
    ['/%E1%84%92%E1%85%A1%E1%86%AB', ['한']],
    ['/%EF%BC%8F', ['／']],
    ['/a+b', ['a+b']],
    ['/a;v=1', ['a;v=1']],
    ['/...', ['...']],
    ['', null],
    ['a', null],
    ['//a', null],
    ['/a/', null],
    ['/a//b', null],
    ['/.', null],
    ['/../a', null],
    ['/%2e%2E/a', null],
    ['/a/.%2e', null],
    ['/%', null],
    ['/%zz', null],
    ['/%FF', null],
    ['/%C0%AF', null],
    ['/%ED%A0%80', null],
    ['/%00', null],
    ['/a\0b', null],
  ])('reads %j', (path, expected) => {
    expect(parsePathSegments(path)).toEqual(expected);
  });

  it('reads segments that were percent-encoded each on its own', () => {
    const segment = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !/^\.{1,2}$|[/\0]/.test(text));
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1 }), (segments) => {
        const expected = segments.map((text) => text.normalize('NFC'));
        expect(parsePathSegments(`/${segments.map(encodeURIComponent).join('/')}`)).toEqual(expected);
      }),
    );
  });
});

describe('unescapeSlashes', () => {
  it.each([
    ['/api/pages/a%2Fb', '/api/pages/a/b'],
    ['/a%2fgr%C3%B6%C3%9Fe%2F%25', '/a/gr%C3%B6%C3%9Fe/%25'],
    ['/a%2F..%2Fb', '/a/../b'],
    ['/a/b', null],
    ['/a%252Fb', null],
    ['/a%2F%00', null],
    ['/a%2F%zz', null],
    ['a%2Fb', null],
  ])('of %s is %s', (path, meant) => {
    expect(unescapeSlashes(path)).toBe(meant);
  });
});
