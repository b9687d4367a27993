// Calls a service with the client that @hey-api/openapi-ts made: use_hey_api.ts ADDRESS
// @ts-nocheck the modules are generated where the gate runs, which compiles this file with them
import { createClient, createConfig } from './hey/client';
import { getPage, getSearch, queryPages, submitFeedback } from './hey/sdk.gen';

declare const process: { readonly argv: readonly string[] };

const baseUrl = process.argv[2] ?? '';
const plain = createClient(createConfig({ baseUrl }));
const client = createClient(createConfig({ baseUrl }));
client.interceptors.request.use((request) => new Request(request.url.replaceAll('%2F', '/'), request));
const path = { path: 'glossary/entity-tag' };
const { data } = await getPage({ client, path });
const escaped = await getPage({ client: plain, path });
const found = await getSearch({ client, query: { q: 'entity', limit: 1 } });
const asked = await queryPages({
  client,
  headers: { 'x-http-method-override': 'QUERY' },
  body: { slug: 'entity-tag' },
});
const submitted = await submitFeedback({
  client,
  headers: { 'Idempotency-Key': 'c' },
  body: { kind: 'other', severity: 'low', message: 'Thanks.' },
});
console.log(
  JSON.stringify({
    title: typeof data === 'object' ? data.page.title : null,
    escaped: [escaped.response?.status, escaped.error?.detail],
    found: found.data?.count,
    asked: asked.data && 'total' in asked.data ? asked.data.total : null,
    submitted: submitted.response?.status,
  }),
);
