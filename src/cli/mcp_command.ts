import { openBudget } from '../cache/cache_budget.ts';
import { openMcp } from '../mcp/open_mcp.ts';
import { type AnswerLine, serveLines } from '../mcp/serve_lines.ts';
import { describeFailure } from '../observation/observation.ts';
import { openQuestions } from '../questions/open_questions.ts';
import { misused } from './command_error.ts';
import { openAndNote } from './open_source.ts';
import type { BakeFlags } from './options.ts';
import { programVersion } from './program_version.ts';
import type { Terminal } from './terminal.ts';

const cacheBytes = 16 * 1024 * 1024;
/** Milliseconds that a server may take for an answer. */
const patience = 30_000;

/** `catchword mcp`: answers an agent over stdin and stdout until the input ends. Stdout has nothing but answers. */
export async function answerAgent(
  source: string,
  flags: BakeFlags,
  terminal: Terminal,
  input: AsyncIterable<Uint8Array>,
): Promise<number> {
  const answer = /^https?:\/\//i.test(source) ? byServer(source) : await bySite(source, flags, terminal);
  const report = (error: unknown) => terminal.err(`Cannot answer: ${explain(error)}.\n`);
  await serveLines(input, terminal.out, answer, report);
  return 0;
}

async function bySite(source: string, flags: BakeFlags, terminal: Terminal): Promise<AnswerLine> {
  const corpus = await openAndNote(source, flags, terminal);
  const budget = openBudget(cacheBytes);
  const questions = openQuestions(corpus, budget);
  const endpoint = openMcp({ version: programVersion() })({ questions, budget, submit: null, isGated: false });
  return async (bytes, fields, signal) => {
    const { text } = await endpoint.answer({ bytes, field: (name) => fields[name], caller: { signal }, service: null });
    return text === null ? null : Buffer.from(text, 'latin1');
  };
}

/** Passes messages on to the `/mcp` of a running server. A user and password in the address are for its gate. */
function byServer(written: string): AnswerLine {
  if (!URL.canParse(written))
    throw misused(`Cannot read "${written}": expected an address such as "https://example.org".`);
  const address = new URL(written);
  if (address.pathname === '/') address.pathname = '/mcp';
  const { username, password } = address;
  address.username = '';
  address.password = '';
  const user = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const authorization = password === '' ? {} : { authorization: `Basic ${Buffer.from(user).toString('base64')}` };
  return async (bytes, fields, signal) => {
    const response = await fetch(address, {
      method: 'POST',
      headers: {
        ...fields,
        ...authorization,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
      },
      body: Buffer.from(bytes),
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
    });
    if (response.headers.get('content-type') === 'application/json')
      return new Uint8Array(await response.arrayBuffer());
    await response.body?.cancel();
    if (response.status === 202) return null;
    const advice = response.status === 404 ? ': MCP is off there. Set "mcp" to true in its configuration' : '';
    throw new ServerRefused(`${address.origin} returned ${response.status}${advice}`);
  };
}

/** Its message names the server and its status alone. */
class ServerRefused extends Error {}

function explain(error: unknown): string {
  if (error instanceof ServerRefused) return error.message;
  if (error instanceof TypeError && error.message === 'fetch failed') return 'the server cannot be reached';
  return describeFailure(error);
}
