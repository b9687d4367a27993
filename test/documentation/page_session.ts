import { execSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repositoryFile } from '../fixtures/built_package.ts';
import { freePort } from '../fixtures/free_port.ts';
import { type CodeBlock, savedAs } from './code_blocks.ts';

/** The port that the pages show; each session replaces it by a free one. */
const SHOWN_PORT = '4777';

/** A command that starts a server. */
const SERVES = /catchword (?:serve|dev|\.\/|content)/;

/** A page that takes longer is stopped; in milliseconds. */
const LONGEST_SESSION = 280_000;

/** What a reader has before the first command: a folder of pages, and an artefact of it. */
export interface Prepared {
  readonly content: string;
  readonly artefact: string;
  /** Where `catchword` keeps its cache; shared, so that later sessions bake fast. */
  readonly cache: string;
  /** Port of a server of the artefact, for pages that only read from it. */
  readonly port: number;
}

export interface SessionResult {
  readonly code: number | null;
  /** The line that failed and what it printed; empty when all went well. */
  readonly failure: string;
  /** What each block of commands printed, by its line. */
  readonly printed: ReadonlyMap<number, string>;
}

/**
 * Does what a page says, as a reader would: saves the files and runs the commands of its blocks, in order, in one shell. The
 * folder holds `content`, the pages of the shipped site, and `site.catchword`, their artefact. `catchword` and `npx catchword`
 * are the program of this repository. A server keeps running until the next one starts or the page ends.
 * @param folder an empty folder for this session
 */
export async function followPage(
  blocks: readonly CodeBlock[],
  folder: string,
  prepared: Prepared,
): Promise<SessionResult> {
  const home = join(folder, 'home');
  const port = String(onlyReads(blocks) ? prepared.port : await freePort());
  prepareHome(home, prepared);
  const programs = writePrograms(folder, port);
  const script = writeScript(blocks, folder, port);
  const child = spawn('bash', [script], {
    cwd: home,
    env: {
      PATH: `${programs}:${process.env.PATH}`,
      HOME: home,
      LANG: 'C.UTF-8',
      CATCHWORD_CACHE: prepared.cache,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      CATCHWORD_PORT: port,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: LONGEST_SESSION,
  });
  let failure = '';
  child.stderr.on('data', (text) => (failure += text));
  const [code] = (await once(child, 'close')) as [number | null];
  const printed = new Map(
    runBlocks(blocks).map(({ line }) => [line, readIfThere(join(folder, `printed-${line}`))] as const),
  );
  return { code, failure, printed };
}

export const runBlocks = (blocks: readonly CodeBlock[]): CodeBlock[] =>
  blocks.filter(({ language, words }) => language === 'sh' && !words.includes('not-run'));

function prepareHome(home: string, { content, artefact }: Prepared): void {
  mkdirSync(home, { recursive: true });
  cpSync(content, join(home, 'content'), { recursive: true });
  cpSync(artefact, join(home, 'site.catchword'));
  // Without a terminal curl reports its progress.
  writeFileSync(join(home, '.curlrc'), 'silent\nshow-error\n');
  // The pages are under version control, so builds have a commit.
  writeFileSync(join(home, '.gitignore'), '/*\n!/content\n');
  const git = ['git', '-c', 'user.name=Reader', '-c', 'user.email=reader@example.org'].join(' ');
  execSync(`git init -q && git add content && ${git} commit -qm Pages`, { cwd: home, stdio: 'ignore' });
  linkSources(home);
}

/** Lets programs in a folder import `catchword/server`, `catchword/build` and `catchword/client` from the sources, which Node runs as they are. */
export function linkSources(folder: string): void {
  const sources = join(folder, '.sources');
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  mkdirSync(sources, { recursive: true });
  const exports = { './server': './src/server.ts', './build': './src/build.ts', './client': './src/client.ts' };
  writeFileSync(join(sources, 'package.json'), JSON.stringify({ name: 'catchword', type: 'module', exports }));
  symlinkSync(repositoryFile('src'), join(sources, 'src'));
  symlinkSync(sources, join(folder, 'node_modules', 'catchword'));
}

/** Writes the programs that stand in for an installation. @returns their folder */
function writePrograms(folder: string, port: string): string {
  const programs = join(folder, 'programs');
  mkdirSync(programs);
  const write = (name: string, text: string) => {
    writeFileSync(join(programs, name), `#!/usr/bin/env bash\nset -euo pipefail\n${text}`);
    chmodSync(join(programs, name), 0o755);
  };
  // A command that serves goes on in the background, as in another terminal; the one before it is stopped first.
  write(
    'catchword',
    `run=(${quote(process.execPath)} ${quote(repositoryFile('bin/catchword'))} "$@")
if [ "\${1:-}" != serve ] && [ "\${1:-}" != dev ] && [ ! -e "\${1:-}" ]; then exec "\${run[@]}"; fi
${stopServer(folder)}
"\${run[@]}" >server.log 2>&1 </dev/null &
echo $! >"$pid"
for _ in $(seq 300); do
  if curl -qfs -o /dev/null http://127.0.0.1:${port}/health/ready; then exit 0; fi
  kill -0 "$(cat "$pid")" 2>/dev/null || break
  sleep 0.1
done
cat server.log
exit 1
`,
  );
  write('npx', `while [[ "\${1:-}" == -* ]]; do shift; done\n[[ "$1" == catchword* ]]\nshift\nexec catchword "$@"\n`);
  write('npm', `[[ "$*" =~ ^(install|ci)( |$) ]]\n`);
  symlinkSync(process.execPath, join(programs, 'node'));
  return programs;
}

function writeScript(blocks: readonly CodeBlock[], folder: string, port: string): string {
  const parts = [
    'set -euo pipefail',
    // The trap may run while a block's output is redirected.
    'exec 3>&2',
    'line=0',
    `finish() { code=$?; ${stopServer(folder)}`,
    `  if [ $code != 0 ]; then echo "The block at line $line ended with $code:" >&3; cat ${quote(folder)}/printed-$line >&3; fi; exit $code; }`,
    'trap finish EXIT',
  ];
  if (!onlyReads(blocks) && asksBeforeServing(blocks)) parts.push('catchword serve site.catchword');
  for (const block of blocks) {
    const name = savedAs(block);
    const text = block.text.replaceAll(SHOWN_PORT, port);
    if (name !== undefined) {
      const copy = join(folder, `saved-${block.line}`);
      writeFileSync(copy, text);
      parts.push(`mkdir -p ${quote(dirname(name))}`, `cp ${quote(copy)} ${quote(name)}`);
    } else if (runBlocks([block]).length > 0) {
      const output = quote(join(folder, `printed-${block.line}`));
      const commands = `{\n${text}} >${output} 2>&1`;
      parts.push(`line=${block.line}`, block.words.includes('fails') ? mustFail(text, output) : commands);
    }
  }
  const script = join(folder, 'page.sh');
  writeFileSync(script, `${parts.join('\n')}\n`);
  return script;
}

/** Shell commands that stop the server of a session, if there is one, and wait until it has gone. */
const stopServer = (folder: string): string =>
  `pid=${quote(join(folder, 'server.pid'))}
if [ -e "$pid" ]; then kill "$(cat "$pid")" || true; while kill -0 "$(cat "$pid")" 2>/dev/null; do sleep 0.05; done; fi`;

const mustFail = (text: string, output: string): string =>
  `if (\n${text}) >${output} 2>&1; then echo 'It ended with 0, and should fail.' >>${output}; exit 99; fi`;

const commandsOf = (blocks: readonly CodeBlock[]): string =>
  runBlocks(blocks)
    .map(({ text }) => text)
    .join('');

/** Whether a page neither starts a server nor writes feedback, so that all such pages can share one server. */
function onlyReads(blocks: readonly CodeBlock[]): boolean {
  const commands = commandsOf(blocks);
  return !SERVES.test(commands) && !commands.includes('catchword feedback');
}

/** Whether a page that has its own server sends requests before it starts one: then one of the shipped site is running. */
function asksBeforeServing(blocks: readonly CodeBlock[]): boolean {
  const commands = commandsOf(blocks);
  const request = commands.search(new RegExp(`curl [^\\n]*(?:\\\\\\n[^\\n]*)*:${SHOWN_PORT}|catchword health`));
  const server = commands.search(SERVES);
  return request !== -1 && (server === -1 || request < server);
}

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
