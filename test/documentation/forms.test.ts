import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { createDemoService } from '../../scripts/demo_service.ts';
import { createProgram } from '../../src/cli/program.ts';
import { configSchema } from '../../src/cli/settings/config.ts';
import { repositoryFile } from '../fixtures/built_package.ts';
import { artefactOf } from '../fixtures/corpus_of.ts';
import { type CodeBlock, documentationPages, savedAs } from './code_blocks.ts';
import { linkSources } from './page_session.ts';

const blocks = documentationPages().flatMap(({ file, blocks }) =>
  blocks.map((block) => ({ ...block, place: `${file}:${block.line}` })),
);
/** The blocks of some languages, but those that show what a command prints. */
const written = (...languages: readonly string[]) =>
  blocks.filter(({ language, words }) => languages.includes(language) && !words.includes('output'));

const folder = mkdtempSync(join(tmpdir(), 'catchword-forms-'));
afterAll(() => rmSync(folder, { recursive: true }));

it.each(blocks)('$place names its language', ({ language }) => {
  expect(LANGUAGES).toContain(language);
});

/** `text`, `http`, `md`, `sql` and `vcl` have no further check, and `dockerfile` and `ini` are printed by commands. */
const LANGUAGES = 'sh json yaml ini dockerfile js ts html nginx caddyfile text http md sql vcl'.split(' ');

describe('commands', () => {
  const silent = { environment: {}, out() {}, err() {}, outIsTerminal: false, errIsTerminal: false };
  const program = createProgram(silent, '', () => {});

  it.each(written('sh'))('$place is a script', ({ text }) => {
    expect(spawnSync('bash', ['-n'], { input: text, encoding: 'utf8' }).stderr).toBe('');
  });

  it.each(written('sh', 'yaml'))('$place uses commands and options that exist', ({ text }) => {
    const lines = text.replaceAll('\\\n', ' ').split(/[\n;|]/);
    for (const line of lines) {
      const [, name, rest = ''] = /(?:^|[\s(])catchword ([a-z]+)\b(?! sh)(.*)/.exec(line) ?? [];
      const command = program.commands.find((each) => each.name() === name);
      if (name === undefined || name === 'content') continue;
      expect([line, command?.name()]).toEqual([line, name]);
      const parts = [command!, ...command!.commands];
      const known = ['--help', ...parts.flatMap((part) => part.options.map(({ long }) => long))];
      for (const [option] of rest.matchAll(/(?<=\s)--[a-z-]+/g))
        expect([line, known]).toEqual([line, expect.arrayContaining([option])]);
    }
  });
});

describe('JSON', () => {
  let shippedSite: ReturnType<typeof createDemoService> | undefined;

  it.each(written('json').filter(({ words }) => words[0] !== 'answer'))('$place is JSON', ({ text }) => {
    JSON.parse(text);
  });

  it.each(blocks.filter((block) => basename(savedAs(block) ?? '') === 'catchword.config.json'))(
    '$place is a configuration',
    ({ text }) => {
      configSchema.parse(JSON.parse(text));
    },
  );

  it.each(written('json').filter(({ words, text }) => words.length === 0 && /^\{\s*"(?:check|fields)"/.test(text)))(
    '$place is a part of a configuration',
    ({ text }) => {
      configSchema.parse(JSON.parse(text));
    },
  );

  it.each(written('json').filter(({ text }) => /^\{\s*"(?:match|like|traverse|batch|slug|path)"/.test(text)))(
    '$place is a query',
    async ({ text }) => {
      shippedSite ??= createDemoService(repositoryFile('site'));
      const answer = await shippedSite;
      const headers = [
        ['content-type', 'application/json'],
        ['x-http-method-override', 'QUERY'],
      ] as const;
      expect((await answer({ method: 'POST', target: '/api/pages', headers, body: text })).status).toBe(200);
    },
  );
});

describe('programs', () => {
  it.each(written('js', 'ts'))('$place parses', ({ text }) => {
    stripTypeScriptTypes(text);
  });

  it.each(written('html'))('$place has scripts that parse', ({ text }) => {
    for (const [, script = ''] of text.matchAll(/<script(?![^>]*json)[^>]*>([\s\S]*?)<\/script>/g))
      stripTypeScriptTypes(script);
    for (const [, data = ''] of text.matchAll(/<script[^>]*json[^>]*>([\s\S]*?)<\/script>/g)) JSON.parse(data);
  });

  beforeAll(() => {
    linkSources(folder);
    writeFileSync(join(folder, 'site.catchword'), artefactOf([{ path: 'index', title: 'Home', text: 'Welcome.' }]));
  });

  it.each([
    ['app/api/[...path]/route.ts', ['GET', 'HEAD', 'OPTIONS', 'POST'], (request: Request) => request],
    ['src/pages/api/[...path].ts', ['ALL'], (request: Request) => ({ request })],
  ] as const)('%s answers requests', async (name, methods, argumentOf) => {
    const { text } = blocks.find((block) => savedAs(block) === name)!;
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text.replace("'site.catchword'", JSON.stringify(join(folder, 'site.catchword'))));
    const module = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as Record<
      string,
      (argument: unknown) => Promise<Response>
    >;
    for (const method of methods) {
      const request = new Request('https://www.example.org/api/pages/index');
      const response = await module[method]!(argumentOf(request));
      expect([response.status, await response.json()]).toMatchObject([200, { page: { path: 'index' } }]);
    }
  });
});

describe('settings', () => {
  it.each(written('yaml'))('$place is YAML', ({ text }) => {
    expect(parseAllDocuments(text).flatMap(({ errors }) => errors)).toEqual([]);
  });

  const nginx = spawnSync('nginx', ['-v']).status === 0;
  it.skipIf(!nginx).each(written('nginx'))('$place is accepted by nginx (which must be installed)', (block) => {
    expect(checkNginx(block)).toMatchObject({ status: 0 });
  });

  const caddy = spawnSync('caddy', ['version']).status === 0;
  it.skipIf(!caddy).each(written('caddyfile'))('$place is accepted by Caddy (which must be installed)', ({ text }) => {
    const file = join(folder, 'Caddyfile');
    writeFileSync(file, text);
    const environment = { ...process.env, HOME: folder };
    const args = ['adapt', '--config', file, '--adapter', 'caddyfile'];
    expect(spawnSync('caddy', args, { env: environment, encoding: 'utf8' })).toMatchObject({ status: 0 });
  });
});

/** Runs `nginx -t` on a block: a whole server, or after the word `server` what stands in one. */
function checkNginx({ text, words }: CodeBlock) {
  const server = words.includes('server') ? `server {\n${text}}\n` : text;
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `pid ${folder}/pid; error_log stderr; events {}\nhttp { access_log off; ${paths.join(' ')}\n${server}}\n`,
  );
  return spawnSync('nginx', ['-t', '-e', 'stderr', '-p', folder, '-c', file], { encoding: 'utf8' });
}
