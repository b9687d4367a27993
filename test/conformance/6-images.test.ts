import { expect, it } from 'vitest';
import { common, expectRefusal } from './expected.ts';
import { describeOverTransports } from './over_transports.ts';
import { siteCorpus } from './site.ts';

const bytes = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
const images = {
  version: (address: string) => (/^(?:a b\/c|gone)\.svg$/.test(address) ? '1' : null),
  read: (address: string) => (address === 'gone.svg' ? null : { type: 'image/svg+xml', bytes }),
};

describeOverTransports('6 Images of pages', { corpus: siteCorpus(), images }, (send) => {
  it('are sent as they are, run nothing, and are asked for again', async () => {
    const { status, headers, body } = await send({ target: '/explore/images/a%20b/c.svg' });
    expect([status, Buffer.from(body)]).toEqual([200, bytes]);
    expect(headers).toMatchObject({
      ...common,
      'content-type': 'image/svg+xml',
      'content-length': String(bytes.length),
      'cache-control': 'no-cache',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
    const again = await send({ target: '/explore/images/a%20b/c.svg', headers: { 'If-None-Match': headers.etag! } });
    expect(again.status).toBe(304);
  });

  it.each(['/explore/images/none.svg', '/explore/images/gone.svg', '/explore/images/..%2Fa.svg', '/explore/images/'])(
    'are refused where there are none: %s',
    async (target) => {
      expectRefusal(await send({ target }), 'no-such-resource');
    },
  );
});

describeOverTransports('6 No images of pages', { corpus: siteCorpus() }, (send) => {
  it('are on a service that has no folder', async () => {
    expectRefusal(await send({ target: '/explore/images/a%20b/c.svg' }), 'no-such-resource');
  });
});
