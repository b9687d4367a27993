/**
 * R21: the dearest questions that the caps allow, each answered exactly and within 50 ms of processor time at the median.
 * costliest_query.ts [ARTEFACT] [--rounds N] [--milliseconds N]
 */
import { Buffer } from 'node:buffer';
import { loadArtefact } from '../../src/corpus/load_artefact.ts';
import type { ApiRequest } from '../../src/http/api_request.ts';
import { createService } from '../../src/http/service.ts';
import { bakeSite, temporaryFolder } from './baked_site.ts';
import { conclude, option } from './verdict.ts';

const rounds = option('rounds', 5);
const most = option('milliseconds', 50);
const named = process.argv[2]?.startsWith('--') ? undefined : process.argv[2];
const corpus = loadArtefact(named ?? bakeSite(temporaryFolder(), 'abc123'));
const service = createService({ corpus });
const words = frequentWords(400);
const paths = Array.from({ length: corpus.pages.count }, (_, page) => corpus.pages.path(page));
const hub = paths.toSorted((a, b) => degree(b) - degree(a))[0]!;

/** @param round makes each question another, so that none is answered from the cache */
const questions: Readonly<Record<string, (round: number) => unknown>> = {
  'any of 64 clauses': (round) => ({ match: { any: clauses(64, round) }, limit: 100, facets: ['collection', 'tags'] }),
  'all of 64 negations': (round) => ({ match: { all: clauses(64, round).map((not) => ({ not })) }, limit: 100 }),
  'a tree of 8 levels': (round) => ({ match: tree(clauses(64, round), 8), limit: 100, facets: ['collection', 'tags'] }),
  'a clause of 1,000 characters': (round) => ({
    match: clause(fill(1_000, round)),
    limit: 100,
    facets: ['collection', 'tags'],
  }),
  '16 clauses of 1,000 characters': (round) => ({
    match: { any: Array.from({ length: 16 }, (_, at) => clause(fill(1_000, 7 * round + at))) },
    limit: 100,
  }),
  'phrases of frequent words': (round) => ({
    match: {
      any: Array.from({ length: 64 }, (_, at) => clause(`"${word(round + at)} ${word(at + 1)} ${word(at + 2)}"`)),
    },
    limit: 100,
  }),
  'a passage of 8,000 characters': (round) => ({
    like: fill(8_000, round),
    limit: 100,
    facets: ['collection', 'tags'],
  }),
  'a walk of 5 links from the best linked page': () => ({
    traverse: { from: hub, follow: 'both', depth: 5 },
    limit: 100,
    facets: ['collection', 'tags'],
  }),
  'a batch of 10': (round) => ({
    batch: Array.from({ length: 10 }, (_, at) => ({
      match: { any: clauses(6, 11 * round + at) },
      limit: 20,
      facets: ['collection', 'tags'],
    })),
  }),
  'a batch of 2 passages': (round) => ({
    batch: [round, round + 1].map((at) => ({ like: fill(8_000, at), limit: 100, facets: ['collection', 'tags'] })),
  }),
};

const faults: string[] = [];
let dearest = 0;
for (const [name, question] of Object.entries(questions)) {
  const costs: number[] = [];
  for (let round = 0; round < rounds + 2; round++) {
    const before = process.cpuUsage();
    const status = await ask(question(round + 1));
    const { user, system } = process.cpuUsage(before);
    if (status !== 200) faults.push(`${name}: ${status}`);
    // The first two warm up the compiler.
    if (round >= 2) costs.push((user + system) / 1_000);
  }
  const median = costs.sort((a, b) => a - b)[Math.floor(costs.length / 2)]!;
  dearest = Math.max(dearest, median);
  process.stdout.write(`${median.toFixed(1).padStart(8)} ms  ${name}\n`);
  if (median > most) faults.push(`${name}: ${median.toFixed(1)} ms`);
}
conclude(
  `the dearest question on ${corpus.pages.count} pages takes ${dearest.toFixed(1)} ms of processor time`,
  faults,
);

async function ask(question: unknown): Promise<number> {
  const content = Buffer.from(JSON.stringify(question));
  const fields = new Map([
    ['content-type', 'application/json'],
    ['x-http-method-override', 'QUERY'],
  ]);
  const request: ApiRequest = {
    method: 'POST',
    target: '/api/pages',
    scheme: 'http',
    hasBody: true,
    header: (name) => fields.get(name),
    headerLines: (name) => (fields.has(name) ? [fields.get(name)!] : []),
    body: async () => content,
  };
  return (await service.answer(request)).status;
}

function frequentWords(count: number): string[] {
  const seen = new Map<string, number>();
  const decoder = new TextDecoder();
  for (let page = 0; page < Math.min(corpus.pages.count, 2_000); page++) {
    for (const [found] of decoder
      .decode(corpus.pages.markdown(page))
      .toLowerCase()
      .matchAll(/[a-z]{2,}/g)) {
      seen.set(found, (seen.get(found) ?? 0) + 1);
    }
  }
  return [...seen]
    .sort(([, a], [, b]) => b - a)
    .slice(0, count)
    .map(([found]) => found);
}

function word(at: number): string {
  return words[at % words.length]!;
}

function clause(text: string) {
  return { text, in: 'all' };
}

/** Frequent words, 16,000 characters of them at most together. */
function clauses(count: number, round: number) {
  return Array.from({ length: count }, (_, at) => clause(`${word(count * round + at)} ${word(at)}`));
}

function fill(length: number, round: number): string {
  let text = '';
  for (let at = round; text.length < length; at++) text += `${word(at)} `;
  return text.slice(0, length - 1);
}

/** Leaves under alternating connectives, `levels` deep in all. */
function tree(leaves: readonly unknown[], levels: number): unknown {
  if (levels === 1 || leaves.length === 1) return leaves[0];
  const half = Math.ceil(leaves.length / 2);
  const parts = levels === 2 ? leaves : [tree(leaves.slice(0, half), levels - 1), tree(leaves.slice(half), levels - 1)];
  return levels % 2 === 0 ? { any: parts } : { all: parts };
}

function degree(path: string): number {
  return corpus.links.outgoing(corpus.pages.find(path)).length;
}
