import { createClient, RefusedError } from 'catchword/client';

/** What the client gets from a service that has the pages of these tests. Uses nothing but the client, so it runs everywhere. */
export async function callService(url: string): Promise<unknown> {
  const client = createClient({ url });
  const paths: string[] = [];
  for await (const { path } of client.pages()) paths.push(path);
  const refused = await client.page('no/page').catch((error: unknown) => error);
  const control = new AbortController();
  const aborted = client.search('cach', { signal: control.signal }).catch((error: unknown) => error);
  control.abort('no longer needed');
  return {
    paths: paths.sort(),
    page: (await client.page('writing/caching')).title,
    again: (await client.page('writing/caching')).title,
    markdown: await client.markdown('writing/caching'),
    found: (await client.search('cach')).total,
    asked: (await client.ask({ match: { text: 'caches', in: 'all' } })).items.map(({ path }) => path),
    answered: (await client.batch([{ path: 'index' }, { path: 'größe' }])).map(({ total }) => total),
    refused: refused instanceof RefusedError ? refused.slug : String(refused),
    aborted: await aborted,
  };
}
