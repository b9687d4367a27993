import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { environmentOf, useCommandFolder } from '../../../test/fixtures/command_folder.ts';
import { runCommand } from '../../../test/fixtures/run_command.ts';
import { buildSite } from './build_command.ts';

const made = useCommandFolder();
const run = (...args: string[]) => runCommand(args, environmentOf(made));
const read = (...names: string[]) => readFileSync(join(...names), 'utf8');
/** What the search box loads to search the files. */
const ANSWERS = expect.stringMatching(/^static_answers\.[A-Z0-9]{8}\.js$/);
const foldersOf = (folder: string) => readdirSync(folder).filter((name) => /^[0-9a-f]{16}$/.test(name));

describe('the files of a search without a server', () => {
  test('are written by build, with or without an artefact, and beside other files', async () => {
    const folder = join(made.folder, 'public', 'search');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'own.txt'), 'mine');
    const { code, out, err } = await run('build', made.content, '--static', folder);
    expect([code, out]).toEqual([0, '']);
    expect(err).toMatch(
      /\nsearch {9}.*search\n {2}files {8}\d+\n {2}bytes {8}\d+\n {2}first search \d+ kB, plus its words and results\n$/,
    );
    const { format, build } = JSON.parse(read(folder, 'search.json')) as { format: number; build: string };
    expect(format).toBe(1);
    expect(readdirSync(folder).sort()).toEqual([
      ...[build, 'catchword-feedback.js', 'catchword-search.js', 'own.txt', 'search.json'].sort(),
      ANSWERS,
    ]);
    expect(readdirSync(join(folder, build)).sort()).toEqual([
      ...[
        'columns.bin',
        'initials.bin',
        'lists-0.bin',
        'names-0.bin',
        'pages-0.bin',
        'search.js',
        'tables.bin',
        'titles.bin',
        'words-0.bin',
      ],
    ]);
  });

  test('are the same from an artefact, to the byte', async () => {
    const [artefact, one, two] = ['site.catchword', 'one', 'two'].map((name) => join(made.folder, name)) as [
      ...[string, string, string],
    ];
    await run('build', made.content, '--out', artefact, '--static', one);
    const { code, out } = await run('export', artefact, '--static', two, '--json');
    const report = JSON.parse(out) as { files: number; build: string };
    expect([code, report]).toEqual([
      0,
      { folder: two, build: expect.any(String), files: 9, bytes: expect.any(Number), firstSearch: expect.any(Number) },
    ]);
    expect(foldersOf(one)).toEqual([report.build]);
    for (const name of readdirSync(join(one, report.build))) {
      expect(
        readFileSync(join(two, report.build, name)).equals(readFileSync(join(one, report.build, name))),
        name,
      ).toBe(true);
    }
  });

  test('of the build before stay, and those of older ones are removed', async () => {
    const folder = join(made.folder, 'again');
    const site = join(made.folder, 'site');
    mkdirSync(site);
    const builds: string[] = [];
    for (const text of ['One', 'Two', 'Three', 'Three']) {
      writeFileSync(join(site, 'index.md'), `# Home\n\n${text}.\n`);
      expect((await run('build', site, '--static', folder)).code).toBe(0);
      builds.push((JSON.parse(read(folder, 'search.json')) as { build: string }).build);
    }
    const [, second, third] = builds;
    expect(builds[3]).toBe(third);
    expect(foldersOf(folder)).toEqual([second, third].sort());
  });

  test('hold nothing of the configuration that is for a server', async () => {
    const folder = join(made.folder, 'told');
    const site = join(made.folder, 'told-site');
    mkdirSync(site);
    writeFileSync(join(site, 'index.md'), '# Home\n');
    const config = join(made.folder, 'told.json');
    writeFileSync(
      config,
      JSON.stringify({ title: 'Seen', server: { admin: { token: 'a'.repeat(40) } }, tools: ['unseen-tool'] }),
    );
    const { code } = await run('build', site, '--static', folder, '--config', config);
    if (code !== 0) writeFileSync(config, JSON.stringify({ title: 'Seen', tools: ['unseen-tool'] }));
    expect((await run('build', site, '--static', folder, '--config', config)).code).toBe(0);
    const { gunzipSync } = await import('node:zlib');
    const tables = gunzipSync(readFileSync(join(folder, foldersOf(folder)[0]!, 'tables.bin'))).toString('latin1');
    expect(tables).toContain('"title":"Seen"');
    expect(tables).not.toContain('unseen-tool');
    expect(tables).not.toContain('declared');
  });

  test.each([
    [
      'a first search above the limit, and leave the folder as it is',
      (folder: string) => ['build', made.content, '--static', folder, '--first-search', '1'],
      1,
      /^Cannot write the search to ".*": its scripts and tables need \d+ kB, and the limit is 1 kB\. Serve the site with "catchword serve", or raise the limit with --first-search \d+\.\n$/,
    ],
    [
      'a limit that is no number',
      (folder: string) => ['build', made.content, '--static', folder, '--first-search', 'all'],
      2,
      /^Cannot read "all" as --first-search: expected a whole number from 1 to 1048576\.\n$/,
    ],
    [
      'a file as folder',
      () => ['build', made.content, '--static', join(made.content, 'index.md')],
      1,
      /^Cannot write the search to ".*index\.md": it is not a folder\. Specify a folder with --static\.\n$/,
    ],
    [
      'an export without a folder',
      () => ['export', 'a.catchword'],
      2,
      /^Cannot export "a\.catchword": no folder is specified\. Pass --static FOLDER\.\n$/,
    ],
    [
      'an export of a folder',
      (folder: string) => ['export', made.content, '--static', folder],
      2,
      /^Cannot export ".*": it is a folder\. Build it with "catchword build" and --static\.\n$/,
    ],
    [
      'a build without a name',
      () => ['build', made.content],
      2,
      /no output is specified\. Pass --out FILE for an artefact, or --static FOLDER for search files\.\n$/,
    ],
  ] as const)('refuse %s', async (_, args, code, message) => {
    const folder = join(made.folder, 'refused');
    const ran = await run(...args(folder));
    expect([ran.code, ran.err.split('\n').slice(-2).join('\n')]).toEqual([code, expect.stringMatching(message)]);
    expect(() => readdirSync(join(folder, 'search.json'))).toThrow('ENOENT');
  });
});

test('a program writes them too, and gets their sizes', async () => {
  const folder = join(made.folder, 'by-program');
  const { pages, search } = await buildSite({ folder: made.content, static: folder, environment: environmentOf(made) });
  expect([pages, search]).toEqual([
    1,
    { folder, build: foldersOf(folder)[0], files: 9, bytes: expect.any(Number), firstSearch: expect.any(Number) },
  ]);
  const refused = buildSite({ folder: made.content, static: folder, firstSearch: 1, environment: environmentOf(made) });
  await expect(refused).rejects.toThrow(/its scripts and tables need \d+ kB, and the limit is 1 kB\./);
});
