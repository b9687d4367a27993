import { describe, expect, it } from 'vitest';
import { parseRequestTarget } from './request_target.ts';

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
