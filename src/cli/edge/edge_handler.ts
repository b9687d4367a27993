import { openBudget } from '../../cache/cache_budget.ts';
import { ArtefactError } from '../../corpus/artefact/artefact_format.ts';
import { type ArtefactSource, DistantSections, MissedPieces } from '../../corpus/artefact/distant_sections.ts';
import type { Corpus } from '../../corpus/corpus.ts';
import { readCorpus, readShapes } from '../../corpus/open_corpus.ts';
import { createEmbeddedEngine } from '../../engine/embedded/embedded_engine.ts';
import { commonHeaders, withoutBodyForHead } from '../../http/answers/answer.ts';
import { answerRefusal } from '../../http/answers/answer_refusal.ts';
import { type AnswerOptions, assembleService, type Service } from '../../http/assemble_service.ts';
import { FetchRequest, toResponse } from '../../http/fetch_request.ts';
import { describeFailure, neverThrowing } from '../../observation/observation.ts';
import { refuseTransport } from '../../problems/refusal.ts';
import { completeReading } from '../settings/answer_settings.ts';
import { SourceError } from './artefact_source.ts';
import { plainExplorer } from './plain_explorer.ts';
import { runAtOnce } from './run_at_once.ts';

/** How a service at the edge answers. What is not given is as the artefact declares it. */
export interface EdgeOptions extends Omit<AnswerOptions, 'feedback' | 'mcp' | 'onMiss'> {
  /** Memory for caches, in bytes; default 8 MiB. */
  readonly cacheBytes?: number;
  /** Seconds after which a request looks for another artefact at the same place; default 60. 0: each request does. */
  readonly checkAfter?: number;
}

const defaultCacheBytes = 8 * 1024 * 1024;
const defaultCheckAfter = 60;
/** Milliseconds for all reads of one request. */
const PATIENCE = 20_000;
/** Milliseconds to find out whether the artefact is another one: meanwhile the one that is open would answer. */
const CHECK_PATIENCE = 2_000;
/** Milliseconds between two tries to open another artefact, when the source gave a part that is not of this one. */
const STALE_PAUSE = 1_000;
/** Most reads, one after the other, for one request. */
const MOST_ROUNDS = 100;
/** Seconds. */
const RETRY_AFTER = 5;

interface Build {
  readonly sections: DistantSections;
  readonly service: Service;
  checkedAt: number;
  /** Whether the source gave a part that is not of it. */
  isStale: boolean;
}

/**
 * The read surface of the artefact at a source, as a function from Request to Response. Feedback and MCP do not exist there: 404, as without
 * a store.
 */
export function createFetchHandler(
  source: ArtefactSource,
  { checkAfter = defaultCheckAfter, ...options }: EdgeOptions = {},
): (request: Request) => Promise<Response> {
  const observe = neverThrowing(options.observe);
  let current: Build | null = null;

  async function open(signal: AbortSignal): Promise<Build> {
    const sections = await DistantSections.open(source, signal);
    // Another request may have opened the same meanwhile, and what it has read is there.
    if (current?.isStale === false && current.sections.digest === sections.digest) return current;
    const corpus = await whole(sections, signal, () => withPrefetch(readCorpus(readShapes(sections)), sections));
    const service = await whole(sections, signal, () => serviceOf(corpus, options));
    return { sections, service, checkedAt: performance.now(), isStale: false };
  }

  /** The build that the source has now, or had when it could last be read. */
  async function build(signal: AbortSignal): Promise<Build> {
    const known = current;
    if (known === null) return open(signal);
    const pause = known.isStale ? STALE_PAUSE : 1_000 * checkAfter;
    if (performance.now() - known.checkedAt < pause) return known;
    known.checkedAt = performance.now();
    try {
      const soon = AbortSignal.any([signal, AbortSignal.timeout(CHECK_PATIENCE)]);
      const isCurrent = !known.isStale && (await known.sections.isCurrent(soon));
      return isCurrent ? known : await open(signal);
    } catch (error) {
      observe({ kind: 'request-failed', method: 'GET', failure: failureOf(error) });
      return known;
    }
  }

  return async (given) => {
    const request = new FetchRequest(given);
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(PATIENCE)]);
    for (let tries = 0; ; tries++) {
      let asked: Build | null = null;
      try {
        asked = await build(signal);
        current = asked;
        const { sections, service } = asked;
        return toResponse(await whole(sections, signal, () => service.answer(request)));
      } catch (error) {
        if (asked !== null && error instanceof ArtefactError && tries === 0) {
          // Another artefact may have taken its place since it was opened.
          asked.isStale = true;
          asked.checkedAt = -Infinity;
          continue;
        }
        observe({ kind: 'request-failed', method: request.method, failure: failureOf(error) });
        return toResponse(withoutBodyForHead(request, answerRefusal(unavailable, '', null, request, commonHeaders)));
      }
    }
  };
}

/** Runs work again until all that it reads is there. */
async function whole<Value>(
  sections: DistantSections,
  signal: AbortSignal,
  work: () => Value | Promise<Value>,
): Promise<Value> {
  let ahead = 1;
  for (let round = 0; ; round++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof MissedPieces) || round === MOST_ROUNDS) throw error;
      signal.throwIfAborted();
      await sections.fetch(error.pieces, signal, ahead);
      if (error.pieces.some(({ block }) => block !== null)) ahead *= 2;
    }
  }
}

/** The corpus, whose index fetches at once what the rows of an answer show. */
function withPrefetch(corpus: Corpus, sections: DistantSections): Corpus {
  function* itemsOf(pages: Iterable<number>): Generator<readonly [section: string, item: number]> {
    for (const page of pages) {
      yield ['pages.row', page];
      yield ['text.body.text', page];
      yield ['text.body.steps', page];
    }
  }
  const prefetch: Corpus['text']['prefetch'] = (pages, { shown }) => {
    if (shown) sections.prefetch(itemsOf(pages));
  };
  return { ...corpus, text: Object.create(corpus.text, { prefetch: { value: prefetch } }) as Corpus['text'] };
}

function serviceOf(corpus: Corpus, { cacheBytes = defaultCacheBytes, ...given }: EdgeOptions) {
  const budget = openBudget(cacheBytes);
  const options = { ...completeReading(corpus.settings, given), feedback: null, mcp: null };
  return assembleService(
    { ...options, engine: createEmbeddedEngine(corpus, budget), budget },
    { explorerParts: plainExplorer(), turns: runAtOnce() },
  );
}

const unavailable = refuseTransport(503, 'Cannot answer: the pages cannot be read now. Try again in a moment.', {
  retryAfter: RETRY_AFTER,
});

function failureOf(error: unknown): string {
  return error instanceof ArtefactError || error instanceof SourceError ? error.message : describeFailure(error);
}
