import { describe, expect, it } from 'vitest';
import type { FeedbackStore } from '../../src/feedback/feedback_store.ts';
import { StoreUnavailable } from '../../src/feedback/store_limits.ts';
import { createMemoryStore } from '../../src/feedback/stores/sqlite.ts';
import { createLocalRequest } from '../../src/http/requests/local_request.ts';
import { createService } from '../../src/http/service.ts';
import { openMcp } from '../../src/mcp/open_mcp.ts';
import type { Observation } from '../../src/observation/observation.ts';
import { siteCorpus } from '../conformance/site.ts';
import { CANARY, countedBytes, NOW, spellings } from '../fixtures/feedback.ts';

const submission = { kind: 'broken', severity: 'low', message: `It fails. ${CANARY}`, about: 'index' };

/** A service whose agents may send feedback, and everything that it says: answers, headers and observations. */
function openAgentService(store: FeedbackStore, takesFeedback = true) {
  const said: string[] = [];
  const observations: Observation[] = [];
  const service = createService({
    corpus: siteCorpus(),
    feedback: { store, now: () => NOW, randomBytes: countedBytes() },
    mcp: { open: openMcp(), takesFeedback },
    observe: (observation) => {
      observations.push(observation);
      said.push(JSON.stringify(observation));
    },
  });
  const send = async (message: object | string, fields: Readonly<Record<string, string>> = {}) => {
    const body = new TextEncoder().encode(typeof message === 'string' ? message : JSON.stringify(message));
    const request = {
      method: 'POST',
      target: '/mcp',
      fields: { 'content-type': 'application/json', host: 'a', ...fields },
      body,
    };
    const answer = await service.answer(createLocalRequest(request));
    const text = Buffer.from(answer.body ?? '').toString();
    said.push(text, answer.headers.join('\n'));
    return { status: answer.status, text };
  };
  const ask = async (method: string, params: object) => {
    const { text } = await send({ jsonrpc: '2.0', id: 1, method, params });
    const { result, error } = JSON.parse(text);
    return result ?? error;
  };
  const call = (args: object) => ask('tools/call', { name: 'send_feedback', arguments: args });
  return { said, observations, send, ask, call };
}

function expectSilence({ said }: { readonly said: readonly string[] }): void {
  for (const spelling of spellings) expect(said.filter((text) => text.includes(spelling))).toEqual([]);
}

describe('send_feedback', () => {
  it('records a submission once, however often the same words come', async () => {
    const store = createMemoryStore();
    const agent = openAgentService(store);
    const first = await agent.call(submission);
    expect(first).toEqual({
      content: [{ type: 'text', text: expect.stringMatching(/^Recorded as [0-9a-f-]{36} at 2026-11-21T09:30:00Z\.$/) }],
    });
    const again = await Promise.all(
      Array.from({ length: 20 }, () => agent.call(Object.fromEntries(Object.entries(submission).reverse()))),
    );
    for (const answer of again) expect(answer).toEqual(first);
    expect(await agent.call({ ...submission, message: `Other. ${CANARY}` })).not.toEqual(first);
    const rows = await store.exportRows(0, 10);
    expect(rows.map(({ message }) => message)).toEqual([submission.message, `Other. ${CANARY}`]);
    expectSilence(agent);
  });

  it('takes null for no subject', async () => {
    const store = createMemoryStore();
    await openAgentService(store).call({ ...submission, about: null });
    expect((await store.exportRows(0, 10)).map(({ about }) => about)).toEqual([null]);
  });

  it.each<[string, object, RegExp]>([
    ['nothing', {}, /without kind/],
    ['a kind', { ...submission, kind: CANARY }, /^Cannot read kind: expected "missing", "broken"/],
    ['a severity', { ...submission, severity: { [CANARY]: CANARY } }, /^Cannot read severity/],
    ['no message', { ...submission, message: '' }, /1 to 2000 characters/],
    [
      'a long message',
      { ...submission, message: CANARY.repeat(200) },
      /of 2600 characters: expected a string of 1 to 2000/,
    ],
    ['a message of another type', { ...submission, message: [CANARY] }, /^Cannot read message/],
    ['a subject that turns the text around', { ...submission, about: `\u202e${CANARY}` }, /bidirectional/],
    ['an unknown member', { ...submission, [`${CANARY} as a key`]: 1 }, /unknown member/],
  ])('refuses %s, and repeats nothing of it', async (_, args, text) => {
    const store = createMemoryStore();
    const agent = openAgentService(store);
    expect(await agent.call(args)).toEqual({
      isError: true,
      content: [{ type: 'text', text: expect.stringMatching(text) }],
    });
    expect(await store.exportRows(0, 10)).toEqual([]);
    expectSilence(agent);
  });

  it('repeats no message that came in a wrong place', async () => {
    const agent = openAgentService(createMemoryStore());
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    await agent.ask('tools/call', { name: 'send_feedback', arguments: `It fails. ${CANARY}` });
    await agent.ask('tools/call', { name: 'send_feedback', arguments: [CANARY] });
    await agent.ask('tools/call', { name: 'send_feedback', message: CANARY });
    await agent.ask('tools/call', { name: `send_feedback ${CANARY}`, arguments: submission });
    await agent.send(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"message":"${CANARY}`);
    await agent.send([submission]);
    await agent.send({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'send_feedback', arguments: submission, _meta },
    });
    expectSilence(agent);
  });

  it.each(['full', 'busy', 'late', 'unreachable', 'overloaded'] as const)(
    'says so when the store is %s',
    async (reason) => {
      const store = { ...createMemoryStore(), submit: () => Promise.reject(new StoreUnavailable(reason)) };
      const agent = openAgentService(store);
      expect(await agent.call(submission)).toEqual({
        isError: true,
        content: [{ type: 'text', text: expect.stringMatching(/^Cannot use the feedback store at present/) }],
      });
      expect(agent.observations.map(({ kind }) => kind)).toEqual(['store-unavailable']);
      expectSilence(agent);
    },
  );

  it('answers 500 for an unknown failure of the store, without its message', async () => {
    const store = { ...createMemoryStore(), submit: () => Promise.reject(new Error(`row: ${submission.message}`)) };
    const agent = openAgentService(store);
    const call = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'send_feedback', arguments: submission },
    };
    expect((await agent.send(call)).status).toBe(500);
    expect(agent.observations.map(({ kind }) => kind)).toEqual(['request-failed']);
    expectSilence(agent);
  });

  it('gives the store a deadline within two seconds', async () => {
    const memory = createMemoryStore();
    const deadlines: number[] = [];
    const store: FeedbackStore = {
      ...memory,
      submit(attempt, bounds) {
        deadlines.push(bounds!.deadline - performance.now());
        return memory.submit(attempt, bounds);
      },
    };
    await openAgentService(store).call(submission);
    expect(deadlines).toEqual([expect.closeTo(1_900, -3)]);
    expect(deadlines[0]).toBeLessThanOrEqual(1_900);
  });

  it('is there only where the owner allows it', async () => {
    const agent = openAgentService(createMemoryStore(), false);
    const names = (tools: readonly { readonly name: string }[]) => tools.map(({ name }) => name);
    expect(names((await agent.ask('tools/list', {})).tools)).not.toContain('send_feedback');
    expect(await agent.call(submission)).toMatchObject({ code: -32_602 });
    const allowed = openAgentService(createMemoryStore());
    const { tools } = await allowed.ask('tools/list', {});
    expect(tools.at(-1)).toMatchObject({
      name: 'send_feedback',
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
      inputSchema: { required: ['kind', 'severity', 'message'], additionalProperties: false },
    });
  });
});
