import robotsParser from 'robots-parser';
import type { Score } from './afdocs_score.ts';

/** The package's types give it a default export that it does not have. */
const parseRobots = robotsParser as unknown as typeof robotsParser.default;

/** Bots of language models: fetching for training, for search, and for one user. */
const BOTS = [
  'GPTBot',
  'OAI-SearchBot',
  'ChatGPT-User',
  'ClaudeBot',
  'Claude-User',
  'Google-Extended',
  'PerplexityBot',
];

/** Asks a service. @param path from its root */
type Ask = (path: string, accept?: string, body?: object) => Promise<Response>;

/** Whether a service does what a check of isitagentready.com looks for, by its published rules. */
const checks: Readonly<Record<string, (ask: Ask) => Promise<boolean>>> = {
  async 'robots.txt (RFC 9309)'(ask) {
    const answer = await ask('/robots.txt');
    return answer.ok && typeOf(answer) === 'text/plain' && /^User-agent:\s*\S/im.test(await answer.text());
  },

  async 'sitemap, named in robots.txt'(ask) {
    const named = /^Sitemap:\s*(\S+)/im.exec(await (await ask('/robots.txt')).text())?.[1];
    if (named === undefined) return false;
    const answer = await ask(new URL(named).pathname);
    return answer.ok && /<(?:urlset|sitemapindex)\b/.test(await answer.text());
  },

  async 'Link fields for agents on the first page (RFC 8288)'(ask) {
    const links = (await ask('/', 'text/html')).headers.get('link') ?? '';
    return /rel="?api-catalog/.test(links) && /rel="?describedby/.test(links);
  },

  async 'Markdown by Accept at the first page'(ask) {
    const answer = await ask('/', 'text/markdown');
    const varies = answer.headers.get('vary')?.toLowerCase().includes('accept') === true;
    return answer.ok && typeOf(answer) === 'text/markdown' && varies && (await answer.text()) !== '';
  },

  async 'rules of robots.txt for bots of language models'(ask) {
    const answer = await ask('/robots.txt');
    const rules = parseRobots(answer.url, await answer.text());
    return BOTS.every((bot) => rules.isAllowed(new URL('/llms.txt', answer.url).href, bot) === true);
  },

  async 'API catalogue (RFC 9727)'(ask) {
    const answer = await ask('/.well-known/api-catalog');
    if (!answer.ok || typeOf(answer) !== 'application/linkset+json') return false;
    const { linkset } = (await answer.json()) as { readonly linkset: readonly { readonly anchor?: string }[] };
    return linkset.length > 0 && linkset.every(({ anchor }) => URL.canParse(anchor ?? ''));
  },

  async 'llms.txt'(ask) {
    const answer = await ask('/llms.txt');
    return answer.ok && /^# .+\n\n> .+\n[\s\S]*^- \[.+\]\(http.+\)/m.test(await answer.text());
  },

  async 'Model Context Protocol at the address that llms.txt and the catalogue name'(ask) {
    const list = await (await ask('/llms.txt')).text();
    const catalogue = await (await ask('/.well-known/api-catalog')).text();
    if (![list, catalogue].every((text) => /https?:\/\/[^/\s"]+\/mcp\b/.test(text))) return false;
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'readiness', version: '1' } };
    const body = { jsonrpc: '2.0', id: 1, method: 'initialize', params };
    const answer = await ask('/mcp', 'application/json, text/event-stream', body);
    return answer.ok && (await answer.text()).includes('"serverInfo"');
  },
};

/** Checks of isitagentready.com that say nothing about a service of documentation. */
const notApplied: readonly string[] = [
  'MCP Server Card: a draft, whose address and form still change; the address of MCP is checked instead',
  'Content Signals: they say what the owner of the pages permits, and only the owner can',
  'Web Bot Auth: for sites that send bots of their own',
  'OAuth discovery and protected resource metadata: no resource needs a sign-in',
  'A2A Agent Card: no agent answers here',
  'Agent Skills: a site of documentation has pages, which llms.txt lists',
  'WebMCP: for tools that need the page of a browser; those here are at /mcp',
  'x402, MPP, UCP, ACP, AP2: nothing is sold',
];

/** Scores a running service by the checks of isitagentready.com that apply: each counts the same. @param service its origin */
export async function scoreByAgentReady(service: string): Promise<Score> {
  const ask: Ask = (path, accept = '*/*', body) =>
    fetch(new URL(path, service), {
      redirect: 'manual',
      headers: { Accept: accept, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
  const lost: string[] = [];
  for (const [name, holds] of Object.entries(checks)) if (!(await holds(ask))) lost.push(name);
  const all = Object.keys(checks).length;
  return { score: Math.round((100 * (all - lost.length)) / all), lost, notApplied };
}

function typeOf(answer: Response): string | undefined {
  return answer.headers.get('content-type')?.split(';')[0];
}
