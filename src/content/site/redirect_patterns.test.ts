import { expect, test } from 'vitest';
import { followPattern, readPattern } from './redirect_patterns.ts';

test.each([
  ['/old/*', '/new/:splat', 'old/a/b', 'new/a/b'],
  ['/old/*', '/new/:splat', 'old', 'new'],
  ['/old/*', '/new/:splat', 'older/a', null],
  ['/old/*', '/new', 'old/a', 'new'],
  ['/old/:slug', '/new/:slug', 'old/a', 'new/a'],
  ['/old/:slug', '/new/:slug', 'old/a/b', null],
  ['/:lang/old/:path*', '/:lang/new/:path*', 'de/old/a/b', 'de/new/a/b'],
  ['/old/:path*/edit', '/new/:path', 'old/a/b/edit', 'new/a/b'],
  ['/old/:path+', '/new/:path*', 'old/a', 'new/a'],
  ['/old/:path(.*)', '/new/:path', 'old/a/b', 'new/a/b'],
  ['/old/[id]', '/new/[id]', 'old/1', 'new/1'],
  ['/old/[...slug]', '/new/[...slug]', 'old/a/b', 'new/a/b'],
  ['/old/**', '/new/**', 'old/a/b', 'new/a/b'],
])('%s to %s leads %s to %s', (from, to, address, target) => {
  expect(followPattern(readPattern(from, to)!, address)).toBe(target);
});

test.each([
  ['/(a|b)/:c', '/:c'],
  ['/old/:id(\\d+)', '/new/:id'],
  ['/a*/b', '/b'],
  ['/*/x/*', '/y'],
  ['/old/*', '/new/$1*'],
])('%s to %s is not understood', (from, to) => {
  expect(readPattern(from, to)).toBe(null);
});
