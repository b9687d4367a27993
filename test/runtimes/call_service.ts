// Prints what the client of the installed package gets from a service: call_service.ts ADDRESS
import { createClient, RefusedError } from 'catchword/client';

const client = createClient({ url: process.argv[2]! });
const paths: string[] = [];
for await (const { path } of client.pages()) paths.push(path);
const refused = await client.page('no/page').catch((error: unknown) => error);
console.log(
  JSON.stringify({
    paths: paths.sort(),
    page: (await client.page('writing/caching')).title,
    again: (await client.page('writing/caching')).title,
    markdown: await client.markdown('writing/caching'),
    found: (await client.search('cach')).total,
    asked: (await client.ask({ match: { text: 'caches', in: 'all' } })).items.map(({ path }) => path),
    answered: (await client.batch([{ path: 'index' }, { path: 'größe' }])).map(({ total }) => total),
    refused: refused instanceof RefusedError ? refused.slug : String(refused),
  }),
);
