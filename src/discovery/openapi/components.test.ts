import { expect, it } from 'vitest';
import { inlineComponents, usedComponents } from './components.ts';
import type { Components, PathItem } from './openapi_document.ts';

const reference = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });

it('inlineComponents puts components that one place refers to into that place, except schemas', () => {
  const once = { name: 'once', in: 'query', description: 'a', schema: reference('schemas', 'Text') } as const;
  const twice = { name: 'twice', in: 'query', description: 'b', schema: {} } as const;
  const components: Components = {
    schemas: { Text: { type: 'string' } },
    responses: { Given: { description: 'c', headers: { Link: reference('headers', 'Link') } } },
    requestBodies: {},
    headers: { Link: { schema: {} } },
    parameters: { once, twice },
  };
  const operation = (parameters: readonly string[]) => ({
    parameters: parameters.map((name) => reference('parameters', name)),
    responses: { 200: reference('responses', 'Given') },
  });
  const paths: Readonly<Record<string, PathItem>> = {
    '/': { get: operation(['once', 'twice']) },
    '/other': { get: { ...operation(['twice']), responses: {} } },
  };
  expect(inlineComponents(paths, components)).toEqual({
    paths: {
      '/': {
        get: {
          parameters: [once, reference('parameters', 'twice')],
          responses: { 200: { description: 'c', headers: { Link: { schema: {} } } } },
        },
      },
      '/other': { get: { parameters: [reference('parameters', 'twice')], responses: {} } },
    },
    components: { ...components, responses: {}, headers: {}, parameters: { twice } },
  });
});

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
