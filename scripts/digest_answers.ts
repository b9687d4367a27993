/**
 * Bakes sites and prints digests of everything that callers see of them, so that a change which must keep every byte can show it:
 *
 *     npm run digests -- FOLDER[:ROOT]... > before.txt
 *     npm run digests -- FOLDER[:ROOT]... | diff before.txt -
 *
 * A line is a site, a class, the number of its answers, and the first 16 digits of a SHA-256 over their status, fields and bodies.
 * `artefact` is the file itself. `--rounds N` sets how many random queries, searches and addresses are asked (500), `--seed N` others.
 * `--show CLASS` prints a digest of each answer of a class with its request, to find the one that differs.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Corpus } from '../src/corpus/corpus.ts';
import { loadArtefact } from '../src/corpus/load_artefact.ts';
import { createLocalRequest, type LocalRequestParts } from '../src/http/requests/local_request.ts';
import { createService, type Service } from '../src/http/service.ts';
import { randomRounds } from '../test/naive/random_requests.ts';

const CACHE_BYTES = 1 << 24;
/** Pages of the explorer are slow to render, so only as many are compared, spread over the site. */
const EXPLORED = 60;
/** Titles typed letter by letter. */
const TYPED = 120;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ...{ rounds: { type: 'string', default: '500' }, seed: { type: 'string', default: '1' } },
    ...{ show: { type: 'string' }, artefact: { type: 'string' }, name: { type: 'string' } },
  },
});
if (values.artefact !== undefined) await digestArtefact(values.artefact, values.name!);
else for (const each of positionals) digestSite(each);

/** Bakes a site and digests its answers in a process of its own, so that a large site does not burden the next. */
function digestSite(named: string): void {
  const [folder, root = ''] = named.split(':') as [string, string?];
  const scratch = mkdtempSync(join(tmpdir(), 'catchword-digests-'));
  try {
    const artefact = join(scratch, 'site.catchword');
    const build = ['build', resolve(folder, root), '--out', artefact, '--commit', 'digest'];
    const environment = { ...process.env, CATCHWORD_CACHE: join(scratch, 'cache'), CATCHWORD_ORIGIN: 'https://a.test' };
    run([fileURLToPath(new URL('../bin/catchword', import.meta.url)), ...build], environment);
    const own = ['--artefact', artefact, '--name', basename(resolve(folder)), '--rounds', values.rounds];
    const show = values.show === undefined ? [] : ['--show', values.show];
    run([fileURLToPath(import.meta.url), ...own, '--seed', values.seed, ...show], process.env);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function run(argv: readonly string[], env: NodeJS.ProcessEnv): void {
  const { status } = spawnSync(process.execPath, argv, { env, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) process.exitCode = 1;
}

async function digestArtefact(file: string, name: string): Promise<void> {
  const print = (kind: string, count: number, digest: string): void =>
    console.log(`${name} ${kind} ${count} ${digest.slice(0, 16)}`);
  print('artefact', 1, createHash('sha256').update(readFileSync(file)).digest('hex'));
  const corpus = loadArtefact(file);
  const service = createService({ corpus, cacheBytes: CACHE_BYTES });
  for (const [kind, requests] of Object.entries(requestsOf(corpus))) {
    const hash = createHash('sha256');
    for (const request of requests) {
      const answer = await ask(service, request);
      hash.update(answer);
      if (kind === values.show)
        console.log(`  ${createHash('sha256').update(answer).digest('hex').slice(0, 16)} ${shown(request)}`);
    }
    print(kind, requests.length, hash.digest('hex'));
  }
}

function requestsOf(corpus: Corpus): Record<string, LocalRequestParts[]> {
  const paths = Array.from({ length: corpus.pages.count }, (_, page) => corpus.pages.path(page));
  const rounds = randomRounds(corpus, Number(values.rounds), Number(values.seed));
  const some = <T>(list: readonly T[], most: number): T[] =>
    list.filter((_, at) => at % Math.ceil(list.length / most) === 0);
  const address = (path: string): string => path.split('/').map(encodeURIComponent).join('/');
  const titles = corpus.pages.count === 0 ? [] : some(paths, TYPED).map((path) => path.split('/').at(-1)!);
  return {
    pages: paths.map((path) => get(`/api/pages/${address(path)}`)),
    twins: paths.map((path) => get(`/${address(path)}.md`)),
    explored: some(paths, EXPLORED).map((path) => get(`/explore/page/${address(path)}`, 'text/html')),
    queries: rounds.map(({ query }) => query),
    searches: rounds.map(({ search }) => search),
    addresses: rounds.map(({ address }) => address),
    typed: titles.flatMap((title) =>
      Array.from({ length: Math.min(12, title.length) }, (_, at) => {
        const q = encodeURIComponent(title.slice(0, at + 1).toWellFormed());
        return get(`/api/search?q=${q}&sections=3`);
      }),
    ),
  };
}

function get(target: string, accept?: string): LocalRequestParts {
  return { method: 'GET', target, ...(accept !== undefined && { fields: { accept } }) };
}

function shown({ method, target, body }: LocalRequestParts): string {
  return `${method} ${target} ${body === undefined ? '' : Buffer.from(body).toString()}`;
}

/** @returns status, fields and body */
async function ask(service: Service, request: LocalRequestParts): Promise<Buffer> {
  const { status, headers, body } = await service.answer(createLocalRequest(request));
  return Buffer.concat([Buffer.from(`${status}\n${headers.join('\n')}\n\n`), body ?? Buffer.alloc(0)]);
}
