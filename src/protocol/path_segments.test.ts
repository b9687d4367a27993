import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePathSegments } from './path_segments.ts';

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
