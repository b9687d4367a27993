import { expect, it } from 'vitest';
import type { Resource } from '../../src/discovery/resource.ts';
import { servedResources } from '../../src/discovery/resources.ts';
import { FEATURES } from '../fixtures/features.ts';
import { expectRefusal, readFields, validatedWhole } from './expected.ts';
import { describeOverTransports } from './over_transports.ts';
import { origin, siteCorpus } from './site.ts';
import { jsonOf } from './transports.ts';

const target = '/.well-known/api-catalog';

describeOverTransports('4.10 GET /.well-known/api-catalog', { corpus: siteCorpus() }, (send) => {
  it('answers a linkset of the resources without path variables', async () => {
    const answer = await send({ target });
    expect({ status: answer.status, headers: answer.headers }).toEqual({
      status: 200,
      headers: readFields(answer, {
        ...validatedWhole(answer),
        'content-type': 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
        link: '</.well-known/api-catalog>; rel="api-catalog"',
        'link-template':
          '"/api/pages/{+path}"; rel="item", "/api/problems/{slug}"; rel="item", "/explore/page/{+path}"; rel="item"',
      }),
    });
    const [{ anchor, item }] = jsonOf(answer).linkset;
    expect(anchor).toBe(`${origin}${target}`);
    const spokenOf = (servedResources(FEATURES) as readonly Resource[]).filter(
      ({ catalogue, variable }) => catalogue && variable === null,
    );
    expect(item.map(({ href }: { href: string }) => href)).toEqual(spokenOf.map(({ path }) => `${origin}${path}`));
  });

  it.each([undefined, 'application/linkset+json', '*/*', 'application/*'])('answers Accept: %s', async (accept) => {
    const answer = await send({ target, headers: accept === undefined ? {} : { Accept: accept } });
    expect(answer.status).toBe(200);
  });

  it('is refused for Accept: application/json', async () => {
    const answer = await send({ target, headers: { Accept: 'application/json' } });
    expectRefusal(answer, 'not-acceptable', { vary: 'Accept' });
  });

  it('names only resources that answer', async () => {
    for (const { href } of jsonOf(await send({ target })).linkset[0].item) {
      const headers = { Accept: 'text/html' };
      const { status } = await send({ method: 'OPTIONS', target: href.slice(origin.length), headers });
      expect([href, status]).toEqual([href, 204]);
    }
  });
});

describeOverTransports('4.10 with the origin from Host', { corpus: siteCorpus({ publicOrigin: null }) }, (send) => {
  it('forbids shared caching', async () => {
    const answer = await send({ target: `http://else.example:8080${target}` });
    expect(answer.headers['cache-control']).toBe('private, max-age=0, must-revalidate');
    expect(answer.headers).not.toHaveProperty('cdn-cache-control');
    expect(jsonOf(answer).linkset[0].anchor).toBe(`http://else.example:8080${target}`);
  });
});
