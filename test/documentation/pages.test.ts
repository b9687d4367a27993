import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServeProcess, startServe } from '../faults/serve_process.ts';
import { repositoryFile } from '../fixtures/built_package.ts';
import { type CodeBlock, documentationPages } from './code_blocks.ts';
import { followPage, type Prepared, runBlocks } from './page_session.ts';

const folder = mkdtempSync(join(tmpdir(), 'catchword-pages-'));
const prepared: { -readonly [Key in keyof Prepared]: Prepared[Key] } = {
  content: repositoryFile('site'),
  artefact: join(folder, 'site.catchword'),
  cache: join(folder, 'cache'),
  port: 0,
};

let server: ServeProcess;
beforeAll(async () => {
  const args = ['build', prepared.content, '--out', prepared.artefact, '--commit', 'abcdef123456'];
  const environment = { ...process.env, CATCHWORD_CACHE: prepared.cache };
  const { status, stderr } = spawnSync(process.execPath, [repositoryFile('bin/catchword'), ...args], {
    env: environment,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  server = await startServe([prepared.artefact, '--feedback', 'memory:']);
  prepared.port = server.port;
});
afterAll(async () => {
  await server?.end();
  rmSync(folder, { recursive: true });
});

const pages = documentationPages().filter(({ blocks }) => runBlocks(blocks).length > 0);

const missing = ['bash', 'curl', 'git'].filter((name) => spawnSync(name, ['--version']).status !== 0);

describe.skipIf(missing.length > 0)('a reader (who needs bash, curl and git) who follows', () => {
  it.concurrent.each(pages)('$file gets what it says', async ({ blocks }) => {
    const own = mkdtempSync(join(folder, 'page-'));
    const { code, failure, printed } = await followPage(blocks, own, prepared);
    expect({ code, failure }).toEqual({ code: 0, failure: '' });
    for (const { line, block } of shownOutputs(blocks)) expectShown(printed.get(line) ?? '', block);
  });
});

/** The blocks that show what commands print, with the line of the commands before each. */
function shownOutputs(blocks: readonly CodeBlock[]): { readonly line: number; readonly block: CodeBlock }[] {
  return blocks.flatMap((block, at) =>
    block.words.includes('output') ? [{ line: runBlocks(blocks.slice(0, at)).at(-1)!.line, block }] : [],
  );
}

/** A page may leave out lines, members of JSON and, with `...`, text within a line. Ports and stamps differ from run to run. */
function expectShown(printed: string, { language, text }: CodeBlock): void {
  const [actual, shown] = [printed, text].map((each) =>
    each
      .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT')
      .replaceAll(/^ETag: "[\da-f]+\.[\da-f]+"/gm, 'ETag: "COMMIT.CONTENT"'),
  );
  if (language === 'json') expect(JSON.parse(actual!)).toMatchObject(JSON.parse(shown!) as object);
  else for (const line of shown!.split('\n').filter(Boolean)) expect(actual).toMatch(patternOf(line.trim()));
}

function patternOf(line: string): RegExp {
  const parts = line.split('...').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(parts.join('.*'));
}
