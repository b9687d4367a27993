import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { readFields, validated } from './expected.ts';
import { describeOverTransports } from './over_transports.ts';
import { siteCorpus } from './site.ts';
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
});
