import { describe, expect, it } from 'vitest';
import { openBudget } from '../../src/cache/cache_budget.ts';
import { openMcp } from '../../src/mcp/open_mcp.ts';
import { openQuestions } from '../../src/questions/open_questions.ts';
import { siteCorpus } from '../conformance/site.ts';

const budget = openBudget(1 << 20);
const parts = { questions: openQuestions(siteCorpus(), budget), budget, submit: null, isGated: false };
const endpoint = openMcp()(parts);
const caller = { signal: new AbortController().signal };
const whole = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a', version: '1' } };

async function initialize(members: object) {
  const params = { ...whole, ...members };
  const bytes = Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }));
  const { status, text } = await endpoint.answer({ bytes, field: () => undefined, caller, service: null });
  return { status, ...JSON.parse(text!) };
}

describe('initialize', () => {
  it.each([
    ['2025-11-25', '2025-11-25'],
    ['2025-06-18', '2025-06-18'],
    ['2025-03-26', '2025-03-26'],
    ['2024-11-05', '2024-11-05'],
    // The protocol: a server that does not know the revision answers with one that it knows.
    ['2026-07-28', '2025-11-25'],
    ['1.0', '2025-11-25'],
    ['', '2025-11-25'],
    ['x'.repeat(5_000), '2025-11-25'],
  ])('with the revision %.20j is answered with %s', async (protocolVersion, answered) => {
    const { status, result } = await initialize({ protocolVersion });
    expect([status, result.protocolVersion]).toEqual([200, answered]);
  });

  it.each([
    ...[undefined, null, 1, 0.5, true, [], ['2025-11-25'], {}].map((value) => ['protocolVersion', value] as const),
    ...[undefined, null, 1, 'x', [1]].map((value) => ['capabilities', value] as const),
    ...[undefined, null, 1, 'x', {}].map((value) => ['clientInfo', value] as const),
  ])('with %s %j is refused as invalid parameters', async (member, value) => {
    expect(await initialize({ [member]: value })).toEqual({
      status: 200,
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32_602, message: expect.stringContaining(`Invalid params: params.${member}`) },
    });
  });
});
