import { setTimeout as sleep } from 'node:timers/promises';
import { openBudget } from '../../src/cache/cache_budget.ts';
import type { ClusterClient } from '../../src/cluster/client/cluster_client.ts';
import { createClusterEngine } from '../../src/cluster/cluster_engine.ts';
import { readBuild, resolveAlias, siteOf } from '../../src/cluster/open_build.ts';
import type { Corpus } from '../../src/corpus/corpus.ts';
import { createLocalRequest, type LocalRequestParts } from '../../src/http/requests/local_request.ts';
import { createEngineService, createService, type Service } from '../../src/http/service.ts';
import type { Observe } from '../../src/observation/observation.ts';
import { type RandomRound, randomRounds } from '../../test/naive/random_requests.ts';

const CACHE_BYTES = 1 << 24;
/** A cold server on a busy machine takes longer for its first answers than a front end waits. */
const PATIENCE = 60_000;

/** How often a request that the cluster refused is made again, and after how many milliseconds. */
const MOST_AGAIN = 5;
const ASKED_AGAIN_AFTER = 1_000;

/** Front ends ask several questions at a time, and the nodes wait less. */
const ROUNDS_AT_ONCE = 4;

/** A request that the engines answered with different status, fields or bytes. */
export interface Difference {
  readonly request: LocalRequestParts;
  readonly embedded: string;
  readonly cluster: string;
}

/** What requests are counted by: those of a round, and repeats of them. */
export type RequestKind = keyof RandomRound | 'HEAD' | 'If-None-Match';

/** Requests of a kind. */
export interface Counted {
  asked: number;
  equal: number;
  /** Requests by the status of the embedded engine's answer. */
  readonly statuses: Map<number, number>;
}

export interface Comparison {
  /** Rounds in which all requests were answered alike. */
  readonly equal: number;
  /** Answers with 500, after which the request was made again: a cluster refuses what would exceed its memory at the moment. */
  readonly refused: number;
  /** How often the log named each reason for that. */
  readonly reasons: ReadonlyMap<string, number>;
  readonly kinds: ReadonlyMap<RequestKind, Counted>;
}

interface ComparisonOptions {
  /** Rounds to ask. */
  readonly count: number;
  readonly seed: number;
  /** Called after each round with the numbers of rounds that were asked and that were equal. */
  readonly onRound: (asked: number, equal: number) => void;
  readonly onDifference: (difference: Difference) => void;
}

/** Asks a service over the embedded engine and one over the cluster the same random requests. */
export async function compareEngines(
  corpus: Corpus,
  client: ClusterClient,
  alias: string,
  { count, seed, onRound, onDifference }: ComparisonOptions,
): Promise<Comparison> {
  const index = await resolveAlias(client, alias);
  if (index === null) throw new Error('Cannot compare the engines: the alias names no build.');
  const budget = openBudget(CACHE_BYTES);
  const site = siteOf(await readBuild(client, index));
  const engine = createClusterEngine({ client, index, site, budget, deadline: PATIENCE });
  const reasons = new Map<string, number>();
  const observe: Observe = (event) => {
    if (event.kind === 'request-failed') reasons.set(event.failure, (reasons.get(event.failure) ?? 0) + 1);
  };
  const clustered = createEngineService({ engine, budget, observe });
  const embedded = createService({ corpus, cacheBytes: CACHE_BYTES });
  const kinds = new Map<RequestKind, Counted>();
  let refused = 0;

  /** @returns whether both answers are equal, and the entity tag that they name */
  async function compare(kind: RequestKind, request: LocalRequestParts) {
    const expected = await ask(embedded, request);
    let answer = await ask(clustered, request);
    for (let again = 0; answer.status === 500 && expected.status !== 500 && again < MOST_AGAIN; again++) {
      refused++;
      await sleep(ASKED_AGAIN_AFTER);
      answer = await ask(clustered, request);
    }
    const counted = kinds.get(kind) ?? { asked: 0, equal: 0, statuses: new Map<number, number>() };
    kinds.set(kind, counted);
    counted.asked++;
    counted.statuses.set(expected.status, (counted.statuses.get(expected.status) ?? 0) + 1);
    const isEqual = answer.text === expected.text;
    if (isEqual) counted.equal++;
    else onDifference({ request, embedded: expected.text, cluster: answer.text });
    return { isEqual, tag: /^etag: (.+)$/im.exec(expected.text)?.[1] };
  }

  async function isRoundEqual(round: RandomRound, at: number): Promise<boolean> {
    let all = true;
    for (const kind of ['query', 'search', 'address'] as const) {
      const request = round[kind];
      const { isEqual, tag } = await compare(kind, request);
      all &&= isEqual;
      if (tag === undefined || at % 2 === 0) continue;
      const fields = { ...request.fields, 'if-none-match': tag };
      const again =
        at % 4 === 1
          ? await compare('HEAD', { ...request, method: 'HEAD' })
          : await compare('If-None-Match', { ...request, fields });
      all &&= again.isEqual;
    }
    return all;
  }

  let [asked, equal] = [0, 0];
  const rounds = randomRounds(corpus, count, seed).entries();
  const askRounds = async (): Promise<void> => {
    for (const [at, round] of rounds) {
      if (await isRoundEqual(round, at)) equal++;
      onRound(++asked, equal);
    }
  };
  await Promise.all(Array.from({ length: ROUNDS_AT_ONCE }, askRounds));
  return { equal, refused, reasons, kinds };
}

interface Asked {
  readonly status: number;
  /** Status, fields and body. */
  readonly text: string;
}

async function ask(service: Service, request: LocalRequestParts): Promise<Asked> {
  const { status, headers, body } = await service.answer(createLocalRequest(request));
  const fields = headers.map((each, i) => (i % 2 === 0 ? `${each}: ` : `${each}\n`)).join('');
  return { status, text: `${status}\n${fields}\n${body === null ? '' : Buffer.from(body).toString()}` };
}
