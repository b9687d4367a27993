import { describe, expect, it } from 'vitest';
import { allowedMethods } from './resource.ts';
import { resources } from './resources.ts';
import { createRouter } from './route.ts';

const base = {
  methods: ['GET'],
  purpose: 'read',
  mediaTypes: ['text/plain'],
  validator: false,
  queryFormats: [],
  catalogue: false,
  title: '',
} as const;
const route = createRouter([
  { ...base, name: 'plain', path: '/a/b', variable: null },
  { ...base, name: 'several', path: '/a/{path}', variable: 'segments' },
  { ...base, name: 'one', path: '/one/{slug}', variable: 'segment' },
  { ...base, name: 'twin', path: '/{path}.md', variable: 'segments' },
]);

describe('createRouter', () => {
  it.each([
    ['/a/b', 'plain', ''],
    ['/a/%62', 'plain', ''],
    ['/a/b/c', 'several', 'b/c'],
    ['/a/c%20d', 'several', 'c d'],
    ['/one/x', 'one', 'x'],
    ['/x.md', 'twin', 'x'],
    ['/x/y.md.md', 'twin', 'x/y.md'],
    ['/one/x/y.md', 'twin', 'one/x/y'],
  ])('routes %s to %s with %j', (path, name, parameter) => {
    const found = route(path);
    expect(found && [found.resource.name, found.parameter]).toEqual([name, parameter]);
  });

  it.each(['/', '/a', '/a/b%2Fc', '/one', '/one/x/y', '/.md', '/x/.md', '/x', '*', ''])(
    'finds nothing at %s',
    (path) => {
      expect(route(path)).toBeNull();
    },
  );
});

describe('resources', () => {
  it('have unique names and paths', () => {
    expect(new Set(resources.map(({ name }) => name)).size).toBe(resources.length);
    expect(new Set(resources.map(({ path }) => path)).size).toBe(resources.length);
  });

  it('have a variable exactly when their path is templated', () => {
    for (const { path, variable } of resources) expect([path, variable !== null]).toEqual([path, path.includes('{')]);
  });

  it('read query formats exactly when they answer QUERY', () => {
    for (const resource of resources) {
      expect([resource.name, resource.queryFormats.length > 0]).toEqual([
        resource.name,
        allowedMethods(resource).includes('QUERY'),
      ]);
    }
  });
});
