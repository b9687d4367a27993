import { expect, it } from 'vitest';
import { describeApi } from '../../src/discovery/openapi/describe_api.ts';
import { STAMPS } from '../fixtures/corpus_of.ts';
import { expectRefusal, readFields, validatedWhole } from './expected.ts';
import { describeOverTransports } from './over_transports.ts';
import { origin, siteCorpus } from './site.ts';
import { jsonOf } from './transports.ts';

const target = '/api/openapi.json';
const corpus = siteCorpus();
const named = siteCorpus({ publicOrigin: null });

describeOverTransports('4.9 GET /api/openapi.json', { corpus }, (send) => {
  it('answers the description, under a validator', async () => {
    const answer = await send({ target });
    expect({ ...answer, body: jsonOf(answer) }).toEqual({
      status: 200,
      headers: readFields(answer, validatedWhole(answer)),
      body: describeApi({
        settings: corpus.settings,
        origin,
        features: { nativeQuery: false, gated: false, feedback: false },
      }),
    });
  });

  it('names the origin that is set, whoever is said to be asked', async () => {
    const headers = { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example', Forwarded: 'host=evil.example' };
    expect(await send({ target, headers })).toEqual(await send({ target }));
  });

  it('is JSON and nothing else', async () => {
    expectRefusal(await send({ target, headers: { Accept: 'text/html, application/yaml' } }), 'not-acceptable', {
      vary: 'Accept',
    });
  });
});

describeOverTransports('4.9 GET /api/openapi.json named by Host', { corpus: named }, (send) => {
  it.each([
    [{ target, headers: { Host: 'a.example:8080' } }, 'http://a.example:8080'],
    [{ target, headers: { Host: 'b.example' } }, 'http://b.example'],
    [{ target: `http://c.example${target}`, headers: { Host: 'b.example' } }, 'http://c.example'],
  ])('names the origin that answers %j', async (request, answering) => {
    const answer = await send(request);
    expect(answer.headers['cache-control']).toBe('private, max-age=0, must-revalidate');
    expect(answer.headers).not.toHaveProperty('cdn-cache-control');
    const { servers, components } = jsonOf(answer);
    expect(servers).toMatchObject([{ url: answering }]);
    expect(components.schemas.Problem.properties.type.enum).toContain(`${answering}/api/problems/invalid-query`);
  });
});

describeOverTransports('4.9 without a stamp', { corpus: siteCorpus({}, { ...STAMPS, content: null }) }, (send) => {
  it('has no validator', async () => {
    const answer = await send({ target, headers: { 'If-None-Match': '*' } });
    expect([answer.status, answer.headers.etag, answer.headers['cache-control']]).toEqual([200, undefined, 'no-cache']);
  });
});

describeOverTransports('4.9 with QUERY by its own name', { corpus, nativeQuery: true }, (send) => {
  it('says so', async () => {
    const features = { nativeQuery: true, gated: false, feedback: false };
    expect(jsonOf(await send({ target }))).toEqual(describeApi({ settings: corpus.settings, origin, features }));
  });
});
