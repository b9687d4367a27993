import { openBudget } from '../cache/cache_budget.ts';
import type { Corpus } from '../corpus/corpus.ts';
import { createLocalRequest } from '../http/requests/local_request.ts';
import { originWithoutHost } from '../http/requests/origin_of.ts';
import { parseJsonBody } from '../http/requests/read_body.ts';
import { isRefusal } from '../problems/refusal.ts';
import { renderProblem } from '../problems/render_problem.ts';
import type { Plan } from '../query/ask/plan.ts';
import { validatePlan } from '../query/ask/validate.ts';
import { normalisePath } from '../query/match/match_traverse.ts';
import { openQuestions } from '../questions/open_questions.ts';
import { nearPage } from '../text/near_page.ts';
import { visibleInJson, visibleJson } from '../text/visible.ts';
import { misused } from './command_error.ts';
import { openAndNote } from './open_source.ts';
import type { QueryFlags } from './options.ts';
import { createService } from './serve/site_service.ts';
import { paintErr, type Terminal } from './terminal.ts';

interface Answered {
  /** Paths in the request at which there is no page. */
  readonly unknown: readonly string[];
  readonly body: Uint8Array | string | null;
  readonly succeeded: boolean;
}

/** `catchword query`: answers one request in this process as the server would. Exit code 0 on success, else 1. */
export async function query(source: string, flags: QueryFlags, terminal: Terminal): Promise<number> {
  const { get, body } = flags;
  if ((get === undefined) === (body === undefined)) {
    throw misused('Cannot query: expected exactly one request. Pass --get PATH or --body JSON.');
  }
  if (get !== undefined && !get.startsWith('/'))
    throw misused(`Cannot query "${get}": expected a path that begins with "/".`);
  const corpus = await openAndNote(source, flags, terminal);
  const answered = get === undefined ? await ask(body!, corpus) : await read(get, flags, corpus);
  if (answered.body !== null)
    terminal.out(terminal.outIsTerminal ? visibleInJson(Buffer.from(answered.body).toString()) : answered.body);
  if (terminal.outIsTerminal) terminal.out('\n');
  for (const path of answered.unknown) terminal.err(`${paintErr(terminal)('warning', missingPage(path, corpus))}\n`);
  return answered.succeeded ? 0 : 1;
}

async function ask(body: string, corpus: Corpus): Promise<Answered> {
  const questions = openQuestions(corpus, openBudget(0));
  const asker = { signal: new AbortController().signal };
  let unknown: readonly string[] = [];
  const reply = await questions.ask(() => {
    const json = parseJsonBody(new TextEncoder().encode(body));
    if (isRefusal(json)) return json;
    const plan = validatePlan(json.value, questions.grammar, json.text);
    if (!isRefusal(plan)) unknown = unknownPaths(plan, corpus);
    return plan;
  }, asker);
  if (!isRefusal(reply)) return { body: reply.body, succeeded: true, unknown };
  return { body: renderProblem(reply, originWithoutHost(corpus.settings)).body, succeeded: false, unknown };
}

async function read(path: string, { accept }: QueryFlags, corpus: Corpus): Promise<Answered> {
  const request = createLocalRequest({
    method: 'GET',
    // Escape characters that an HTTP client would have escaped: a shell passes them as typed.
    target: path.toWellFormed().replaceAll(/[^\x21-\x7e]+/gu, encodeURIComponent),
    fields: accept === undefined ? {} : { accept },
  });
  const { status, body } = await createService({ corpus, cacheBytes: 0 }).answer(request);
  return { body, succeeded: status < 400, unknown: status === 404 ? pageOf(path) : [] };
}

/** The page that a path of the service names, as a list of at most one. */
function pageOf(path: string): readonly string[] {
  const [, encoded] = /^\/api\/pages\/([^?#]+)/.exec(path) ?? [];
  if (encoded === undefined) return [];
  try {
    return [decodeURIComponent(encoded)];
  } catch {
    return [];
  }
}

/** A look-up of a page that does not exist has an empty answer. A typing mistake in its path should not go unnoticed. */
function unknownPaths({ queries }: Plan, { pages }: Corpus): readonly string[] {
  const named = queries.flatMap((query) =>
    query.form === 'traverse' ? [query.traverse.from] : query.form === 'path' ? [query.path] : [],
  );
  return named.filter((path) => pages.find(normalisePath(path)) < 0);
}

function missingPage(path: string, { pages }: Corpus): string {
  const near = nearPage(path, pages);
  const advice = near === null ? '' : ` Did you mean ${visibleJson(near)}?`;
  return `Warning: there is no page ${visibleJson(path)}.${advice}`;
}
