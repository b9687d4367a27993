import { describe, expect, it } from 'vitest';
import type { Resource } from '../../src/discovery/resource.ts';
import { type ResourceName, resources } from '../../src/discovery/resources.ts';
import { builtAssets } from '../../src/explorer/explorer_assets.ts';
import { createMemoryStore } from '../../src/feedback/stores/sqlite.ts';
import { countedBytes, NOW } from '../fixtures/feedback.ts';
import { common, expectRefusal, queryFields } from './expected.ts';
import { describeOverTransports } from './over_transports.ts';
import { origin, siteCorpus } from './site.ts';
import { jsonOf } from './transports.ts';

type Row = (typeof resources)[number];
type TemplatedName = Extract<Row, { readonly variable: string }>['name'];

const assets = await builtAssets();

/** An example path for every template. A row with a template and no example does not compile. */
const addresses: Readonly<Record<TemplatedName, string>> = {
  page: '/api/pages/writing/caching',
  problem: '/api/problems/invalid-query',
  explorePage: '/explore/page/writing/caching',
  exploreAsset: `/explore/assets/${assets.style}`,
  exploreImage: '/explore/images/a.png',
  markdown: '/writing/caching.md',
};

/** Query parameters for resources that need some. */
const questions: Readonly<Partial<Record<ResourceName, string>>> = { pages: '?q=cache' };

/**
 * Every row of the table with the request target to test it with. `6-mcp.test.ts` has the one that only reads POST. Whether the root has
 * one depends on the request: see `6-explorer.test.ts`.
 */
const rows = resources
  .filter(({ name }) => name !== 'mcp' && name !== 'home')
  .map((row) => {
    const address = row.variable === null ? row.path : addresses[row.name];
    return { row: row as Resource, path: row.path, address, target: `${address}${questions[row.name] ?? ''}` };
  });

const feedback = { store: createMemoryStore(), now: () => NOW, randomBytes: countedBytes() };
const images = {
  of: () => [],
  find: () => 0,
  read: async () => ({ type: 'image/png', digest: 'abc', length: 6, bytes: Buffer.from('pixels'), release() {} }),
};
const foreignMethods = ['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'QUERY', 'GETS'];

describeOverTransports('1 The resource table', { corpus: siteCorpus(), feedback, images }, (send) => {
  describe.each(rows)('$path', ({ row, path, address, target }) => {
    const allow = [...row.methods, 'HEAD', 'OPTIONS'].sort().join(', ');
    const queryable = row.methods.includes('QUERY');
    const override = { 'x-http-method-override': 'QUERY', 'Content-Type': 'application/json' };
    const essences = row.mediaTypes.map((mediaType) => mediaType.split(';')[0]!);

    it('answers GET in each of its media types, the first without Accept', async () => {
      const plain = await send({ target });
      expect(plain.status).toBe(200);
      expect(row.mediaTypes).toContain(plain.headers['content-type']);
      // A file has one type, whatever the request accepts: its readers know it by its address.
      if (row.purpose === 'asset' || row.purpose === 'file') {
        const answer = await send({ target, headers: { Accept: 'image/png' } });
        expect([answer.status, answer.headers['content-type']]).toEqual([200, plain.headers['content-type']]);
        return;
      }
      expect(plain.headers['content-type']).toBe(row.mediaTypes[0]);
      for (const [index, essence] of essences.entries()) {
        const answer = await send({ target, headers: { Accept: essence } });
        expect([answer.status, answer.headers['content-type']]).toEqual([200, row.mediaTypes[index]]);
      }
      const refused = await send({ target, headers: { Accept: 'image/png' } });
      expectRefusal(refused, 'not-acceptable', { vary: 'Accept', ...acceptQuery(queryable) });
    });

    it(row.validator ? 'carries a validator and answers 304 to it' : 'carries no validator', async () => {
      const { headers } = await send({ target });
      expect('etag' in headers).toBe(row.validator);
      const again = await send({ target, headers: { 'If-None-Match': headers.etag ?? '*' } });
      expect(again.status).toBe(row.validator ? 304 : 200);
      if (!row.validator) return;
      // The fields that a cache needs to freshen its copy, as on the 200, and none about the content.
      const shared = [...Object.keys(common), 'etag', 'cache-control', 'cdn-cache-control', 'vary'];
      expect(again).toEqual({
        status: 304,
        headers: Object.fromEntries(shared.map((name) => [name, headers[name]])),
        body: expect.objectContaining({ length: 0 }),
      });
    });

    it('answers HEAD as GET, without the body', async () => {
      const { status, headers } = await send({ target });
      expect(await send({ method: 'HEAD', target })).toEqual({
        status,
        headers,
        body: expect.objectContaining({ length: 0 }),
      });
    });

    it('answers OPTIONS with its methods and query formats', async () => {
      expect(await send({ method: 'OPTIONS', target: address })).toEqual({
        status: 204,
        headers: {
          ...common,
          allow,
          link: '</api/openapi.json>; rel="service-desc"; type="application/json"',
          ...(queryable ? queryFields : {}),
        },
        body: expect.objectContaining({ length: 0 }),
      });
    });

    it('refuses every other method and lists the allowed ones', async () => {
      // QUERY without the method override is refused on every resource, because a CDN may not support it.
      for (const method of foreignMethods.filter(
        (each) => each === 'QUERY' || !row.methods.some((own) => own === each),
      )) {
        const answer = await send({ method, target });
        expectRefusal(answer, 'method-not-allowed', { allow, ...(queryable ? queryFields : {}) });
      }
      const queried = await send({ method: 'POST', target, headers: override, body: '{}' });
      expect(queried.status === 405).toBe(!queryable);
      expect(row.queryFormats).toEqual(queryable ? ['application/json'] : []);
    });

    it(row.catalogue ? 'is in the API catalogue' : 'is not in the API catalogue', async () => {
      const { headers, ...answer } = await send({ target: '/.well-known/api-catalog' });
      const items = jsonOf({ headers, ...answer }).linkset[0].item as { href: string; type: string; title: string }[];
      const item = { href: `${origin}${path}`, type: essences[0], title: row.title };
      expect(items.filter(({ href }) => href === item.href)).toEqual(
        row.catalogue && row.variable === null ? [item] : [],
      );
      const template = `"${row.variable === 'segments' ? path.replace('{', '{+') : path}"; rel="item"`;
      expect((headers['link-template'] ?? '').split(', ').includes(template)).toBe(
        row.catalogue && row.variable !== null,
      );
    });

    it('is described with its methods, media types and validator', async () => {
      const { paths, components } = jsonOf(await send({ target: '/api/openapi.json' }));
      const item = paths[path];
      const read = (response: { readonly $ref?: string }) =>
        response.$ref === undefined ? response : components.responses[response.$ref.split('/').at(-1)!];
      const fieldsOfQuery = queryable ? ['Accept-Query', 'method-override-required'] : [];
      expect(Object.keys(read(item.options.responses[204]).headers ?? {})).toEqual(['Allow', 'Link', ...fieldsOfQuery]);
      expect(item.head.parameters).toEqual(item.get.parameters);
      expect(Object.keys(item.head.responses)).toEqual(['200', ...(row.validator ? ['304'] : []), 'default']);
      expect(item.head.responses[200].headers).toEqual(read(item.get.responses[200]).headers);
      expect(Object.keys(read(item.get.responses[200]).content)).toEqual(essences);
      expect('304' in item.get.responses).toBe(row.validator);
      expect('post' in item).toBe(queryable || row.methods.includes('POST'));
      // Where POST is nothing but the QUERY, it describes the QUERY.
      const apart = queryable && row.methods.includes('POST');
      expect('QUERY' in (item['x-oai-additionalOperations'] ?? {})).toBe(apart);
    });
  });
});

describeOverTransports('1 The resource table without a feedback store', { corpus: siteCorpus() }, (send) => {
  it.each(rows.filter(({ row }) => row.needs === 'feedback'))('has no $path', async ({ path, target }) => {
    for (const method of ['GET', 'OPTIONS', 'POST']) expectRefusal(await send({ method, target }), 'no-such-resource');
    expect(jsonOf(await send({ target: '/api/openapi.json' })).paths).not.toHaveProperty([path]);
    const catalogue = jsonOf(await send({ target: '/.well-known/api-catalog' }));
    expect(JSON.stringify(catalogue)).not.toContain(`"${origin}${path}"`);
  });
});

function acceptQuery(queryable: boolean): Readonly<Record<string, string>> {
  return queryable ? { 'accept-query': 'application/json' } : {};
}
