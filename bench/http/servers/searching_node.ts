/**
 * Bare node:http with a search engine behind it: it parses and validates requests by Catchword's grammar, searches, and answers ten rows
 * with marked excerpts as JSON. searching_node.ts ENGINE TREATMENT PORT FOLDER PAGES ARTEFACT
 */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createQueryAnalyser } from '../../../src/corpus/analysis/analyse_query.ts';
import { loadArtefact } from '../../../src/corpus/load_artefact.ts';
import { isRefusal, type Refusal } from '../../../src/problems/refusal.ts';
import { createGrammar } from '../../../src/query/ask/grammar.ts';
import type { MatchNode, Plan } from '../../../src/query/ask/plan.ts';
import { readParameters } from '../../../src/query/ask/read_parameters.ts';
import { validatePlan } from '../../../src/query/ask/validate.ts';
import type { BenchQuery, Engine, Match, TokenPage } from '../../engine.ts';

const [name, treatment, port, folder, pagesFile, artefact] = process.argv.slice(2) as string[];
const { analyser, settings } = readFacts(artefact!);
const grammar = createGrammar(settings.collections.map((collection) => collection.name));
const { engine } = (await import(`../../engines/${name}.ts`)) as { engine: Engine };
const pages = readFileSync(pagesFile!, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as TokenPage);
const index = await (await engine.open(folder!)).openWhole!(pages, folder!);

createServer(treatment === 'query' ? answerBody : answerParameters).listen(Number(port), '127.0.0.1');

function answerParameters(message: IncomingMessage, response: ServerResponse): void {
  const target = message.url!;
  send(response, readParameters(target.slice(target.indexOf('?') + 1), grammar));
}

function answerBody(message: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = [];
  message.on('data', (chunk: Buffer) => chunks.push(chunk));
  message.on('end', () => send(response, validatePlan(JSON.parse(Buffer.concat(chunks).toString()), grammar)));
}

function send(response: ServerResponse, plan: Plan | Refusal): void {
  if (isRefusal(plan)) {
    response.writeHead(422).end();
    return;
  }
  const body = index.prepare(asBenchQuery(plan)).run();
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length }).end(body);
}

/** @throws TypeError for a query that the workloads do not have */
function asBenchQuery({ queries }: Plan): BenchQuery {
  const [query] = queries;
  if (query?.form !== 'match') throw new TypeError('Cannot ask this of a peer');
  return { match: asMatch(query.match), tag: query.tag, facets: query.facets.length > 0, passage: null };
}

function asMatch(node: MatchNode): Match {
  if ('not' in node) return { not: asMatch(node.not) };
  if ('any' in node) return { any: node.any.map(asMatch) };
  if ('all' in node) return { all: node.all.map(asMatch) };
  const words = analyser.units(node.text).flatMap(({ parts }) => parts.map((part) => part.terms[0]!));
  const found = words.map((term): Match => ({ word: { written: term, term } }));
  return found.length === 1 ? found[0]! : { all: found };
}

/** The artefact is closed again: the peer has pages of its own. */
function readFacts(file: string) {
  const corpus = loadArtefact(file);
  const { analyser, settings } = corpus;
  return { analyser: createQueryAnalyser(analyser.algorithms, settings.language), settings };
}
