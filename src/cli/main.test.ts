import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Ran, runCommand } from '../../test/fixtures/run_command.ts';
import { createProgram } from './program.ts';

const program = fileURLToPath(new URL('../../bin/catchword', import.meta.url));
let folder: string;
let content: string;
let artefact: string;
let environment: Record<string, string>;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'catchword-cli-'));
  content = join(folder, 'content');
  artefact = join(folder, 'site.catchword');
  environment = { CATCHWORD_CACHE: join(folder, 'cache'), CATCHWORD_FEEDBACK: 'none' };
  mkdirSync(join(content, 'writing'), { recursive: true });
  writeFileSync(join(content, 'index.md'), '# Home\n\nSee [one](writing/one.md) and [none](writing/none.md).\n');
  writeFileSync(join(content, 'writing', 'one.md'), '# One\n\nThe first caching guide.\n');
  writeFileSync(join(content, 'writing', 'two.md'), '# Two\n\nThe second guide.\n');
  writeFileSync(join(content, 'catchword.config.json'), '{"origin":"https://site.example","title":"Test"}');
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The names of all commands, from that of the program on, such as `catchword feedback list`. */
function everyCommand(): string[] {
  const silent = { environment: {}, out() {}, err() {}, outIsTerminal: false, errIsTerminal: false };
  const namesOf = (command: Command, before: string): string[] => {
    const name = `${before}${command.name()}`;
    return [name, ...command.commands.flatMap((each) => namesOf(each, `${name} `))];
  };
  return namesOf(
    createProgram(silent, '0.0.0', () => {}),
    '',
  );
}

/** Runs a command in this process. */
function run(...args: string[]): Promise<Ran> {
  return runCommand(args, environment);
}

describe('catchword build', () => {
  it('writes an artefact and prints a summary on stderr', async () => {
    const { code, out, err } = await run('build', content, '--out', artefact, '--commit', 'abc123');
    expect([code, out]).toEqual([0, '']);
    expect(err).toMatch(/^index\.md:3:\d+ {2}.*none.* {2}\([\w-]+\)$/m);
    expect(err).toMatch(/^pages +3 of 3 files$/m);
    expect(err).toMatch(/^ +writing +2$/m);
    expect(err).toMatch(/^links +1 resolved, 1 unresolved$/m);
    expect(err).toMatch(/^commit +abc123$/m);
    expect(err).toMatch(new RegExp(`^bytes +${readFileSync(artefact).length}$`, 'm'));
  });

  it('says what to set where no origin is known, and not where one is', async () => {
    const line =
      /^No origin: addresses are root-relative; the sitemap and feeds are off\. Set "origin" in catchword\.config\.json or CATCHWORD_ORIGIN\.$/m;
    const bare = join(folder, 'bare');
    mkdirSync(bare);
    writeFileSync(join(bare, 'index.md'), '# Home\n');
    expect((await run('build', bare, '--out', join(folder, 'bare.catchword'))).err).toMatch(line);
    expect((await run('build', content, '--out', artefact)).err).not.toMatch(line);
  });

  it('--json prints the summary as one document on stdout, and nothing else', async () => {
    const { code, out, err } = await run('build', content, '--out', artefact, '--commit', 'abc123', '--json');
    expect([code, err]).toEqual([0, '']);
    expect(JSON.parse(out)).toEqual({
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      stamps: { commit: 'abc123', content: expect.stringMatching(/^[0-9a-f]{64}$/) },
      origin: { value: 'https://site.example', from: `${join(content, 'catchword.config.json')}: origin` },
      title: { value: 'Test', from: `${join(content, 'catchword.config.json')}: title` },
      unread: [],
      generator: 'plain',
      files: 3,
      pages: 3,
      titlesFromFiles: 0,
      collections: [{ name: 'writing', title: expect.any(String), pages: 2 }],
      sitePages: 1,
      ...{ tags: 0, versions: [], copies: 0 },
      linksResolved: 1,
      linksUnresolved: 1,
      warnings: [expect.objectContaining({ file: 'index.md', line: 3 })],
      out: artefact,
      root: '',
      notes: [],
      bytes: readFileSync(artefact).length,
      seconds: expect.any(Number),
    });
  });

  it('refuses a site of which folders are missing that its settings name, unless --allow-missing is given', async () => {
    const site = join(folder, 'site');
    mkdirSync(join(site, 'docs'), { recursive: true });
    writeFileSync(join(site, 'docs', 'a.md'), '# A\n');
    writeFileSync(join(site, 'mkdocs.yml'), 'site_name: The Site\nsite_url: https://acme.dev/x/\ndocs_dir: ./gone\n');
    expect(await run('build', site, '--out', artefact)).toEqual({
      code: 1,
      out: '',
      err:
        '../mkdocs.yml:3:1  Cannot read the pages of "docs_dir": "./gone" does not exist  (unread-folder)\n' +
        `Cannot build "${site}": "docs_dir" in mkdocs.yml:3 names the folder "./gone", which does not exist. ` +
        'Correct the setting, create the folder, or pass a folder that contains both it and the site. ' +
        'To build the rest, pass --allow-missing.\n',
    });
    const { code, err } = await run('build', site, '--out', artefact, '--allow-missing');
    expect([code, err]).toEqual([0, expect.stringContaining('"./gone" does not exist  (unread-folder)')]);
    expect(err).toContain('\norigin       https://acme.dev/x (mkdocs.yml: site_url)\n');
    expect(err).toContain('\ntitle        The Site (mkdocs.yml: site_name)\n');
    const queried = await run('query', artefact, '--get', '/api/pages/a');
    expect(JSON.parse(queried.out)).toMatchObject({
      page: { canonical: 'https://acme.dev/x/a/', path: 'a' },
    });
    const doctor = await run('doctor', site, '--feedback', 'none', '--port', '0');
    expect(doctor.out).toContain('origin         https://acme.dev/x (mkdocs.yml: site_url)\n');
    expect(doctor.out).toContain('failed   folders        cannot be read: "docs_dir" in mkdocs.yml:3 names');
  });

  it('names the variable or the file that an origin and a title come from', async () => {
    const site = join(folder, 'site');
    mkdirSync(join(site, 'docs'), { recursive: true });
    writeFileSync(join(site, 'docs', 'a.md'), '# A\n');
    writeFileSync(join(site, 'mkdocs.yml'), 'site_name: The Site\nsite_url: https://acme.dev\n');
    const config = join(site, 'catchword.config.json');
    writeFileSync(config, '{ "origin": "https://own.dev/", "title": "Own" }');
    const { err } = await runCommand(['build', site, '--out', artefact], { CATCHWORD_TITLE: 'Named' });
    expect(err).toContain(`\norigin       https://own.dev (${config}: origin)\n`);
    expect(err).toContain('\ntitle        Named (CATCHWORD_TITLE)\n');
  });

  it('refuses a folder without pages and names it, unless --allow-empty is given', async () => {
    const empty = join(folder, 'empty');
    mkdirSync(empty);
    symlinkSync(join(content, 'index.md'), join(empty, 'index.md'));
    expect(await run('build', empty, '--out', artefact)).toEqual({
      code: 1,
      out: '',
      err:
        'index.md  Cannot publish the page: symbolic links are not followed  (no-page)\n' +
        `Cannot build "${empty}": it contains no Markdown files. To build it anyway, pass --allow-empty.\n`,
    });
    const { code, out } = await run('build', empty, '--out', artefact, '--allow-empty', '--json');
    expect([code, JSON.parse(out).pages]).toEqual([0, 0]);
  });

  it('continues without a cache when none can be written, and says so in one line', async () => {
    environment.CATCHWORD_CACHE = join(content, 'index.md');
    const { code, err } = await run('build', content, '--out', artefact, '--json');
    environment.CATCHWORD_CACHE = join(folder, 'cache');
    expect(code).toBe(0);
    expect(err).toMatch(/^Cannot keep a cache in ".*index\.md": [^\n]+\. Every build will read every page\.\n$/);
  });

  it.each([
    ['a pipe', (file: string) => execFileSync('mkfifo', [file]), 'it is not a regular file'],
    [
      'a link that leads out',
      (file: string) => symlinkSync('/dev/zero', file),
      'it is a link to a file outside the project. Replace the link with the file',
    ],
    ['too large', (file: string) => writeFileSync(file, ''.padEnd(2 ** 20 + 1)), 'it is larger than 1048576 bytes'],
  ])('refuses a configuration that is %s', async (name, make, reason) => {
    const site = join(folder, `configured by ${name}`);
    const file = join(site, 'catchword.config.json');
    mkdirSync(site);
    make(file);
    expect(await run('build', site, '--out', artefact)).toEqual({
      code: 2,
      out: '',
      err: `Cannot read "${file}": ${reason}.\n`,
    });
  });

  it.runIf(process.getuid?.() === 0)(
    'names the files that it has no permission to read and bakes the rest',
    async () => {
      const site = join(folder, 'closed');
      mkdirSync(join(site, 'shut'), { recursive: true });
      for (const name of ['open.md', 'secret.md', 'shut/in.md']) writeFileSync(join(site, name), '# Title\n');
      chmodSync(join(site, 'secret.md'), 0);
      chmodSync(join(site, 'shut'), 0);
      chmodSync(folder, 0o777);
      const args = ['build', site, '--out', join(folder, 'closed.catchword'), '--json'];
      const { status, stdout } = spawnSync(process.execPath, [program, ...args], {
        encoding: 'utf8',
        env: { ...process.env, CATCHWORD_CACHE: join(folder, 'cache of nobody') },
        ...{ uid: 65534, gid: 65534 },
      });
      const { pages, warnings } = JSON.parse(stdout);
      expect([status, pages]).toEqual([0, 1]);
      expect(warnings).toEqual([
        {
          ...{ file: 'secret.md', line: 0, column: 0 },
          message: 'Cannot read the page: permission denied',
          rule: 'unreadable',
        },
        {
          ...{ file: 'shut', line: 0, column: 0 },
          message: 'Cannot read the folder: permission denied',
          rule: 'unreadable',
        },
      ]);
    },
  );

  it('--local leaves the content stamp out', async () => {
    const { out } = await run('build', content, '--out', artefact, '--local', '--json');
    expect(JSON.parse(out).stamps).toEqual({ commit: null, content: null });
  });

  it('stamps the commit of a clean checkout, and no commit of a modified one', async () => {
    const checkout = join(folder, 'checkout');
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', checkout, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { encoding: 'utf8' });
    mkdirSync(checkout);
    writeFileSync(join(checkout, 'index.md'), '# Home\n');
    git('init', '-q');
    git('add', '.');
    git('commit', '-qm', 'Begin');
    const stamps = async () => JSON.parse((await run('build', checkout, '--out', artefact, '--json')).out).stamps;
    expect((await stamps()).commit).toBe(git('rev-parse', 'HEAD').trim());
    writeFileSync(join(checkout, 'index.md'), '# House\n');
    expect((await stamps()).commit).toBeNull();
    expect((await run('build', checkout, '--out', artefact)).err).toMatch(
      /^Responses have no ETag, because ".*checkout" has uncommitted changes: commit them, or specify a commit with --commit\.$/m,
    );
  });

  it.each<[string, string[], string | null]>([
    ['outside git', [], 'is not in a git checkout with a commit: commit it, or specify a commit with --commit.'],
    ['with --local', ['--local'], 'because this is a local build: omit --local to get ETags.'],
    ['with a commit', ['--commit', 'abc123'], null],
  ])('says once why answers have no ETag: %s', async (_name, flags, reason) => {
    const { err } = await run('build', content, '--out', artefact, ...flags);
    const said = err.split('\n').filter((line) => line.startsWith('Responses have no ETag'));
    expect(said).toEqual(reason === null ? [] : [expect.stringContaining(reason)]);
  });
});

describe('catchword query', () => {
  it('--get answers as the server would, from an artefact or a folder', async () => {
    await run('build', content, '--out', artefact, '--commit', 'abc123');
    const fromFolder = await run('query', '--get', '/api/pages?q=caching', content);
    expect([fromFolder.code, fromFolder.err]).toEqual([0, '']);
    expect(JSON.parse(fromFolder.out)).toMatchObject({ total: 1, items: [{ path: 'writing/one' }] });
    expect(await run('query', '--get', '/api/pages?q=caching', artefact)).toEqual(fromFolder);
  });

  it('--accept asks for another media type', async () => {
    const { code, out } = await run('query', '--get', '/api/pages/index', '--accept', 'text/markdown', content);
    expect([code, out]).toEqual([0, expect.stringMatching(/^# Home\n/)]);
  });

  it('flags and environment override the stamps and the origin of an artefact', async () => {
    await run('build', content, '--out', artefact, '--commit', 'abc123');
    const { out } = await run('query', '--get', '/version.json', '--commit', 'def456', '--local', artefact);
    expect(JSON.parse(out)).toEqual({ commit: 'def456', content: null });
    environment.CATCHWORD_PUBLIC_ORIGIN = 'https://api.example/';
    const refused = await run('query', '--get', '/nothing', artefact);
    delete environment.CATCHWORD_PUBLIC_ORIGIN;
    expect(JSON.parse(refused.out).type).toBe('https://api.example/api/problems/no-such-resource');
  });

  it('names what of the configuration beside an artefact has no effect', async () => {
    await run('build', content, '--out', artefact, '--commit', 'abc123');
    const config = join(folder, 'beside.json');
    writeFileSync(config, '{"title":"Other","language":"de","home":"none"}');
    const { err } = await run('query', '--get', '/version.json', '--config', config, artefact);
    expect(err).toBe(
      `Settings without effect: "title", "language" in "${config}". Only a build uses them: build again to apply them.\n`,
    );
  });

  it('--body answers a QUERY', async () => {
    const { code, out } = await run('query', '--body', '{"slug":"two"}', content);
    expect([code, JSON.parse(out).total]).toEqual([0, 1]);
  });

  it.each([
    ['{"path":"writing/one.md"}', 'Warning: there is no page "writing/one.md". Did you mean "writing/one"?\n'],
    ['{"path":"/writing/one"}', ''],
    ['{"path":"/"}', ''],
    [
      '{"traverse":{"from":"writing/onne","follow":"both","depth":1}}',
      'Warning: there is no page "writing/onne". Did you mean "writing/one"?\n',
    ],
    ['{"batch":[{"path":"nothing at all"},{"slug":"two"}]}', 'Warning: there is no page "nothing at all".\n'],
  ])('--body %s warns on stderr of pages that do not exist, and answers all the same', async (body, err) => {
    const ran = await run('query', '--body', body, content);
    expect([ran.code, ran.err]).toEqual([0, err]);
    expect(JSON.parse(ran.out)).not.toHaveProperty('detail');
  });

  it('--get names the near page of a path that is not found', async () => {
    const { code, out, err } = await run('query', '--get', '/api/pages/writing/tow', content);
    expect([code, JSON.parse(out).status, err]).toEqual([
      1,
      404,
      'Warning: there is no page "writing/tow". Did you mean "writing/two"?\n',
    ]);
  });

  it.each([
    ['--get', '/api/pages/nothing', 404],
    ['--body', '{}', 422],
    ['--body', '{', 400],
  ])('%s %s ends with 1 and prints the problem on stdout', async (flag, value, status) => {
    const { code, out } = await run('query', flag, value, content);
    expect([code, JSON.parse(out).status]).toEqual([1, status]);
  });
});

describe('catchword', () => {
  it.each([
    ['an unknown command', ['bulid']],
    ['no command', []],
    ['an unknown flag', ['build', '.', '--out', 'x', '--nothing']],
    ['a missing flag', ['build', '.']],
    ['a missing argument', ['build', '--out', 'x']],
    ['a port that is none', ['serve', '--port', 'x']],
    ['no workers', ['serve', '--workers', '0']],
    ['a proxy that is no address', ['serve', '--trusted-proxies', '127.0.0.1,localhost']],
    ['a site file that there is not', ['serve', '--site-files', 'llms.txt,rss.xml']],
    ['workers that are no number', ['serve', '--workers', 'some']],
    ['a query of nothing', ['query']],
    ['a query of two things', ['query', '--get', '/', '--body', '{}']],
    ['a query without a path', ['query', '--get', 'api']],
  ])('ends with 2 for %s', async (_, args) => {
    const { code, out, err } = await run(...args);
    expect([code, out]).toEqual([2, '']);
    expect(err).not.toBe('');
  });

  it.each(everyCommand())('names an unknown option before anything that is missing: %s', async (name) => {
    const { code, out, err } = await run(...name.split(' ').slice(1), '--frobnicate');
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^error: unknown option '--frobnicate'\n/);
  });

  it('names the artefact that a build lacks', async () => {
    expect(await run('build', content)).toEqual({
      code: 2,
      out: '',
      err: `Cannot build "${content}": no output is specified. Pass --out FILE for an artefact, or --static FOLDER for search files.\n`,
    });
  });

  it('ends with 2 for an invalid configuration and names the location', async () => {
    const config = join(folder, 'wrong.json');
    writeFileSync(config, '{"titel":"T"}');
    const { code, err } = await run('build', content, '--out', artefact, '--config', config);
    expect(code).toBe(2);
    expect(err).toContain('titel: no such key (did you mean "title"?)');
  });

  it('ends with 1 for a source that is missing or not an artefact, and names file and reason', async () => {
    const foreign = join(folder, 'foreign');
    writeFileSync(foreign, 'not an artefact');
    for (const source of [join(folder, 'missing'), foreign]) {
      const { code, out, err } = await run('query', '--get', '/', source);
      expect([code, out]).toEqual([1, '']);
      expect(err).toMatch(/^Cannot open ".*": .*\n$/);
      expect(err).toContain(source);
    }
  });

  it('ends with 1 for an artefact that cannot be written', async () => {
    const missing = join(folder, 'missing');
    for (const [out, err] of [
      [join(missing, 'site.catchword'), `the folder "${missing}" does not exist. Specify another file with --out.\n`],
      [folder, 'it is a folder. Specify another file with --out.\n'],
      [
        join(content, 'index.md', 'site.catchword'),
        `"${join(content, 'index.md')}" is not a folder. Specify another file with --out.\n`,
      ],
    ] as const) {
      expect(await run('build', content, '--out', out)).toEqual({
        code: 1,
        out: '',
        err: `Cannot write "${out}": ${err}`,
      });
    }
  });

  it('ends with 2 for a configuration that is named and missing', async () => {
    const config = join(folder, 'missing.json');
    const err = `Cannot read the configuration "${config}": it does not exist. Create one with "catchword init", or omit --config and CATCHWORD_CONFIG to use the catchword.config.json in the content folder or beside the artefact.\n`;
    await run('build', content, '--out', artefact);
    for (const args of [
      ['build', content, '--out', artefact],
      ['query', content, '--get', '/'],
      ['query', artefact, '--get', '/'],
      ['serve', artefact, '--port', '0'],
    ]) {
      expect(await run(...args, '--config', config)).toEqual({ code: 2, out: '', err });
    }
  });

  it('prints its version', async () => {
    expect(await run('--version')).toEqual({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), err: '' });
  });
});

describe('catchword serve', () => {
  const children: ChildProcess[] = [];
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });

  const start = (...args: string[]) => startWith({}, ...args);

  async function startWith(variables: NodeJS.ProcessEnv, ...args: string[]) {
    const child = spawn(process.execPath, [program, 'serve', ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...environment, ...variables },
    });
    children.push(child);
    const [line] = await once(createInterface({ input: child.stdout }), 'line');
    return { child, ready: JSON.parse(line) };
  }

  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)('prints its address in one line, answers, and ends on %s with %d', async (signal, code) => {
    await run('build', content, '--out', artefact, '--commit', 'abc123');
    const { child, ready } = await start(artefact, '--port', '0');
    expect(ready).toEqual({
      listening: true,
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      commit: 'abc123',
      content: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(await (await fetch(`${ready.url}/version.json`)).json()).toEqual({
      commit: 'abc123',
      content: ready.content,
    });
    child.kill(signal);
    expect(await once(child, 'exit')).toEqual([code, null]);
  });

  it.each([
    ['1', [], {}, false],
    ['1', [], { CATCHWORD_TRUSTED_PROXIES: '127.0.0.0/8, ::1' }, true],
    ['1', ['--trusted-proxies', '127.0.0.1'], {}, true],
    ['1', ['--trusted-proxies', '192.0.2.1'], { CATCHWORD_TRUSTED_PROXIES: '127.0.0.0/8, ::1' }, false],
    ['1', ['--config', 'proxies.json'], {}, false],
    ['1', ['--config', 'proxies.json'], { CATCHWORD_TRUSTED_PROXIES: '127.0.0.0/8, ::1' }, true],
    ['2', ['--trusted-proxies', '127.0.0.1'], {}, true],
  ] as const)(
    'with %s workers, %j and %j, a proxy on this machine is trusted: %s',
    async (workers, args, named, trusts) => {
      await run('build', content, '--out', artefact, '--commit', 'abc123');
      writeFileSync(join(folder, 'proxies.json'), '{"trustedProxies":["192.0.2.1"]}');
      const placed = args.map((arg) => (arg === 'proxies.json' ? join(folder, arg) : arg));
      const { ready } = await startWith(named, artefact, '--port', '0', '--workers', workers, ...placed);
      const headers = { 'X-Forwarded-Host': 'api.example', 'X-Forwarded-Proto': 'https' };
      const { type } = (await (await fetch(`${ready.url}/nothing`, { headers })).json()) as { type: string };
      expect(new URL(type).origin).toBe(trusts ? 'https://api.example' : ready.url);
    },
  );

  it('has the site files named by flag, environment or file, else all', async () => {
    await run('build', content, '--out', artefact, '--commit', 'abc123');
    const config = join(folder, 'files.json');
    writeFileSync(config, '{"siteFiles":["llms.txt"]}');
    for (const [args, variables, statuses] of [
      [[], {}, [200, 200]],
      [['--config', config], {}, [200, 404]],
      [['--config', config], { CATCHWORD_SITE_FILES: 'robots.txt, feed.xml' }, [404, 200]],
      [[], { CATCHWORD_SITE_FILES: 'none' }, [404, 404]],
      [['--site-files', 'robots.txt'], { CATCHWORD_SITE_FILES: 'none' }, [404, 200]],
      [['--site-files', 'none'], {}, [404, 404]],
    ] as const) {
      const { child, ready } = await startWith(variables, artefact, '--port', '0', ...args);
      const answers = await Promise.all(['llms.txt', 'robots.txt'].map((file) => fetch(`${ready.url}/${file}`)));
      expect(answers.map(({ status }) => status)).toEqual(statuses);
      child.kill('SIGKILL');
    }
  });

  it.each(['1', '2'])('with %s workers has the settings of each build that it swaps to', async (workers) => {
    const site = join(folder, `settled-${workers}`);
    const source = join(site, 'content');
    const served = join(site, 'elsewhere', 'site.catchword');
    mkdirSync(source, { recursive: true });
    mkdirSync(join(site, 'elsewhere'));
    writeFileSync(join(source, 'index.md'), '# Home\n');
    const put = async (config: object) => {
      writeFileSync(join(source, 'catchword.config.json'), JSON.stringify(config));
      await run('build', source, '--out', `${served}.next`, '--commit', 'abc123');
      renameSync(`${served}.next`, served);
    };
    const statuses = async (url: string) => {
      const ask = (path: string, init: RequestInit = {}) =>
        fetch(`${url}${path}`, { ...init, headers: { connection: 'close', accept: 'text/html' } });
      const answers = await Promise.all([
        ask('/', { redirect: 'manual' }),
        ask('/robots.txt'),
        ask('/mcp', { method: 'POST' }),
      ]);
      return answers.map(({ status }) => status);
    };
    await put({ home: 'none', siteFiles: [], mcp: false });
    const { child, ready } = await start(served, '--port', '0', '--workers', workers);
    expect(await statuses(ready.url)).toEqual([404, 404, 404]);
    const said: string[] = [];
    createInterface({ input: child.stderr! }).on('line', (line) =>
      said.push((JSON.parse(line) as { msg: string }).msg),
    );
    /** What was said until the build was swapped. */
    const swapped = async () => {
      await vi.waitFor(() => expect(said.at(-1)).toContain('serving commit abc123'), { timeout: 30_000 });
      return said.splice(0).slice(0, -1);
    };
    await put({ notify: { webhook: 'https://example.org/hook' } });
    expect(await swapped()).toEqual([
      'Settings without effect: "notify" in the configuration of the build. An artefact does not store them: declare them in a catchword.config.json next to the artefact, or in the file passed with --config.',
    ]);
    for (let asked = 0; asked < 8; asked++) expect(await statuses(ready.url)).toEqual([200, 200, 400]);
    writeFileSync(
      join(site, 'elsewhere', 'catchword.config.json'),
      '{"siteFiles":[],"notify":{"webhook":"https://a"}}',
    );
    child.kill('SIGHUP');
    expect(await swapped()).toEqual([
      'Settings without effect: "notify". No feedback is stored here: specify a store with --feedback.',
    ]);
    for (let asked = 0; asked < 8; asked++) expect(await statuses(ready.url)).toEqual([200, 404, 400]);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([143, null]);
  });

  it('bakes a folder first and says so on stderr, and listens on PORT', async () => {
    const { child, ready } = await startWith({ PORT: '0' }, content, '--local');
    const response = await fetch(`${ready.url}/api/pages/writing/one`);
    expect([response.status, response.headers.get('etag')]).toEqual([200, null]);
    child.kill('SIGTERM');
    let err = '';
    child.stderr?.on('data', (text) => {
      err += text;
    });
    await once(child, 'close');
    const [baked, unstamped, ...others] = err
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(unstamped).toEqual({
      ...{ level: 30, time: expect.any(Number), pid: child.pid, hostname: hostname(), event: 'build-unstamped' },
      reason: expect.any(String),
      msg: 'Responses have no ETag, because this is a local build: omit --local to get ETags.',
    });
    expect(others).toEqual([]);
    expect(baked).toEqual({
      level: 30,
      time: expect.any(Number),
      pid: child.pid,
      hostname: hostname(),
      event: 'site-baked',
      generator: 'plain',
      files: 3,
      pages: 3,
      collections: { writing: 2 },
      tags: 0,
      linksResolved: 1,
      linksUnresolved: 1,
      warnings: 1,
      firstWarnings: [expect.stringMatching(/^index\.md:3:\d+ {2}.*none.* {2}\([\w-]+\)$/)],
      bytes: expect.any(Number),
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      commit: null,
      content: null,
      seconds: expect.any(Number),
      msg: expect.stringMatching(/^Built 3 pages from 3 files in [\d.]+ s, with 1 warning\.$/),
    });
  });

  it.each(['1', '2'])(
    'with %s workers swaps to an artefact that is moved to the path, and refuses a bad one',
    async (workers) => {
      const served = join(folder, 'served.catchword');
      const put = (from: string) => {
        copyFileSync(from, `${served}.next`);
        renameSync(`${served}.next`, served);
      };
      await run('build', content, '--out', artefact, '--commit', 'aaa111');
      put(artefact);
      const { child, ready } = await start(served, '--port', '0', '--workers', workers);
      expect(ready.commit).toBe('aaa111');
      const said = createInterface({ input: child.stderr! });
      const foreign = join(folder, 'foreign.catchword');
      writeFileSync(foreign, 'not an artefact');

      let line = nextMessage(said);
      put(foreign);
      expect(await line).toBe(
        `Cannot open "${served}": it is not a Catchword artefact. Still serving the previous build.`,
      );
      line = nextMessage(said);
      await run('build', content, '--out', artefact, '--commit', 'bbb222');
      put(artefact);
      expect(await line).toContain(`Reloaded "${served}": serving commit bbb222`);
      for (let asked = 0; asked < 8; asked++) {
        const response = await fetch(`${ready.url}/version.json`, { headers: { connection: 'close' } });
        expect(await response.json()).toMatchObject({ commit: 'bbb222' });
      }
      line = nextMessage(said);
      child.kill('SIGHUP');
      expect(await line).toBe(`Reloaded "${served}": nothing has changed.`);
      child.kill('SIGTERM');
      expect(await once(child, 'exit')).toEqual([143, null]);
    },
  );

  it.each(['1', '2'])(
    'with %s workers and --log-requests logs a line for every answer, without the query',
    async (workers) => {
      const { child, ready } = await start(content, '--port', '0', '--local', '--workers', workers, '--log-requests');
      const said = createInterface({ input: child.stderr! });
      const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
      await fetch(`${ready.url}/api/pages?q=secret`, { headers: { traceparent } });
      for await (const line of said) {
        const members = JSON.parse(line) as Record<string, unknown>;
        if (members.event !== 'request-answered') continue;
        expect(members).toEqual({
          level: 30,
          time: expect.any(Number),
          pid: child.pid,
          hostname: hostname(),
          event: 'request-answered',
          method: 'GET',
          path: '/api/pages',
          status: 200,
          resource: 'pages',
          traceparent,
          trace_id: '0af7651916cd43dd8448eb211c80319c',
          milliseconds: expect.any(Number),
          bytes: expect.any(Number),
          msg: expect.stringMatching(/^GET \/api\/pages 200 [\d.]+ ms$/),
        });
        break;
      }
      child.kill('SIGTERM');
      expect(await once(child, 'exit')).toEqual([143, null]);
    },
  );

  it('bakes a folder again on SIGHUP', async () => {
    const { child, ready } = await start(content, '--port', '0', '--local');
    const said = createInterface({ input: child.stderr! });
    writeFileSync(join(content, 'writing', 'three.md'), '# Three\n');
    child.kill('SIGHUP');
    for await (const line of said) if (line.includes('"msg":"Reloaded')) break;
    const response = await fetch(`${ready.url}/api/pages/writing/three`);
    rmSync(join(content, 'writing', 'three.md'));
    expect(response.status).toBe(200);
  });

  it('ends with 1 when the port is taken, and changes no file', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    const home = mkdtempSync(join(folder, 'busy-'));
    const variables = {
      CATCHWORD_CACHE: join(home, 'cache'),
      CATCHWORD_FEEDBACK: `sqlite:${join(home, 'feedback.db')}`,
    };
    for (const workers of ['1', '2']) {
      for (const source of [content, artefact]) {
        const ran = await runCommand(['serve', source, '--port', String(port), '--workers', workers], variables);
        const err = `Cannot listen on 127.0.0.1:${port}: the port is taken; choose another with --port.\n`;
        expect(ran).toEqual({ code: 1, out: '', err });
        expect(readdirSync(home)).toEqual([]);
      }
    }
    taken.close();
  });

  it('lets one of two that start at the same moment have the port, and the other changes no file', async () => {
    const probe = createServer().listen(0, '127.0.0.1');
    await once(probe, 'listening');
    const { port } = probe.address() as { port: number };
    probe.close();
    await once(probe, 'close');
    const homes = ['one', 'two'].map((name) => mkdtempSync(join(folder, `${name}-`)));
    const ended = homes.map((cwd) => {
      const child = spawn(process.execPath, [program, 'serve', content, '--port', String(port)], {
        cwd,
        stdio: ['ignore', 'pipe', 'ignore'],
        env: { PATH: process.env.PATH, CATCHWORD_CACHE: join(cwd, 'cache') },
      });
      children.push(child);
      return Promise.race([
        once(createInterface({ input: child.stdout }), 'line').then(() => 'serves'),
        once(child, 'exit').then(([code]) => `ended with ${code}`),
      ]);
    });
    const outcomes = await Promise.all(ended);
    expect([...outcomes].sort()).toEqual(['ended with 1', 'serves']);
    expect(readdirSync(homes[outcomes.indexOf('ended with 1')]!)).toEqual([]);
    expect(readdirSync(homes[outcomes.indexOf('serves')]!).sort()).toEqual(['cache', 'data']);
  });

  it('gives the port back when it cannot serve', async () => {
    const probe = createServer().listen(0, '127.0.0.1');
    await once(probe, 'listening');
    const { port } = probe.address() as { port: number };
    probe.close();
    await once(probe, 'close');
    for (let tried = 0; tried < 2; tried++) {
      const { code, err } = await run('serve', join(folder, 'missing.catchword'), '--port', String(port));
      expect([code, err]).toEqual([1, expect.stringMatching(/^Cannot open ".*missing\.catchword": /)]);
    }
  });
});

/** The next line of a log in JSON. */
async function nextMessage(said: Interface): Promise<string> {
  const [line] = await once(said, 'line');
  return (JSON.parse(line as string) as { msg: string }).msg;
}
