import { createHash } from 'node:crypto';
import { mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { ImageFiles, imageLimits, LARGEST_IMAGE } from '../../src/content/files/image_files.ts';
import { common, expectRefusal } from './expected.ts';
import { describeOverTransports } from './over_transports.ts';
import { siteCorpus } from './site.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'catchword-images-')));
afterAll(() => rmSync(folder, { recursive: true }));

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'.padEnd(4_000));
const fileOf = (name: string, bytes: Buffer = svg) => {
  writeFileSync(join(folder, name), bytes);
  return join(folder, name);
};
fileOf('unlisted.svg');
const images = new ImageFiles({
  files: new Map([
    ['a b/c.svg', fileOf('c.svg')],
    ['largest.PNG', fileOf('largest.PNG', Buffer.alloc(LARGEST_IMAGE, 1))],
    ['larger.png', fileOf('larger.png', Buffer.alloc(LARGEST_IMAGE + 1))],
    ['changing.jpeg', join(folder, 'changing.jpeg')],
    ['gone.gif', join(folder, 'gone.gif')],
  ]),
  shown: new Map(),
});
const target = '/explore/images/a%20b/c.svg';

/** All fields of an image. */
const fieldsOf = (type: string, bytes: Buffer) => ({
  ...common,
  'content-type': type,
  'content-length': String(bytes.length),
  'cache-control': 'no-cache',
  etag: `"${createHash('sha256').update(bytes).digest('hex')}"`,
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
});

describeOverTransports('6 Images of pages', { corpus: siteCorpus(), images }, (send) => {
  it('are sent as they are, run nothing, and are asked for again', async () => {
    const { status, headers, body } = await send({ target, headers: { 'Accept-Encoding': 'br, gzip' } });
    expect([status, Buffer.from(body), headers]).toEqual([200, svg, fieldsOf('image/svg+xml', svg)]);
  });

  it('are not sent again to a client that has them', async () => {
    const { headers } = await send({ target });
    for (const method of ['GET', 'HEAD']) {
      const again = await send({ method, target, headers: { 'If-None-Match': `"other", ${headers.etag}` } });
      expect([again.status, again.body.length, again.headers]).toEqual([
        304,
        0,
        { ...common, 'cache-control': 'no-cache', etag: headers.etag },
      ]);
    }
    expect((await send({ target, headers: { 'If-None-Match': '"other"' } })).status).toBe(200);
  });

  it('answer HEAD with the fields of GET, before and after they are read', async () => {
    const fields = fieldsOf('image/png', Buffer.alloc(LARGEST_IMAGE, 1));
    for (const method of ['HEAD', 'GET', 'HEAD']) {
      const { status, headers } = await send({ method, target: '/explore/images/largest.PNG' });
      expect([method, status, headers]).toEqual([method, 200, fields]);
    }
  });

  it('are sent up to the largest size', async () => {
    const { status, body } = await send({ target: '/explore/images/largest.PNG' });
    expect([status, Buffer.from(body).equals(Buffer.alloc(LARGEST_IMAGE, 1))]).toEqual([200, true]);
    expectRefusal(await send({ target: '/explore/images/larger.png' }), 'no-such-resource');
  });

  it('have another entity tag when the file is replaced', async () => {
    const changing = { target: '/explore/images/changing.jpeg' };
    for (const text of ['one', 'two', 'three']) {
      renameSync(fileOf('next.jpeg', Buffer.from(text)), join(folder, 'changing.jpeg'));
      const { status, headers, body } = await send(changing);
      expect([status, Buffer.from(body).toString(), headers]).toEqual([
        200,
        text,
        fieldsOf('image/jpeg', Buffer.from(text)),
      ]);
    }
    rmSync(join(folder, 'changing.jpeg'));
    expectRefusal(await send(changing), 'no-such-resource');
  });

  it('name their methods', async () => {
    const { status, headers } = await send({ method: 'OPTIONS', target });
    expect([status, headers.allow]).toEqual([204, 'GET, HEAD, OPTIONS']);
  });

  it.each([
    ...['none.svg', 'gone.gif', 'unlisted.svg', 'c.svg', '', '..%2Funlisted.svg', 'a%20b/..%2F..%2Funlisted.svg'],
    ...['a%20b%2Fc.svg', 'a%20b/c.svg/', 'a%20b//c.svg', 'A%20b/c.svg', 'a%20b/c.svg%00', 'a%20b%5Cc.svg'],
  ])('are refused where there are none: %s', async (path) => {
    expectRefusal(await send({ target: `/explore/images/${path}` }), 'no-such-resource');
  });
});

const names = ['first.svg', 'second.svg', 'third.svg', 'larger.svg'];
const few = new ImageFiles(
  {
    files: new Map(names.map((name) => [name, fileOf(name, name === 'larger.svg' ? Buffer.alloc(5_000) : svg)])),
    shown: new Map(),
  },
  { ...imageLimits, heldBytes: svg.length },
);

describeOverTransports(
  '6 Images of pages beyond the memory for them',
  { corpus: siteCorpus(), images: few },
  (send) => {
    it('are refused, and those that were sent no longer count', async () => {
      for (const name of names.slice(0, 3)) {
        const { status, headers, body } = await send({ target: `/explore/images/${name}` });
        expect([name, status, headers, Buffer.from(body)]).toEqual([name, 200, fieldsOf('image/svg+xml', svg), svg]);
      }
      const { status, headers, body } = await send({ target: '/explore/images/larger.svg' });
      expect([status, headers, JSON.parse(Buffer.from(body).toString())]).toEqual([
        503,
        {
          ...common,
          'content-type': 'application/problem+json',
          'content-length': String(body.length),
          'cache-control': 'no-store',
          'retry-after': '1',
        },
        {
          type: 'about:blank',
          title: 'Service Unavailable',
          status: 503,
          detail: 'Cannot show the image now: the server is busy, or cannot read its file. Try again in a moment.',
        },
      ]);
    });
  },
);

describeOverTransports('6 No images of pages', { corpus: siteCorpus() }, (send) => {
  it('are on a service that has no folder', async () => {
    expectRefusal(await send({ target }), 'no-such-resource');
    expectRefusal(await send({ method: 'OPTIONS', target }), 'no-such-resource');
    const { body } = await send({ target: '/api/openapi.json' });
    expect(Buffer.from(body).toString()).not.toContain('/explore/images');
  });
});
