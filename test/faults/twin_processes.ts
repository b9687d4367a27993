/**
 * Two processes that serve one build must answer with the same bytes, whatever their number of threads. For another
 * content, every validator must differ.
 * twin_processes.ts [--addresses N]
 */
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadArtefact } from '../../src/corpus/load_artefact.ts';
import { bakeSite, temporaryFolder } from './baked_site.ts';
import { get, openConnection } from './http_client.ts';
import { startServe } from './serve_process.ts';
import { conclude, option } from './verdict.ts';

const folder = temporaryFolder();
const artefact = bakeSite(folder, 'abc123');
const changed = join(folder, 'content');
cpSync(fileURLToPath(new URL('../../site', import.meta.url)), changed, { recursive: true });
writeFileSync(join(changed, 'one-more.md'), '# One more\n');
const addresses = listAddresses().slice(0, option('addresses', 1_000));
const [one, other, another] = await Promise.all([
  answersOf(artefact, '1'),
  answersOf(artefact, '2'),
  answersOf(bakeSite(folder, 'abc123', changed, 'changed'), '1'),
]);

const faults: string[] = [];
let validators = 0;
for (const address of addresses) {
  const answer = one.get(address)!;
  if (answer !== other.get(address)) faults.push(`${address}: two answers of one build differ`);
  const validator = validatorOf(answer);
  if (validator === null) continue;
  validators++;
  if (validator === validatorOf(another.get(address)!)) faults.push(`${address}: one validator for two contents`);
}
conclude(`${addresses.length} addresses, ${validators} of them with validators`, faults);

function listAddresses(): string[] {
  const { pages, tags } = loadArtefact(artefact);
  const paths = Array.from({ length: pages.count }, (_, page) => pages.path(page));
  const found = ['/api/collections', '/api/tags', '/api/site-pages', '/api/query-schema.json', '/version.json'];
  found.push('/api/openapi.json', '/.well-known/api-catalog', '/nothing', '/api/pages?q=', '/api/pages?limit=0');
  for (const path of paths) found.push(`/api/pages/${path}`, `/${path}.md`);
  for (let tag = 0; tag < tags.count; tag++) found.push(`/api/pages?tag=${tags.slug(tag)}&facets=tags`);
  const words = paths.flatMap((path) => path.split(/[/-]/));
  for (const word of new Set(words)) {
    found.push(
      `/api/pages?q=${word}`,
      `/api/pages?q=${word}&limit=3&facets=collection`,
      `/api/pages?q=${word}&in=title`,
    );
  }
  return found;
}

async function answersOf(file: string, workers: string): Promise<Map<string, string>> {
  const server = await startServe([file, '--workers', workers]);
  const answers = new Map<string, string>();
  let connection = await openConnection(server.port);
  for (const address of addresses) {
    const { head, body, last } = await connection.ask(get(address));
    if (last) connection = await openConnection(server.port);
    answers.set(address, `${head.replaceAll(/^(date|connection|keep-alive):.*\r\n/gim, '')}\r\n\r\n${body}`);
  }
  connection.socket.destroy();
  await server.end();
  return answers;
}

function validatorOf(answer: string): string | null {
  return /^etag: (.*)$/im.exec(answer)?.[1] ?? null;
}
