import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FakeCluster, startFakeCluster } from '../fixtures/fake_cluster.ts';
import { runCommand } from '../fixtures/run_command.ts';
import { serveCommand } from '../fixtures/serve_command.ts';
import { hasOpenssl, makeCertificates, startTlsCluster, type TlsCluster } from '../fixtures/tls_cluster.ts';

const BUILDER = 'b:uilder s3cret ü';
const READER = 'r3ader-s3cret';
/** What front ends may do, as the documentation says: read the site, and write leases. */
const isReading = (method: string, path: string): boolean =>
  path.startsWith('/docs-leases/_doc/') || method === 'GET' || /^\/docs[^/]*\/_(search|mget)$/.test(path);

let folder = '';
let cluster: FakeCluster;
let secured: TlsCluster;
let environment: Record<string, string> = {};
const file = (name: string) => join(folder, name);

describe.skipIf(!hasOpenssl())('a cluster over TLS, with a user that publishes and a user that reads', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'catchword-secured-'));
    mkdirSync(file('content'));
    for (let page = 0; page < 5; page++) writeFileSync(file(`content/p${page}.md`), `# Page ${page}\n\nWords.\n`);
    cluster = await startFakeCluster();
    secured = await startTlsCluster(cluster.address, [
      { name: 'builder', password: BUILDER, may: () => true },
      { name: 'reader', password: READER, may: isReading },
    ]);
    writeFileSync(file('ca.pem'), secured.authority);
    writeFileSync(file('other.pem'), makeCertificates().authority);
    writeFileSync(file('builder'), `${BUILDER}\n`);
    writeFileSync(file('reader'), `${READER}\r\nsecond line\n`);
    writeFileSync(file('wrong'), 'wr0ng-s3cret\n');
    environment = { CATCHWORD_SEARCH_CA: file('ca.pem') };
    await runCommand(['build', file('content'), '--out', file('site.catchword'), '--commit', 'abc'], {});
    const search = `https://builder@${secured.host}/docs`;
    const published = await runCommand(['publish', file('site.catchword'), '--search', search], {
      ...environment,
      CATCHWORD_SEARCH_PASSWORD: BUILDER,
    });
    expect(published).toMatchObject({ code: 0, err: expect.stringContaining('published    5 pages as "docs"') });
  });
  afterAll(async () => {
    await secured.stop();
    await cluster.stop();
    rmSync(folder, { recursive: true });
  });

  test('is published to with the password of a file and an authority by option', async () => {
    const search = `https://builder@${secured.host}/again`;
    const { code, out, err } = await runCommand(
      ['publish', '--from', file('content'), '--search', search, '--search-ca', file('ca.pem')],
      { CATCHWORD_SEARCH_PASSWORD_FILE: file('builder') },
    );
    expect([code, cluster.aliases.has('again')]).toEqual([0, true]);
    expect(out + err).not.toContain(BUILDER);
  });

  test('is served from by the user that reads, with either way to give the password', async () => {
    const search = `https://reader@${secured.host}/docs`;
    for (const password of [
      { CATCHWORD_SEARCH_PASSWORD: READER },
      { CATCHWORD_SEARCH_PASSWORD_FILE: file('reader') },
    ]) {
      const served = await serveCommand(['--search', search], { ...environment, ...password });
      const answer = await fetch(new URL('/version.json', served.ready.url));
      expect([answer.status, await answer.json()]).toMatchObject([200, { commit: 'abc' }]);
      expect(JSON.stringify(served.ready) + (await served.end())).not.toContain(READER);
    }
  });

  const serve = ['serve', '--port', '0'];
  const publish = ['publish', '--from', 'CONTENT'];
  const wrongPassword = 'the cluster does not know the user, or the password is wrong (401)';
  const unknownAuthority =
    "the cluster's certificate is not signed by a trusted authority; pass the CA certificate with --search-ca";
  test.each<[string, readonly string[], string, string | null, string, string]>([
    ['a wrong password, to serve', serve, 'reader', 'ca.pem', 'wrong', wrongPassword],
    ['a wrong password, to publish', publish, 'builder', 'ca.pem', 'wrong', wrongPassword],
    ['an unknown user', serve, 'stranger', 'ca.pem', 'reader', wrongPassword],
    ['another authority, to serve', serve, 'reader', 'other.pem', 'reader', unknownAuthority],
    ['another authority, to publish', publish, 'builder', 'other.pem', 'builder', unknownAuthority],
    ['no named authority', serve, 'reader', null, 'reader', unknownAuthority],
    [
      'the user that reads, to publish',
      publish,
      'reader',
      'ca.pem',
      'reader',
      'the user does not have permission to do this on the cluster (403)',
    ],
  ])('refuses %s, and prints no password', async (_, command, user, authority, password, reason) => {
    const args = [...command.map((arg) => (arg === 'CONTENT' ? file('content') : arg))];
    const search = ['--search', `https://${user}@${secured.host}/docs`];
    const ca = authority === null ? [] : ['--search-ca', file(authority)];
    const { code, out, err } = await runCommand([...args, ...search, ...ca], {
      CATCHWORD_SEARCH_PASSWORD_FILE: file(password),
    });
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain(`: ${reason}.\n`);
    expect(err).not.toMatch(/s3cret|127\.0\.0\.1/);
  });
});
