import { expect, it } from 'vitest';
import { common, revalidated, validator } from './expected.ts';
import { describeOverTransports } from './over_transports.ts';
import { siteCorpus } from './site.ts';
import { jsonOf } from './transports.ts';

const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`;

describeOverTransports(
  '5.3 The gate, with a password',
  { corpus: siteCorpus(), gatePassword: 'öpen: sesame' },
  (send) => {
    it.each([
      ['GET', '/api/pages/index'],
      ['GET', '/nothing'],
      ['OPTIONS', '/api/pages'],
      ['POST', '/api/pages'],
      ['GET', '/health/live'],
    ])('%s %s is answered 401 without the password', async (method, target) => {
      const answer = await send({ method, target });
      expect({ status: answer.status, headers: answer.headers, body: jsonOf(answer) }).toEqual({
        status: 401,
        headers: {
          ...common,
          'content-type': 'application/problem+json',
          'content-length': String(answer.body.length),
          'cache-control': 'no-store',
          'www-authenticate': 'Basic realm="Catchword", charset="UTF-8"',
        },
        body: {
          type: 'about:blank',
          title: 'Unauthorized',
          status: 401,
          detail: 'Cannot answer without the password: send it with Basic authentication.',
        },
      });
    });

    it.each([
      basic('user:open'),
      basic('öpen: sesame'),
      basic('user:öpen: sesame '),
      basic(':'),
      'Basic',
      'Basic ???',
      `Bearer ${Buffer.from('user:öpen: sesame').toString('base64')}`,
    ])('Authorization: %s is answered 401', async (authorization) => {
      const answer = await send({ target: '/version.json', headers: { Authorization: authorization } });
      expect(answer.status).toBe(401);
    });

    it.each(['user:öpen: sesame', ':öpen: sesame'])(
      '%s is let in, to answers that no shared cache keeps',
      async (pair) => {
        const answer = await send({ target: '/api/pages/index', headers: { Authorization: basic(pair) } });
        expect(answer.status).toBe(200);
        expect(answer.headers).toMatchObject({
          etag: `"${validator}"`,
          'cache-control': 'private, max-age=0, must-revalidate',
        });
        expect(answer.headers).not.toHaveProperty('cdn-cache-control');
        const version = await send({ target: '/version.json', headers: { Authorization: basic(pair) } });
        expect([version.status, version.headers['cache-control']]).toEqual([200, 'private, no-cache']);
      },
    );
  },
);

describeOverTransports('5.3 The gate, without a password', { corpus: siteCorpus(), gatePassword: '' }, (send) => {
  it('asks for no password', async () => {
    const answer = await send({ target: '/api/pages/index', headers: { Authorization: 'Basic x' } });
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, revalidated['cache-control']]);
  });
});
