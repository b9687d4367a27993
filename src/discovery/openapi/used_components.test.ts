import { expect, it } from 'vitest';
import type { Components, PathItem } from './openapi_document.ts';
import { usedComponents } from './used_components.ts';

const reference = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });

it('usedComponents keeps the components that paths refer to, directly or through others, in the order given', () => {
  const components: Components = {
    schemas: {
      Unused: reference('schemas', 'Inner'),
      Inner: { properties: { again: reference('schemas', 'Outer') } },
      Outer: { items: reference('schemas', 'Inner') },
    },
    responses: {
      Given: { description: 'a', content: { 'text/plain': { schema: reference('schemas', 'Outer') } } },
      Other: { description: 'b' },
    },
    requestBodies: { Body: { description: 'g', required: true, content: {} } },
    headers: { Vary: { description: 'c', schema: {} } },
    parameters: { limit: { name: 'limit', in: 'query', description: 'd', schema: {} } },
  };
  const get = {
    operationId: 'get',
    tags: [],
    summary: 'e',
    description: 'f',
    parameters: [reference('parameters', 'limit')],
    responses: { 200: reference('responses', 'Given') },
  };
  const paths: Readonly<Record<string, PathItem>> = { '/': { get } };
  expect(usedComponents(paths, components)).toEqual({
    schemas: { Inner: components.schemas.Inner, Outer: components.schemas.Outer },
    responses: { Given: components.responses.Given },
    requestBodies: {},
    headers: {},
    parameters: components.parameters,
  });
});
