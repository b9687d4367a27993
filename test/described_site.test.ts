import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { BakeSettings } from '../src/bake/bake_options.ts';
import { bake } from '../src/bake/site_baker.ts';
import { joinArtefact } from '../src/corpus/artefact/artefact_format.ts';
import { openCorpus } from '../src/corpus/open_corpus.ts';
import type { OpenApiDocument, RequestBody } from '../src/discovery/openapi/openapi_document.ts';
import { createMemoryStore } from '../src/feedback/stores/sqlite.ts';
import { jsonOf, type SentRequest, transports } from './conformance/transports.ts';
import { createServiceRecorder } from './recorder/record_service.ts';

const folder = fileURLToPath(new URL('../site', import.meta.url));
const config = JSON.parse(readFileSync(join(folder, 'catchword.config.json'), 'utf8')) as BakeSettings;
const settings = { ...config, publicOrigin: 'http://catchword.test' };
const { artefact } = await bake({ folder, out: null, settings, commit: null, local: true, cache: null, workers: 1 });
const feedback = { store: createMemoryStore(), now: () => 0, randomBytes: (count: number) => new Uint8Array(count) };
const options = { corpus: openCorpus(joinArtefact(artefact)), feedback };
const client = await transports[0]!.open(options);
const record = createServiceRecorder(options);

/** Sends a request, checks the exchange against the OpenAPI description, and expects a 200. */
async function ask(request: SentRequest) {
  const answer = await client.send(request);
  record(request, answer);
  expect([request, answer.status]).toEqual([request, 200]);
  return answer;
}

const description = jsonOf(await client.send({ target: '/api/openapi.json' })) as OpenApiDocument;

it('every resource without path variables answers as described on the shipped site', async () => {
  const { '/api/pages': _, ...others } = description.paths;
  const headers = { Accept: 'text/html, */*;q=0.8' };
  for (const path of Object.keys(others).filter((each) => !each.includes('{'))) await ask({ target: path, headers });
});

it('every page of the shipped site answers as described, in JSON and as Markdown', async () => {
  const { pages } = options.corpus;
  for (let page = 0; page < pages.count; page++) {
    const path = pages.path(page).split('/').map(encodeURIComponent).join('/');
    await ask({ target: `/api/pages/${path}` });
    await ask({ target: `/api/pages/${path}`, headers: { Accept: 'text/markdown' } });
    await ask({ target: `/${path}.md` });
  }
});

it('every example query of the description is answered as described', async () => {
  const headers = { 'Content-Type': 'application/json', 'x-http-method-override': 'QUERY' };
  const shown =
    (description.paths['/api/pages']!.post!.requestBody as RequestBody).content['application/json']?.examples ?? {};
  expect(Object.keys(shown)).toEqual(['match', 'like', 'traverse', 'slug', 'batch']);
  for (const { value } of Object.values(shown)) {
    await ask({ method: 'POST', target: '/api/pages', headers, body: JSON.stringify(value) });
  }
});
