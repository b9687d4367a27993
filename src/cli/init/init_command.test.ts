import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { runCommand } from '../../../test/fixtures/run_command.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'catchword-init-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const init = (...flags: string[]) => runCommand(['init', folder, ...flags], {});
const read = (path: string) => readFileSync(join(folder, path), 'utf8');
const files = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();

describe('catchword init', () => {
  it('writes a configuration that build accepts, and what git should ignore', async () => {
    const { code, out, err } = await init('--origin', 'https://example.org/', '--title', 'Notes');
    expect([code, out]).toEqual([0, '']);
    expect(err).toContain(`Write ${join(folder, 'catchword.config.json')}:\n`);
    expect(err).toContain('"title": "Notes"');
    expect(files()).toEqual(['.gitignore', 'catchword.config.json']);
    expect(JSON.parse(read('catchword.config.json'))).toEqual({
      $schema: expect.stringContaining('catchword.config.schema.json'),
      origin: 'https://example.org',
      title: 'Notes',
    });
    expect(read('.gitignore')).toBe('*.catchword\ndata/\n');
    writeFileSync(join(folder, 'index.md'), '# Home\n');
    expect((await runCommand(['query', folder, '--get', '/api/pages/index'], {})).code).toBe(0);
  });

  it('takes the title from the folder', async () => {
    await init();
    expect(JSON.parse(read('catchword.config.json')).title).toBe(basename(folder));
  });

  it('never overwrites, and appends only the missing lines to .gitignore', async () => {
    writeFileSync(join(folder, 'catchword.config.json'), '{}');
    writeFileSync(join(folder, '.gitignore'), 'node_modules\n/data/');
    const { code, err } = await init();
    expect(code).toBe(0);
    expect(err).toContain(`Keep ${join(folder, 'catchword.config.json')}: it is there already.\n`);
    expect([read('catchword.config.json'), read('.gitignore')]).toEqual(['{}', 'node_modules\n/data/\n*.catchword\n']);
    expect((await init()).err).toContain('Nothing to write.\n');
  });

  it('follows no symbolic link out of the folder', async () => {
    const outside = join(folder, 'outside');
    const site = join(folder, 'site');
    mkdirSync(site);
    symlinkSync(outside, join(site, 'catchword.config.json'));
    const { code } = await runCommand(['init', site], {});
    expect([code, readdirSync(folder)]).toEqual([0, ['site']]);
  });

  it('--dry-run shows the files and writes none', async () => {
    const { code, err } = await init('--docker', '--systemd', '--fly', '--github', '--dry-run');
    expect([code, files()]).toEqual([0, []]);
    for (const name of ['Containerfile', 'compose.yaml', 'catchword.service', 'fly.toml', 'catchword.yml'])
      expect(err).toContain(`${name}:\n`);
    expect(err).toMatch(/Nothing is written: this is a dry run\.\n$/);
  });

  it.each([
    ['--docker', ['.dockerignore', 'Containerfile', 'compose.postgres.yaml', 'compose.yaml']],
    ['--systemd', ['catchword.service']],
    ['--fly', ['.dockerignore', 'Containerfile', 'fly.toml']],
    ['--github', ['.github/workflows/catchword.yml']],
  ])('%s writes %j', async (flag, expected) => {
    expect((await init(flag)).code).toBe(0);
    expect(files()).toEqual([...expected, '.gitignore', 'catchword.config.json'].sort());
    for (const name of files().filter((each) => /\.ya?ml$/.test(each)))
      expect(parseAllDocuments(read(name)).map((document) => document.errors)).toEqual([[]]);
  });

  it.each([
    ['docs', 'check docs --strict', 'build docs --out'],
    ["my site's docs", "check 'my site'\\''s docs' --strict", "build 'my site'\\''s docs' --out"],
  ])(
    '--github writes the workflow at the root of the repository, for the folder %s in it',
    async (name, ...commands) => {
      const site = join(folder, name);
      mkdirSync(site);
      mkdirSync(join(folder, '.git'));
      expect((await runCommand(['init', site, '--github'], {})).code).toBe(0);
      expect(files()).toEqual(
        ['.github/workflows/catchword.yml', `${name}/.gitignore`, `${name}/catchword.config.json`].sort(),
      );
      const { jobs } = parse(read('.github/workflows/catchword.yml')) as {
        jobs: { build: { steps: readonly { run?: string }[] } };
      };
      const run = jobs.build.steps.flatMap((step) => step.run ?? []);
      expect(run).toEqual(commands.map((command) => expect.stringContaining(` ${command} `)));
    },
  );

  it.each([
    [['--origin', 'example.org'], 2, /^Cannot use "example\.org" as the origin: /],
    [[], 1, /^Cannot .* it is not a folder\.\n$/],
  ])('refuses %j with %d', async (flags, code, err) => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const target = flags.length === 0 ? file : folder;
    expect(await runCommand(['init', target, ...flags], {})).toEqual({
      code,
      out: '',
      err: expect.stringMatching(err),
    });
  });
});

it('writes the compose file for PostgreSQL that the repository has', async () => {
  const shipped = new URL('../../../compose.postgres.yaml', import.meta.url);
  await init('--docker');
  expect(read('compose.postgres.yaml')).toBe(readFileSync(shipped, 'utf8'));
});
