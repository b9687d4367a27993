import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openBudget } from '../../src/cache/cache_budget.ts';
import { messageLimits } from '../../src/mcp/open_mcp.ts';
import { toolCaps } from '../../src/mcp/tools/tool.ts';
import { openQuestions } from '../../src/questions/open_questions.ts';
import { messageBytes } from '../../src/questions/rpc_endpoint.ts';
import { corpusOf } from '../fixtures/corpus_of.ts';
import { openEndpoint } from './open_endpoint.ts';

const page = readFileSync(new URL('../../site/docs/reference/mcp.md', import.meta.url), 'utf8');
const blocks = [...page.matchAll(/```(\w*)\n(.*?)```/gs)].map(([, language, text]) => ({ language, text: text! }));
const url = 'http://127.0.0.1:4777/mcp';

it('the configurations of clients are well-formed, each under the key that its client reads', () => {
  expect(blocks[0]?.text).toMatch(new RegExp(`^claude mcp add --transport http [\\w-]+ ${url}\n$`));
  const files = blocks.filter(({ language }) => language === 'json').map(({ text }) => JSON.parse(text));
  expect(files).toEqual([
    { mcpServers: { docs: { type: 'http', url } } },
    { servers: { docs: { type: 'http', url } } },
    { mcpServers: { docs: { command: 'catchword', args: ['mcp', 'site.catchword'] } } },
  ]);
  expect(page).toContain('VS Code, `.vscode/mcp.json`:\n\n```json\n{\n  "servers"');
  expect(page).toContain('`.mcp.json`:\n\n```json\n{\n  "mcpServers"');
});

it('the bounds are those of the program', () => {
  const number = (value: number) => value.toLocaleString('en');
  for (const text of [
    `| a message | ${messageBytes / 1024} KiB`,
    `| a response of \`search\` | \`budget\`: by default ${number(toolCaps.searchSize.default)} characters |`,
    `| a passage in that response | ${number(toolCaps.passage)} characters |`,
    `| a response of \`related\` or \`contents\` | ${number(toolCaps.relatedSize)} characters |`,
    `| a response of \`read\` | \`budget\`: by default ${number(toolCaps.readSize.default)} characters |`,
    `| an error text | ${toolCaps.fault} characters |`,
    `| time for a response | ${messageLimits.patience / 1000} seconds, then 503 |`,
    `| time for which clients may keep lists | ${messageLimits.keepLists / 60_000} minutes`,
  ]) {
    expect(page).toContain(text);
  }
  expect(toolCaps.contentsSize).toBe(toolCaps.relatedSize);
});

it('every tool has its row with its arguments, those required in bold', async () => {
  const submit = () => Promise.reject(new Error('not called'));
  const corpus = corpusOf([{ path: 'a', text: 'a' }]);
  const ofAll = { languages: ['en', 'fr'], versions: ['7.22'] };
  const questions = { ...openQuestions(corpus, openBudget(0)), ...ofAll };
  const tools = await openEndpoint(corpus, { submit, questions }).tools();
  const rows = page.split('\n').filter((line) => /^\| `\w+` \|/.test(line));
  expect(rows.map((row) => /`(\w+)`/.exec(row)![1])).toEqual(tools.map(({ name }) => name));
  for (const [index, { inputSchema }] of tools.entries()) {
    const { properties, required } = inputSchema as { properties: Record<string, Limits>; required: string[] };
    const takes = rows[index]!.split('|')[2]!;
    expect([...takes.matchAll(/`(\w+)`/g)].map(([, name]) => name)).toEqual(Object.keys(properties));
    expect([...takes.matchAll(/\*\*`(\w+)`\*\*/g)].map(([, name]) => name)).toEqual(required);
    for (const [name, { minimum, maximum, default: usual }] of Object.entries(properties)) {
      if (maximum !== undefined) expect(takes).toContain(`\`${name}\` (${minimum} to ${maximum}, default ${usual})`);
    }
  }
});

interface Limits {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
}
