import { describe, expect, it } from 'vitest';
import { openBudget } from '../../src/cache/cache_budget.ts';
import { createMemoryStore } from '../../src/feedback/stores/sqlite.ts';
import { submitFeedback } from '../../src/feedback/submit_feedback.ts';
import { openMcp } from '../../src/mcp/open_mcp.ts';
import { openQuestions } from '../../src/questions/open_questions.ts';
import { siteCorpus } from '../conformance/site.ts';
import { countedBytes, NOW } from '../fixtures/feedback.ts';

const corpus = siteCorpus({ title: 'Große “Site” 😀', description: 'Of tests.' });
const feedback = { store: createMemoryStore(), now: () => NOW, randomBytes: countedBytes() };

function openEndpoint(cacheBytes: number) {
  const budget = openBudget(cacheBytes);
  return openMcp({ version: '1.2.3' })({
    questions: openQuestions(corpus, budget),
    budget,
    submit: (submission, key, bounds) => submitFeedback(submission, key, feedback, bounds),
    isGated: false,
  });
}

const endpoint = openEndpoint(1 << 24);
const caller = { connection: {}, signal: new AbortController().signal };
const modern = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** The bytes of the answer to a call, as text. @param more members of `params` */
async function answerOf(revision: string, name: string, args: object, more: object, asked = endpoint) {
  const isModern = revision === '2026-07-28';
  const params = { name, arguments: args, ...(isModern && { _meta: modern }), ...more };
  const fields: Readonly<Record<string, string>> = {
    'mcp-protocol-version': revision,
    ...(isModern && { 'mcp-method': 'tools/call', 'mcp-name': name }),
  };
  const bytes = Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 'ä', method: 'tools/call', params }));
  return asked.answer({ bytes, field: (field) => fields[field], service: null, caller });
}

const calls: readonly (readonly [tool: string, args: object])[] = [
  ['search', { query: 'cache' }],
  ['search', { query: '“größe” 😀' }],
  ['search', { query: 'name outside' }],
  ['search', { query: 'cahce' }],
  ['search', { query: 'cache', limit: 200 }],
  ['search', { query: '\u0000"\\' }],
  ['read', { path: 'writing/search', section: 'part-1' }],
  ['read', { path: 'docs/größe' }],
  ['read', { path: 'nothing 😀' }],
  ['related', { path: 'index', by: 'likeness' }],
  ['contents', {}],
  ['contents', { offset: 1e9, collection: 'writing' }],
  ['send_feedback', { kind: 'bug', severity: 'low', message: 'größe' }],
  ['send_feedback', { kind: 'x' }],
];

describe.each(['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'])('calls of revision %s', (revision) => {
  // A call with further members is left to the SDK, which ignores them.
  const more = revision === '2026-07-28' ? { more: true } : { _meta: { progressToken: 1 } };

  it.each(calls)(
    'of %s %j have the same bytes as by the SDK, and the same when they are repeated',
    async (name, args) => {
      const bySdk = await answerOf(revision, name, args, more);
      expect([bySdk.status, JSON.parse(Buffer.from(bySdk.text!, 'latin1').toString()).id]).toEqual([200, 'ä']);
      for (let time = 0; time < 4; time++) expect(await answerOf(revision, name, args, {})).toEqual(bySdk);
    },
  );
});

describe('results of tools', () => {
  it.each(['writing/search#part-1', '/writing/search/#part-1', 'https://site.example/writing/search#part%2D1'])(
    'of read %j are those of the section that its anchor names',
    async (path) => {
      const asked = await answerOf('2025-11-25', 'read', { path: 'writing/search', section: 'part-1' }, {});
      expect(await answerOf('2025-11-25', 'read', { path }, {})).toEqual(asked);
    },
  );

  it('are kept when they are asked for a second time, faults and submissions never', async () => {
    const budget = openBudget(1 << 24);
    const use = () => budget.uses().find(({ name }) => name === 'tools')!;
    const kept = () => use().hits;
    const counted = openMcp()({ questions: openQuestions(corpus, budget), budget, submit: null, isGated: false });
    await answerOf('2025-11-25', 'search', { query: 'cache' }, {}, counted);
    expect(use().bytes).toBe(0);
    for (let time = 1; time < 4; time++) await answerOf('2025-11-25', 'search', { query: 'cache' }, {}, counted);
    // The second call is known to be one; the third and fourth find the result.
    expect(kept()).toBe(2);
    for (let time = 0; time < 4; time++) await answerOf('2025-11-25', 'read', { path: 'nothing' }, {}, counted);
    expect(kept()).toBe(2);
  });

  it('are the same without a cache', async () => {
    const uncached = openEndpoint(0);
    for (const [name, args] of calls) {
      if (name === 'send_feedback') continue;
      const answer = await answerOf('2025-11-25', name, args, {}, uncached);
      expect(answer).toEqual(await answerOf('2025-11-25', name, args, {}));
    }
  });
});
