import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { validate } from '@hyperjump/json-schema/openapi-3-1';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, describe, expect, it, test } from 'vitest';
import { SETTINGS } from '../../../test/fixtures/corpus_of.ts';
import { FEATURES } from '../../../test/fixtures/features.ts';
import { SLUGS } from '../../problems/catalogue.ts';
import { buildQuerySchema } from '../../query/ask/query_schema.ts';
import { PARAMETERS } from '../../query/ask/read_parameters.ts';
import type { Resource } from '../resource.ts';
import { resources } from '../resources.ts';
import { describeApi } from './describe_api.ts';
import type { ApiFacts, Operation, Parameter, Reference, Response } from './openapi_document.ts';

const origin = 'https://answering.example';
const plain: ApiFacts = {
  settings: SETTINGS,
  origin,
  features: { ...FEATURES, feedback: true, mcp: true, images: true },
};
const document = describeApi(plain);
const rows: readonly Resource[] = resources;

const variants: readonly (readonly [string, ApiFacts])[] = [
  ['a site', plain],
  ['a site without collections', { ...plain, settings: { ...SETTINGS, collections: [] } }],
  ['a site that answers QUERY by its name', { ...plain, features: { ...plain.features, nativeQuery: true } }],
  ['a site without images', { ...plain, features: { ...plain.features, images: false } }],
  ['a site that keeps no feedback', { ...plain, features: { ...plain.features, feedback: false } }],
  ['a site behind its gate', { ...plain, features: { ...plain.features, gated: true } }],
];

/** A site that is set to do everything. */
const largest: readonly (readonly [string, ApiFacts])[] = [
  [
    'a site with every feature and three fields',
    {
      origin: 'https://docs.example.org',
      features: { ...plain.features, nativeQuery: true, gated: true },
      settings: {
        ...SETTINGS,
        fields: Array.from({ length: 3 }, (_, at) => ({ name: `field-${at}`, type: 'string' as const })),
      },
    },
  ],
];

const folder = mkdtempSync(join(tmpdir(), 'openapi-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What `redocly lint` finds under the rules of redocly.yaml. */
function lint(facts: ApiFacts): unknown {
  const file = join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(describeApi(facts)));
  const cli = 'node_modules/@redocly/cli/bin/cli.js';
  const { stdout } = spawnSync(process.execPath, [cli, 'lint', '--format=json', file], {
    encoding: 'utf8',
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });
  const { problems } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as {
    problems: { ruleId: string; message: string; location: { pointer: string }[] }[];
  };
  return problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]);
}

describe('describeApi', () => {
  it.each(variants)('lints clean for %s', (_, facts) => {
    expect(lint(facts)).toEqual([]);
  });

  it.each(variants)('is valid by the schema of OpenAPI 3.1 for %s', async (_, facts) => {
    const plainJson = JSON.parse(JSON.stringify(describeApi(facts)));
    const answer = await validate('https://spec.openapis.org/oas/3.1/schema', plainJson, 'BASIC');
    expect(answer).toEqual({ valid: true });
  });

  it.each([...variants, ...largest])('has at most 90 kB for %s, or 12 in brotli', (_, facts) => {
    const bytes = Buffer.from(JSON.stringify(describeApi(facts)));
    expect(bytes.length).toBeLessThanOrEqual(90_000);
    expect(brotliCompressSync(bytes).length).toBeLessThanOrEqual(12_000);
  });

  it('describes the JSON and the Markdown of a page as two types', () => {
    const page = responseOf(document.paths['/api/pages/{path}']!.get!.responses[200]);
    const markdown = { schema: { $ref: '#/components/schemas/Markdown' } };
    expect(page.content).toEqual({
      'application/json': { schema: { $ref: '#/components/schemas/PageAnswer' } },
      'text/markdown': markdown,
    });
    expect(responseOf(document.paths['/{path}.md']!.get!.responses[200]).content).toEqual({
      'text/markdown': markdown,
    });
    const { Markdown, PageAnswer } = document.components.schemas;
    expect(Markdown).toEqual({ type: 'string', contentMediaType: 'text/markdown', description: expect.any(String) });
    expect(PageAnswer).toMatchObject({ type: 'object', required: ['page'] });
  });

  it('is OpenAPI 3.1 of version 1.0.0, served by the origin that answers', () => {
    expect(document).toMatchObject({
      openapi: expect.stringMatching(/^3\.1\./),
      info: { version: '1.0.0' },
      servers: [{ url: origin }],
      jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    });
  });

  it('has a path for each row of the resource table and no other', () => {
    expect(Object.keys(document.paths)).toEqual(rows.map(({ path }) => path));
  });

  it.each(rows.map((row) => [row.path, row] as const))('%s has every method that the table gives it', (path, row) => {
    const item = document.paths[path]!;
    const methods = Object.keys(item)
      .filter((key) => key !== 'parameters')
      .map((key) => key.toUpperCase());
    const queried = row.methods.includes('QUERY') ? ['POST'] : [];
    // A bare QUERY is described apart where POST is something else.
    const native = queried.length > 0 && row.methods.includes('POST') ? ['X-OAI-ADDITIONALOPERATIONS'] : [];
    const others = row.methods.filter((method) => method !== 'QUERY');
    const head = row.methods.includes('GET') ? ['HEAD'] : [];
    expect(methods.toSorted()).toEqual([...new Set([...head, 'OPTIONS', ...others, ...queried, ...native])].sort());
    expect(Object.keys(item['x-oai-additionalOperations'] ?? {})).toEqual(native.length === 0 ? [] : ['QUERY']);
  });

  it.each(rows.map((row) => [row.path, row] as const))(
    '%s is described in every media type of the table',
    (path, row) => {
      const essences = row.mediaTypes.map((mediaType) => mediaType.split(';')[0]);
      const { get, post } = document.paths[path]!;
      const answered = responseOf((get ?? post)?.responses[200]);
      expect(Object.keys(answered.content ?? {})).toEqual(essences);
    },
  );

  it('asks for the override on POST and not on the QUERY that it stands for', () => {
    const native = describeApi({ ...plain, features: { ...plain.features, nativeQuery: true } });
    const { post, 'x-oai-additionalOperations': additional } = native.paths['/api/pages']!;
    expect(parametersOf(post!)).toContainEqual({
      name: 'x-http-method-override',
      in: 'header',
      required: true,
      description: expect.any(String),
      schema: { type: 'string', enum: ['QUERY'] },
      example: 'QUERY',
    });
    expect(parametersOf(additional!.QUERY!)).toEqual([]);
    expect(additional!.QUERY!.requestBody).toEqual(post!.requestBody);
  });

  it('lists under POST of feedback the refusals of a QUERY that is sent as POST', () => {
    const { post, 'x-oai-additionalOperations': additional } = document.paths['/api/feedback']!;
    expect(responseOf(post!.responses[422]).description).toBe('invalid-query, invalid-submission.');
    for (const each of [post!, additional!.QUERY!]) {
      expect(each.responses[200]).toEqual({ $ref: '#/components/responses/FeedbackQueried' });
    }
    expect(document.components.responses.FeedbackQueried).toMatchObject({ description: 'Totals of all feedback.' });
  });

  it('describes the parameters that the search reads', () => {
    const names = parametersOf(document.paths['/api/pages']!.get!)
      .filter((parameter) => parameter.in === 'query')
      .map(({ name }) => name);
    expect(names).toEqual([...PARAMETERS]);
  });

  it('names the answering origin in every type of problem', () => {
    const { properties } = document.components.schemas.Problem as { properties: { type: { enum: string[] } } };
    expect(properties.type.enum).toEqual([...SLUGS.map((slug) => `${origin}/api/problems/${slug}`), 'about:blank']);
    const moved = JSON.stringify(describeApi({ ...plain, origin: 'http://else.example:1' }));
    expect(moved).not.toContain(origin);
    expect(moved.replaceAll('http://else.example:1', origin)).toBe(JSON.stringify(document));
  });

  it('describes every problem type that the service uses', () => {
    const unreached = ['precondition-failed', 'too-many-requests'];
    const operations = Object.values(document.paths).flatMap(({ get, post }) => [get, post]);
    const responses = operations.flatMap((operation) => Object.values(operation?.responses ?? {}));
    const described = new Set(responses.flatMap((response) => responseOf(response).description.match(/[a-z-]+/g)));
    expect(SLUGS.filter((slug) => !described.has(slug))).toEqual(unreached);
  });

  it('contains the whole query schema, and no name replaces one of its names', () => {
    const { $defs, ...body } = buildQuerySchema(SETTINGS.collections.map(({ name }) => name)) as {
      $defs: Record<string, unknown>;
      $schema: string;
    };
    const moved = (schema: unknown) =>
      JSON.parse(JSON.stringify(schema).replaceAll('#/$defs/', '#/components/schemas/')) as unknown;
    const { schemas } = document.components;
    for (const [name, schema] of Object.entries($defs)) expect(schemas[name], name).toEqual(moved(schema));
    expect({ $schema: body.$schema, ...schemas.QueryBody }).toEqual(moved(body));
  });
});

test.each(variants)('schemas of %s are strictly valid 2020-12', (_, facts) => {
  const described = describeApi(facts);
  const ajv = new Ajv2020({ strict: true, strictRequired: false, formats: { date: true } });
  const root = { $id: 'api.json', $defs: described.components.schemas };
  ajv.addSchema(JSON.parse(JSON.stringify(root).replaceAll('"#/components/schemas/', '"api.json#/$defs/')) as object);
  for (const name of Object.keys(described.components.schemas)) {
    expect(() => ajv.compile({ $ref: `api.json#/$defs/${name}` }), name).not.toThrow();
  }
});

function parametersOf({ parameters = [] }: Operation): Parameter[] {
  return parameters.map((parameter) =>
    '$ref' in parameter ? document.components.parameters[parameter.$ref.split('/').at(-1)!]! : parameter,
  );
}

function responseOf(response: Response | Reference | undefined): Response {
  if (response === undefined || !('$ref' in response)) return response!;
  return document.components.responses[response.$ref.split('/').at(-1)!]!;
}
