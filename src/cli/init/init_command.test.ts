import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { runCommand } from '../../../test/fixtures/run_command.ts';
import { pagesAddress } from './init_command.ts';

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

  it.each([
    ['docusaurus.config.js', 'npm install catchword @catchword/docusaurus', "themes: ['@catchword/docusaurus']"],
    ['mkdocs.yml', 'npm install catchword && pip install catchword-mkdocs', 'plugins: [catchword]'],
    [
      'eleventy.config.js',
      'npm install --save-dev catchword @catchword/eleventy',
      'eleventyConfig.addPlugin(catchword)\n  Add to the layout, where readers search:\n    {% catchword %}',
    ],
    ['astro.config.ts', 'npm install --save-dev catchword @catchword/astro', 'integrations: [catchword()]'],
    [
      '.eleventy.js',
      'npm install --save-dev catchword @catchword/eleventy',
      'eleventyConfig.addPlugin(catchword)\n  Add to the layout, where readers search:\n    {% catchword %}',
    ],
    [
      '.vitepress/config/index.ts',
      'npm install --save-dev catchword @catchword/vitepress',
      'vite: { plugins: [catchword()] }',
    ],
    [
      '.vitepress/config.js',
      'npm install --save-dev catchword @catchword/vitepress',
      'vite: { plugins: [catchword()] }',
    ],
  ])('offers the line that puts the search into a site with %s', async (file, install, line) => {
    mkdirSync(join(folder, file, '..'), { recursive: true });
    writeFileSync(join(folder, file), '');
    writeFileSync(join(folder, 'index.md'), '# Home\n');
    const { code, err } = await init();
    expect(code).toBe(0);
    expect(err).toContain(
      `To add the search to the site's own pages, without a server:\n  ${install}\n  Add to ${file}:\n`,
    );
    expect(err).toContain(`    ${line}\n\n`);
  });

  it('offers a line of CommonJS for a file that has it', async () => {
    writeFileSync(join(folder, '.eleventy.js'), '');
    writeFileSync(join(folder, 'index.md'), '# Home\n');
    expect((await init()).err).toContain("    const { default: catchword } = require('@catchword/eleventy');\n");
  });

  it('offers no line where no generator is recognised', async () => {
    writeFileSync(join(folder, 'index.md'), '# Home\n');
    expect((await init()).err).not.toContain('in its own pages');
  });

  it('takes the title from the folder', async () => {
    await init();
    expect(JSON.parse(read('catchword.config.json')).title).toBe(basename(folder));
  });

  const noOrigin =
    'No origin: addresses are root-relative; the sitemap and feeds are off. Set "origin" in catchword.config.json or CATCHWORD_ORIGIN.\n';
  const onPages =
    'The origin is the address of the repository on GitHub Pages. If the site is elsewhere, change it in catchword.config.json.\n';

  describe('writes as the origin', () => {
    const originOf = (): unknown => JSON.parse(read('catchword.config.json')).origin;
    const github = '[remote "origin"]\n\turl = git@github.com:owner/name.git\n';
    const remote = (text: string) => {
      mkdirSync(join(folder, '.git'));
      writeFileSync(join(folder, '.git', 'config'), text);
    };

    it.each([[], ['--docker'], ['--systemd'], ['--fly'], ['--github']])(
      'nothing where none is known, and says so (%s)',
      async (...flags) => {
        const { err } = await init(...flags);
        expect([originOf(), err.includes(noOrigin)]).toEqual([undefined, true]);
        for (const name of files()) expect(read(name)).not.toMatch(/localhost|github\.io/);
      },
    );

    it('with --github the address of the repository on GitHub Pages', async () => {
      remote(github);
      const { err } = await init('--github');
      expect([originOf(), err.includes(onPages), err.includes('No origin')]).toEqual([
        'https://owner.github.io/name',
        true,
        false,
      ]);
    });

    it('without --github nothing, though the repository is on GitHub', async () => {
      remote(github);
      await init();
      expect(originOf()).toBeUndefined();
    });

    it('the one that is named, whatever the repository is', async () => {
      remote(github);
      const { err } = await init('--github', '--origin', 'https://docs.example.org/');
      expect([originOf(), err.includes('rigin is'), err.includes('No origin')]).toEqual([
        'https://docs.example.org',
        false,
        false,
      ]);
    });

    it("nothing where the generator's settings have it", async () => {
      remote(github);
      writeFileSync(join(folder, '_config.yml'), 'url: https://docs.example.org\n');
      const { err } = await init('--github');
      expect([originOf(), err.includes('github.io'), err.includes('No origin')]).toEqual([undefined, false, false]);
    });

    it('nothing new where there is a configuration', async () => {
      writeFileSync(join(folder, 'catchword.config.json'), '{}');
      const { err } = await init();
      expect([originOf(), err.includes('rigin is'), err.includes('No origin')]).toEqual([undefined, false, false]);
    });
  });

  it('leaves to the settings of the generator what they say, and prints it', async () => {
    writeFileSync(join(folder, 'mkdocs.yml'), 'site_name: The Site\nsite_url: https://acme.dev/x/\n');
    const { err } = await init();
    expect(err).toMatch(
      /^origin {3}https:\/\/acme\.dev\/x \(mkdocs\.yml: site_url\)\ntitle {4}The Site \(mkdocs\.yml: site_name\)\n/,
    );
    expect(Object.keys(JSON.parse(read('catchword.config.json')))).toEqual(['$schema']);
  });

  it('writes files for an image with the pages outside the folder, and with what marks the top of the project', async () => {
    const site = join(folder, 'website');
    mkdirSync(join(folder, '.git'));
    mkdirSync(join(folder, 'docs'));
    mkdirSync(site);
    writeFileSync(join(folder, 'docs', 'a.md'), '# A\n');
    writeFileSync(join(site, 'mkdocs.yml'), 'site_name: x\ndocs_dir: ../docs\n');
    expect((await runCommand(['init', site, '--docker', '--fly'], {})).code).toBe(0);
    expect(read('website/Containerfile')).toContain(
      '# Serves this folder. Some of its pages are outside it, so build in "..": docker build -f website/Containerfile -t site .\n',
    );
    expect(read('website/Containerfile')).toContain(
      'ARG CATCHWORD_COMMIT\nRUN mkdir /data && catchword build /content/website --out /content/website/site.catchword',
    );
    expect(read('website/Containerfile.dockerignore')).toBe(
      '.git/*\n!.git/HEAD\n**/node_modules\n**/data\n**/*.catchword\n**/Containerfile*\n**/compose*.yaml\n',
    );
    expect(read('website/compose.yaml')).toContain(
      'build: { context: .., dockerfile: website/Containerfile, args: [CATCHWORD_COMMIT] }',
    );
    expect(read('website/fly.toml')).toContain('fly deploy . --config website/fly.toml');
  });

  it('never overwrites, and appends only the missing lines to .gitignore', async () => {
    writeFileSync(join(folder, 'catchword.config.json'), '{}');
    writeFileSync(join(folder, '.gitignore'), 'node_modules\n/data/');
    const { code, err } = await init();
    expect(code).toBe(0);
    expect(err).toContain(`Keep ${join(folder, 'catchword.config.json')}: it already exists.\n`);
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
    expect(err).toMatch(/Nothing was written: this is a dry run\.\n$/);
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
    [[], 1, /^Cannot set up ".*": it is not a folder\. Pass a folder of Markdown\.\n$/],
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

let repository: string;
beforeEach(() => {
  repository = realpathSync(mkdtempSync(join(tmpdir(), 'catchword-pages-')));
});
afterEach(() => rmSync(repository, { recursive: true }));

/** The address for a `.git/config`. */
function addressFor(config: string): string | null {
  mkdirSync(join(repository, '.git'));
  writeFileSync(join(repository, '.git', 'config'), config);
  return pagesAddress(repository);
}

const remote = (url: string) => `[core]\n\tbare = false\n[remote "origin"]\n\turl = ${url}\n`;

describe('the address on GitHub Pages', () => {
  it.each([
    ['https://github.com/Owner/Name.git', 'https://owner.github.io/Name'],
    ['https://github.com/owner/name', 'https://owner.github.io/name'],
    ['https://github.com/owner/name/', 'https://owner.github.io/name'],
    ['https://user:secret@github.com/owner/name.git', 'https://owner.github.io/name'],
    ['git@github.com:owner/some.name.git', 'https://owner.github.io/some.name'],
    ['ssh://git@github.com/owner/name.git', 'https://owner.github.io/name'],
    ['ssh://git@ssh.github.com:443/owner/name.git', 'https://owner.github.io/name'],
    ['"https://github.com/owner/name" # quoted', 'https://owner.github.io/name'],
    ['git@github.com:Owner/owner.github.io.git', 'https://owner.github.io'],
  ])('of the remote %s is %s', (url, address) => {
    expect(addressFor(remote(url))).toBe(address);
  });

  it.each([
    'https://gitlab.com/owner/name.git',
    'https://github.com.evil.example/owner/name',
    'https://evil.example/github.com/owner/name',
    'https://evilgithub.com/owner/name',
    'git@evil.example:github.com/owner/name',
    'https://github.com/owner',
    'https://github.com/owner/name/more',
    'https://github.com/owner/..',
    '/srv/git/name.git',
  ])('of the remote %s is unknown', (url) => {
    expect(addressFor(remote(url))).toBeNull();
  });

  it('is that of the remote origin, whatever others there are', () => {
    const others = '[remote "fork"]\n url = https://github.com/other/name\n[branch "main"]\n remote = fork\n';
    expect(addressFor(others)).toBeNull();
    rmSync(join(repository, '.git'), { recursive: true });
    expect(addressFor(others + remote('https://github.com/owner/name'))).toBe('https://owner.github.io/name');
  });

  it('is unknown without a repository, and of one whose settings are elsewhere', () => {
    expect(pagesAddress(repository)).toBeNull();
    writeFileSync(join(repository, '.git'), 'gitdir: /elsewhere\n');
    expect(pagesAddress(repository)).toBeNull();
    rmSync(join(repository, '.git'));
    mkdirSync(join(repository, 'inner', '.git'), { recursive: true });
    writeFileSync(join(repository, 'config'), remote('https://github.com/owner/name'));
    symlinkSync(join(repository, 'config'), join(repository, 'inner', '.git', 'config'));
    expect(pagesAddress(join(repository, 'inner'))).toBeNull();
  });
});
