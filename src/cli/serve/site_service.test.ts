import { expect, test } from 'vitest';
import { artefactOf } from '../../../test/fixtures/corpus_of.ts';
import { countedBytes, NOW } from '../../../test/fixtures/feedback.ts';
import { openCorpus } from '../../corpus/open_corpus.ts';
import { createMemoryStore } from '../../feedback/stores/sqlite.ts';
import type { ServiceOptions } from '../../http/service.ts';
import { openMcp } from '../../mcp/open_mcp.ts';
import type { Observation } from '../../observation/observation.ts';
import { createHandler, createService } from './site_service.ts';

const pages = [{ path: 'index', title: 'Home', text: 'Welcome.' }];

function corpusOf(declared?: Readonly<Record<string, unknown>>, notStored?: readonly string[]) {
  const settings = { ...(declared && { declared }), ...(notStored && { notStored }) };
  return openCorpus(artefactOf(pages, settings).buffer as ArrayBuffer);
}

const declared = {
  home: 'none',
  siteFiles: ['llms.txt'],
  nativeQuery: true,
  mcp: true,
  mcpFeedback: true,
  mcpOrigins: ['https://agents.example'],
  feedbackOrigins: ['https://www.example'],
};

/** What a service has: status of /, /robots.txt, QUERY, /mcp by a script, and who may submit by script. */
async function facts(options: ServiceOptions): Promise<unknown[]> {
  const handle = createHandler(options);
  const json = { 'content-type': 'application/json' };
  const ask = (path: string, init: RequestInit = {}) => handle(new Request(`http://service.example${path}`, init));
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const [home, robots, query, mcp, feedback] = await Promise.all([
    ask('/', { headers: { accept: 'text/html' } }),
    ask('/robots.txt'),
    ask('/api/pages', { method: 'QUERY', headers: json, body: '{"path":"index"}' }),
    ask('/mcp', {
      method: 'POST',
      headers: { ...json, accept: 'application/json, text/event-stream', origin: 'https://agents.example' },
      body: JSON.stringify(call),
    }),
    ask('/api/feedback', { method: 'POST', headers: { ...json, origin: 'https://www.example' }, body: '{}' }),
  ]);
  const tools = mcp.status === 200 ? /"submit_feedback"|"send_feedback"|feedback/.test(await mcp.text()) : null;
  const allowed = feedback.headers.get('access-control-allow-origin');
  return [home.status, robots.status, query.status, mcp.status, tools, allowed];
}

const feedback = { store: createMemoryStore(), now: () => NOW, randomBytes: countedBytes() };

test('a service has the settings of its artefact', async () => {
  expect(await facts({ corpus: corpusOf(), feedback })).toEqual([200, 200, 405, 404, null, null]);
  expect(await facts({ corpus: corpusOf(declared), feedback })).toEqual([
    ...[404, 404, 200, 200, true, 'https://www.example'],
  ]);
});

test('options override the settings of the artefact, each on its own', async () => {
  const corpus = corpusOf(declared);
  const given = { home: true, siteFiles: ['robots.txt'], nativeQuery: false, mcp: null } as const;
  expect(await facts({ corpus, ...given, feedback: { ...feedback, origins: [] } })).toEqual([
    ...[200, 200, 405, 404, null, null],
  ]);
  const mcp = { open: openMcp(), takesFeedback: false };
  expect(await facts({ corpus, mcp, feedback })).toEqual([404, 404, 200, 200, false, 'https://www.example']);
});

test('what the artefact declares and only catchword serve takes is observed', () => {
  const seen: Observation[] = [];
  const observe = (observation: Observation) => void seen.push(observation);
  createService({ corpus: corpusOf({ countMisses: true }, ['notify']), observe });
  createService({ corpus: corpusOf({ countMisses: true }), onMiss: () => {}, observe });
  expect(seen).toEqual([
    {
      kind: 'settings-unused',
      reason: 'Settings without effect: "countMisses", "notify". Only "catchword serve" uses them.',
    },
  ]);
});

test('an artefact with a setting that no configuration may have is refused', () => {
  expect(() => createService({ corpus: corpusOf({ home: '<script>' }) })).toThrow(
    'its setting "home" is not valid in a configuration',
  );
});

test('services of one build that answer differently share no validator', async () => {
  const etags = new Map<string, Set<string>>();
  for (const own of [{}, { home: 'none' }, { nativeQuery: true }, { mcp: true }, { siteFiles: [] }]) {
    const handle = createHandler({ corpus: corpusOf(own) });
    for (const path of ['/api/openapi.json', '/.well-known/api-catalog']) {
      const answer = await handle(new Request(`http://service.example${path}`));
      const key = `${path} ${answer.headers.get('etag')}`;
      etags.set(key, (etags.get(key) ?? new Set()).add(await answer.text()));
    }
  }
  expect([...etags.values()].map((texts) => texts.size)).toEqual([...etags.values()].map(() => 1));
  expect(etags.size).toBeGreaterThan(4);
});
