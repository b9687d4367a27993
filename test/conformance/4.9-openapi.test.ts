import { expect, it } from 'vitest';
import { common, revalidated, validator } from './expected.ts';
import { describeOverTransports } from './over_transports.ts';
import { origin, siteCorpus } from './site.ts';
import { jsonOf, textOf } from './transports.ts';

const target = '/api/openapi.json';

describeOverTransports('4.9 GET /api/openapi.json', { corpus: siteCorpus() }, (send) => {
  it('answers a description that names the origin that answers', async () => {
    const answer = await send({ target });
    expect({ status: answer.status, headers: answer.headers }).toEqual({
      status: 200,
      headers: {
        ...common,
        ...revalidated,
        'content-type': 'application/json',
        'content-length': String(answer.body.length),
        etag: `"${validator}"`,
        vary: 'Accept-Encoding',
      },
    });
    expect(jsonOf(answer)).toMatchObject({
      openapi: expect.stringMatching(/^3\.1\./),
      info: { version: '1.0.0' },
      servers: [{ url: origin }],
    });
    expect((await send({ target, headers: { 'If-None-Match': `"${validator}"` } })).status).toBe(304);
  });
});

describeOverTransports('4.9 named by Host', { corpus: siteCorpus({ publicOrigin: null }) }, (send) => {
  it('names the host of the request, and is for no shared cache', async () => {
    const answer = await send({ target, headers: { Host: 'catchword.test', 'X-Forwarded-Host': 'evil.example' } });
    expect(answer.headers['cache-control']).toBe('private, max-age=0, must-revalidate');
    expect(jsonOf(answer).servers).toMatchObject([{ url: origin }]);
    expect(textOf(answer)).not.toContain('evil.example');
  });
});
