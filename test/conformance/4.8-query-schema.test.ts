import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { buildQueryToolSchema } from '../../src/query/ask/query_schema.ts';
import { readFields, validated } from './expected.ts';
import { describeOverTransports } from './over_transports.ts';
import { origin, siteCorpus } from './site.ts';
import { jsonOf } from './transports.ts';

describeOverTransports('4.8 GET /api/query-schema.json', { corpus: siteCorpus() }, (send) => {
  it('answers a schema that a validator compiles, and that agrees with the service', async () => {
    const answer = await send({ target: '/api/query-schema.json' });
    expect({ status: answer.status, headers: answer.headers }).toEqual({
      status: 200,
      headers: readFields(answer, { ...validated }),
    });
    const judge = new Ajv2020().compile(jsonOf(answer));
    for (const query of [{ slug: 'etag' }, { slug: 'etag', limit: 1 }, { collection: 'demos' }, { collection: 'x' }]) {
      const headers = { 'Content-Type': 'application/json', 'x-http-method-override': 'QUERY' };
      const { status } = await send({ method: 'POST', target: '/api/pages', headers, body: JSON.stringify(query) });
      expect([query, judge(query)]).toEqual([query, status === 200]);
    }
  });

  it('answers one query as the input of a tool, with a validator', async () => {
    const tool = '/api/query-schema.json?flavour=tool';
    const answer = await send({ target: tool });
    expect({ ...answer, body: jsonOf(answer) }).toEqual({
      status: 200,
      headers: readFields(answer, { ...validated }),
      body: buildQueryToolSchema(['writing', 'glossary', 'demos']),
    });
    const held = await send({ target: tool, headers: { 'If-None-Match': answer.headers.etag! } });
    expect([held.status, held.body.length]).toEqual([304, 0]);
  });

  it.each(['flavour=', 'flavour=tools', 'flavour=tool&flavour=tool'])('refuses %s', async (search) => {
    const detail = 'Cannot read flavour: expected "tool", at most once.';
    const answer = await send({ target: `/api/query-schema.json?${search}` });
    expect([answer.status, jsonOf(answer)]).toEqual([
      422,
      {
        type: `${origin}/api/problems/invalid-query`,
        title: expect.any(String),
        status: 422,
        detail,
        dimension: 'shape',
        errors: [{ detail, parameter: 'flavour' }],
      },
    ]);
  });
});
