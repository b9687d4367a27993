import { expect, it } from 'vitest';
import { inlineComponents } from './inline_components.ts';
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
