import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type Ran, runCommand } from '../../../test/fixtures/run_command.ts';

const work = mkdtempSync(join(tmpdir(), 'catchword-curation-'));
afterAll(() => rmSync(work, { recursive: true }));

let folders = 0;
let folder: string;
beforeEach(() => {
  folder = join(work, String(folders++));
  write('site/index.md', '# Home\n\nA cluster of kubernetes.\n');
  write('site/guide/start.md', '# Start\n\nBegin with a cluster.\n');
  write('site/archive/old.md', '# Old cluster\n\nA cluster.\n');
});

const RULES = 'synonyms: [[k8s, kubernetes]]\nexclude: [archive/]\npins: [{ query: begin, page: index }]\n';

function write(file: string, text: string): string {
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

/** Runs a command. The folder is left out of what it prints. */
async function run(args: readonly string[], environment: Record<string, string> = {}): Promise<Ran> {
  const ran = await runCommand([...args], { CATCHWORD_CACHE: join(folder, 'cache'), ...environment });
  const named = (text: string) => text.replaceAll(`${folder}/`, '');
  return { ...ran, out: named(ran.out), err: named(ran.err) };
}

/** The paths that a search finds on the site, with the rules of each. */
async function found(q: string, flags: readonly string[] = [], environment: Record<string, string> = {}) {
  const { out } = await run(['query', join(folder, 'site'), '--get', `/api/search?q=${q}`, ...flags], environment);
  const { items } = JSON.parse(out) as { items: { path: string; rules?: { rule: string; line: number }[] }[] };
  return items.map(({ path, rules = [] }) => [path, ...rules.map(({ rule, line }) => `${rule} ${line}`)].join(' '));
}

describe('the curation file', () => {
  it('is read beside the configuration, or in the folder', async () => {
    expect(await found('k8s')).toEqual([]);
    write('site/catchword.curation.yaml', RULES);
    expect(await found('k8s')).toEqual(['index synonym 1']);
    const config = write('elsewhere/catchword.config.json', '{}');
    expect(await found('k8s', ['--config', config])).toEqual(['index synonym 1']);
    write('elsewhere/catchword.curation.yaml', 'pins: [{ query: k8s, page: guide/start }]');
    expect(await found('k8s', ['--config', config])).toEqual(['guide/start pin 1']);
  });

  it('may be named by an option or a variable', async () => {
    write('site/catchword.curation.yaml', 'exclude: [guide/]');
    const named = write('rules.yaml', RULES);
    expect(await found('begin', ['--curation', named])).toEqual(['index pin 3', 'guide/start']);
    expect(await found('begin', [], { CATCHWORD_CURATION: named })).toEqual(['index pin 3', 'guide/start']);
    expect(await found('begin')).toEqual([]);
  });

  it('must exist when it is named, and be in the project', async () => {
    const missing = await run(['build', join(folder, 'site'), '--out', join(folder, 'a'), '--curation', 'none.yaml']);
    expect(missing).toMatchObject({ code: 2, err: expect.stringContaining('"none.yaml": the file does not exist.') });
    write('outside.yaml', RULES);
    mkdirSync(join(folder, 'site/.git'));
    symlinkSync('../outside.yaml', join(folder, 'site/catchword.curation.yaml'));
    const out = await run(['check', join(folder, 'site')]);
    expect(out).toMatchObject({ code: 2, err: expect.stringContaining('it is a link to a file outside the project.') });
  });

  it('must be UTF-8', async () => {
    const file = write('site/catchword.curation.yaml', RULES);
    writeFileSync(file, Buffer.from('exclude: [m\xfcll/]', 'latin1'));
    expect(await run(['build', join(folder, 'site'), '--out', join(folder, 'a')])).toMatchObject({
      code: 2,
      err: expect.stringContaining('"site/catchword.curation.yaml": it is not UTF-8. Save it as UTF-8.'),
    });
  });

  it('is not read for an artefact, which has its own', async () => {
    write('site/catchword.curation.yaml', RULES);
    const artefact = join(folder, 'a.catchword');
    await run(['build', join(folder, 'site'), '--out', artefact]);
    const { out, err } = await run(['query', artefact, '--get', '/api/search?q=k8s', '--curation', 'other.yaml']);
    expect(JSON.parse(out).total).toBe(1);
    expect(err).toBe(
      '"other.yaml" is ignored: the artefact contains the search rules it was built with. Rebuild it to apply new ones.\n',
    );
  });

  it('stops a build by its faults, each with line and column', async () => {
    write('site/catchword.curation.yaml', 'exclude:\n  - /\nweights:\n  guide/: 20\n');
    const { code, err } = await run(['build', join(folder, 'site'), '--out', join(folder, 'a.catchword')]);
    expect([code, err.trimEnd().split('\n')]).toEqual([
      2,
      [
        'Cannot use the search rules in "site/catchword.curation.yaml":',
        '  site/catchword.curation.yaml:2:5: "/" means every page. Specify the folder or page to leave out, such as "blog/".',
        '  site/catchword.curation.yaml:4:11: the factor is "20". Use a number from 0.1 to 10.',
      ],
    ]);
  });

  it('warns of rules that do nothing, before all other warnings', async () => {
    write('site/about.md', '# About\n\n[none](none.md)\n');
    write('site/catchword.curation.yaml', 'synonyms:\n  - [zebra, okapi]\n  - zebra -> begin\n  - kiosk -> quagga\n');
    const { err } = await run(['build', join(folder, 'site'), '--out', join(folder, 'a.catchword')]);
    expect(err.split('\n').slice(0, 3)).toEqual([
      'catchword.curation.yaml:2:5  The synonyms find nothing: no page contains the words of "zebra", "okapi". Correct them, or remove the rule.  (curation)',
      'catchword.curation.yaml:4:5  The synonyms find nothing: no page contains the words of "quagga". Correct them, or remove the rule.  (curation)',
      expect.stringContaining('about.md:3:1'),
    ]);
  });

  it('without rules leaves the artefact as it is without the file, to the byte', async () => {
    const build = async (name: string) => {
      const out = join(folder, name);
      expect(await run(['build', join(folder, 'site'), '--out', out])).toMatchObject({ code: 0 });
      return readFileSync(out);
    };
    const plain = await build('a.catchword');
    write('site/catchword.curation.yaml', '# later\nsynonyms:\n');
    expect((await build('b.catchword')).equals(plain)).toBe(true);
    write('site/catchword.curation.yaml', RULES);
    const curated = await build('c.catchword');
    expect(curated.equals(plain)).toBe(false);
    expect((await build('d.catchword')).equals(curated)).toBe(true);
  });
});

describe('catchword check', () => {
  const findings = async () => {
    const { out } = await run(['check', join(folder, 'site'), '--format', 'json']);
    const { findings: all } = JSON.parse(out) as { findings: { file: string; line: number; message: string }[] };
    return all.map(({ file, line, message }) => `${file}:${line} ${message}`);
  };

  it('reports faults of the rules, and rules that do nothing', async () => {
    write('site/catchword.curation.yaml', 'pins:\n  - { query: a, page: b/ }\n');
    expect(await findings()).toEqual(['site/catchword.curation.yaml:2 "b/" is a folder. Specify a page, such as "b".']);
    write('site/catchword.curation.yaml', 'pins:\n  - { query: a, page: guide/start }\nexclude: [guide/]\n');
    expect(await findings()).toEqual([
      'site/catchword.curation.yaml:2 The pin does nothing: the page "guide/start" is left out. Remove the pin, or the rule that leaves the page out.',
    ]);
    write('site/catchword.curation.yaml', 'synonyms:\n  - [beginning, cluster]\n  - home -> nowhere\n');
    expect(await findings()).toEqual([
      'site/catchword.curation.yaml:3 The synonyms find nothing: no page contains the words of "nowhere". Correct them, or remove the rule.',
    ]);
  });

  it.each(['text', 'github', 'junit', 'sarif'])('reports them as %s', async (format) => {
    write('site/catchword.curation.yaml', 'exclude: [nowhere/]');
    const { code, out } = await run(['check', join(folder, 'site'), '--format', format, '--strict']);
    expect([code, out.includes('curation'), out.includes('nowhere/')]).toEqual([1, true, true]);
  });
});
