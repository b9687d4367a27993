import { describe, expect, it } from 'vitest';
import { renderAcceptQuery, renderLink, renderMethodOverrideRequired } from './link.ts';

describe('renderLink', () => {
  it.each([
    ['/a', { rel: 'next' }, '</a>; rel="next"'],
    ['/a', { rel: 'service-desc', type: 'text/html' }, '</a>; rel="service-desc"; type="text/html"'],
    ['https://e.org/größe a>b', { rel: 'x' }, '<https://e.org/gr%C3%B6%C3%9Fe%20a%3Eb>; rel="x"'],
    ['/\ud800', { rel: 'x' }, '</%EF%BF%BD>; rel="x"'],
  ])('spells %j', (target, parameters, expected) => {
    expect(renderLink(target, parameters)).toBe(expected);
  });
});

describe('query fields', () => {
  it('renderAcceptQuery lists media types as tokens', () => {
    expect(renderAcceptQuery(['application/json', 'application/sql'])).toBe('application/json, application/sql');
  });

  it('renderMethodOverrideRequired names the method and its header', () => {
    expect(renderMethodOverrideRequired('QUERY', 'x-http-method-override')).toBe(
      'QUERY;header="x-http-method-override"',
    );
  });
});
