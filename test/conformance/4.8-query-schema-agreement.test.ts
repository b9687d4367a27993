import { registerSchema, type SchemaObject, validate } from '@hyperjump/json-schema/draft-2020-12';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { caps } from '../../src/query/ask/caps.ts';
import { anyBody } from '../arbitraries/query_body.ts';
import { siteCorpus } from './site.ts';
import { type Client, jsonOf, type ReceivedAnswer, transports } from './transports.ts';

const address = 'https://schema.example/query';
const validators: { readonly name: string; readonly accepts: (body: unknown) => boolean }[] = [];
let client: Client;

beforeAll(async () => {
  client = await transports[0]!.open({ corpus: siteCorpus() });
  const schema = jsonOf(await client.send({ target: '/api/query-schema.json' })) as SchemaObject;
  registerSchema(schema, address);
  const hyperjump = await validate(address);
  const ajv = new Ajv2020({ strict: true }).compile(schema);
  validators.push(
    { name: 'ajv', accepts: (body) => ajv(body) },
    { name: 'hyperjump', accepts: (body) => hyperjump(body as Parameters<typeof hyperjump>[0]).valid },
  );
});

function ask(body: unknown): Promise<ReceivedAnswer> {
  const headers = { 'Content-Type': 'application/json', 'x-http-method-override': 'QUERY' };
  return client.send({ method: 'POST', target: '/api/pages', headers, body: JSON.stringify(body) });
}

/** Limits that the schema says it cannot express: the depth of trees, and totals. */
function isInexpressible({ dimension, maximum }: { dimension: string; maximum?: number }): boolean {
  return (
    ['clauses', 'text', 'results'].includes(dimension) || (dimension === 'depth' && maximum === caps.depth.maximum)
  );
}

describe('4.8 GET /api/query-schema.json', () => {
  it('agrees with the service on 10,000 bodies by two validators', async () => {
    const seen = { answered: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(anyBody, async (body) => {
        const answer = await ask(body);
        if (answer.status === 200) seen.answered++;
        else {
          expect(answer.status).toBe(422);
          if (isInexpressible(jsonOf(answer))) return;
          seen.refused++;
        }
        for (const { name, accepts } of validators)
          expect([name, accepts(body)]).toEqual([name, answer.status === 200]);
      }),
      { numRuns: 10_000 },
    );
    expect(Math.min(seen.answered, seen.refused)).toBeGreaterThan(1000);
  });
});
