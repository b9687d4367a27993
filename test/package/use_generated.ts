// Calls a service with openapi-fetch and the types of openapi-typescript: use_generated.ts ADDRESS
// @ts-nocheck the modules are generated and installed where the gate runs, which compiles this file with them
import createClient, { defaultPathSerializer } from 'openapi-fetch';
import type { paths } from './schema.d.ts';

declare const process: { readonly argv: readonly string[] };

const baseUrl = process.argv[2] ?? '';
const plain = createClient<paths>({ baseUrl });
const client = createClient<paths>({
  baseUrl,
  pathSerializer: (address, values) => defaultPathSerializer(address, values).replaceAll('%2F', '/'),
});
const nested = { params: { path: { path: 'glossary/entity-tag' } } };
const { data } = await client.GET('/api/pages/{path}', nested);
const escaped = await plain.GET('/api/pages/{path}', nested);
const found = await client.GET('/api/search', { params: { query: { q: 'entity', limit: 1 } } });
const asked = await client.POST('/api/pages', {
  params: { header: { 'x-http-method-override': 'QUERY' } },
  body: { slug: 'entity-tag' },
});
const submitted = await client.POST('/api/feedback', {
  params: { header: { 'Idempotency-Key': 'b' } },
  body: { kind: 'other', severity: 'low', message: 'Thanks.' },
});
console.log(
  JSON.stringify({
    title: typeof data === 'object' ? data.page.title : null,
    escaped: [escaped.response.status, escaped.error?.detail],
    found: found.data?.count,
    asked: asked.data && 'total' in asked.data ? asked.data.total : null,
    submitted: submitted.response.status,
  }),
);
