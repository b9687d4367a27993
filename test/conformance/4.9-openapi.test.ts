import { expect, it } from 'vitest';
import { describeApi } from '../../src/discovery/openapi/describe_api.ts';
import { STAMPS } from '../fixtures/corpus_of.ts';
import { FEATURES } from '../fixtures/features.ts';
import { expectRefusal, readFields, validatedWhole } from './expected.ts';
import { describeOverTransports } from './over_transports.ts';
import { origin, siteCorpus } from './site.ts';
import { jsonOf, type SentRequest } from './transports.ts';

const target = '/api/openapi.json';
const corpus = siteCorpus();
const named = siteCorpus({ publicOrigin: null });

describeOverTransports('4.9 GET /api/openapi.json', { corpus }, (send) => {
  it('answers the description, with a validator', async () => {
    const answer = await send({ target });
    expect({ ...answer, body: jsonOf(answer) }).toEqual({
      status: 200,
      headers: readFields(answer, validatedWhole(answer)),
      body: describeApi({
        settings: corpus.settings,
        origin,
        features: FEATURES,
      }),
    });
  });

  it('names the configured origin, whatever the host fields say', async () => {
    const headers = { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example', Forwarded: 'host=evil.example' };
    expect(await send({ target, headers })).toEqual(await send({ target }));
  });

  const body = { 'Content-Type': 'application/json', 'x-http-method-override': 'QUERY' };
  const asked = { method: 'POST', target: '/api/pages' };
  it.each<[string, SentRequest]>([
    ['no-such-resource', { target: '/api/pages/nothing' }],
    ['invalid-query', { ...asked, headers: body, body: '{"tag":"http","limit":101}' }],
  ])('shows the problem %s as the service answers it', async (slug, request) => {
    const { components } = jsonOf(await send({ target }));
    const shown = Object.values(components.responses as Readonly<Record<string, DescribedRefusal>>)
      .map(({ content }) => content?.['application/problem+json']?.example)
      .filter((example) => example?.type.endsWith(`/${slug}`));
    expect(shown).toEqual([jsonOf(await send(request))]);
  });

  it('is JSON only', async () => {
    expectRefusal(await send({ target, headers: { Accept: 'text/html, application/yaml' } }), 'not-acceptable', {
      vary: 'Accept',
    });
  });
});

describeOverTransports('4.9 GET /api/openapi.json with the origin from Host', { corpus: named }, (send) => {
  it.each([
    [{ target, headers: { Host: 'a.example:8080' } }, 'http://a.example:8080'],
    [{ target, headers: { Host: 'b.example' } }, 'http://b.example'],
    [{ target: `http://c.example${target}`, headers: { Host: 'b.example' } }, 'http://c.example'],
  ])('names the origin that %j was sent to', async (request, answering) => {
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

describeOverTransports('4.9 with the method QUERY enabled', { corpus, nativeQuery: true }, (send) => {
  it('describes it', async () => {
    const features = { ...FEATURES, nativeQuery: true };
    expect(jsonOf(await send({ target }))).toEqual(describeApi({ settings: corpus.settings, origin, features }));
  });
});

/** The part of a described response that has an example. */
interface DescribedRefusal {
  readonly content?: { readonly [type: string]: { readonly example?: { readonly type: string } } };
}
