import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../../test/fixtures/run_command.ts';
import { DEAD_EXTERNAL } from '../check/external_links.ts';
import { RULES, UNKNOWN_COMPONENT } from '../check/finding.ts';
import { main } from './main.ts';
import { CHECK_RULES } from './options.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'check-command-'));
  mkdirSync(join(folder, 'sound'));
  writeFileSync(join(folder, 'sound', 'a.md'), '# A\n\n[a](#a)\n');
  mkdirSync(join(folder, 'faulty'));
  writeFileSync(join(folder, 'faulty', 'a.md'), '# A\n\n[g](g) [x](/api/x)\n');
  writeFileSync(join(folder, 'faulty', 'catchword.config.json'), '{"check":{"ignore":[{"target":"/api/*"}]}}');
  mkdirSync(join(folder, 'empty'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const check = (name: string, ...flags: string[]) => runCommand(['check', join(folder, name), ...flags], {});

describe('catchword check', () => {
  it('takes every rule that reports name', () => {
    expect(CHECK_RULES).toEqual(expect.arrayContaining([...RULES, DEAD_EXTERNAL, UNKNOWN_COMPONENT]));
  });

  it('reports on stdout and ends with 0', async () => {
    expect(await check('faulty')).toEqual({
      code: 0,
      out: `dead-link
  1 link to "g": no page
    ${folder}/faulty/a.md:3:1

generator    plain
pages        1 of 1 file
links        0 resolved, 2 unresolved
ignored      1 by the configuration
findings     1, from 1 cause
`,
      err: '',
    });
  });

  it.each([
    ['faulty', 1],
    ['sound', 0],
  ])('--strict ends a check of the %s folder with %d', async (name, code) => {
    expect((await check(name, '--strict')).code).toBe(code);
  });

  it.each([
    ['dead-link', 1],
    ['front-matter', 0],
  ])('--rule %s --strict ends with %d', async (rule, code) => {
    expect((await check('faulty', '--rule', rule, '--strict')).code).toBe(code);
  });

  describe('--external', () => {
    const results = (name: string) => join(folder, name);
    const known = (links: object) => JSON.stringify({ version: 1, links });
    const today = new Date().toISOString().slice(0, 10);
    beforeAll(() => {
      mkdirSync(join(folder, 'linked'));
      writeFileSync(
        join(folder, 'linked', 'a.md'),
        '# A\n\n[b](https://b.org/x?y#z) [c](https://c.org) [d](http://localhost/)\n',
      );
    });

    it('reports what the results know, keeps those of links that are still there, and asks no site again', async () => {
      const file = results('results.json');
      const dead = { checked: today, status: 404 };
      const good = { checked: today, status: 200 };
      writeFileSync(file, known({ 'https://b.org/x?y': dead, 'https://c.org/': good, 'https://gone.org/': good }));
      expect(await check('linked', '--external', file)).toEqual({
        code: 0,
        out: `dead-external
  1 link to "https://b.org/x?y": its site returned 404
    ${folder}/linked/a.md:3:1

generator    plain
pages        1 of 1 file
links        0 resolved, 0 unresolved
findings     1, from 1 cause
`,
        err: '',
      });
      const { links } = JSON.parse(readFileSync(file, 'utf8'));
      expect(links).toEqual({ 'https://b.org/x?y': dead, 'https://c.org/': good });
      expect((await check('linked', '--external', file, '--rule', 'dead-external', '--strict')).code).toBe(1);
      expect((await check('linked', '--external', file, '--rule', 'dead-link', '--strict')).code).toBe(0);
      expect((await check('linked', '--strict')).code).toBe(0);
      for (const format of ['json', 'github', 'junit', 'sarif'])
        expect((await check('linked', '--external', file, '--format', format)).out).toContain('its site returned 404');
    });

    it('refuses a file that holds no results, and leaves it as it is', async () => {
      const file = results('other.json');
      writeFileSync(file, '{"name":"package"}');
      expect(await check('linked', '--external', file)).toEqual({
        code: 1,
        out: '',
        err: `Cannot use "${file}": it does not contain link results. Specify a new file, or delete this one.\n`,
      });
      expect(readFileSync(file, 'utf8')).toBe('{"name":"package"}');
    });

    it('says that it cannot write the results', async () => {
      const file = join(folder, 'no-such-folder', 'results.json');
      expect(await check('sound', '--external', file)).toEqual({
        code: 1,
        out: '',
        err: `Cannot write "${file}": there is no such file or folder. Specify another file with --external.\n`,
      });
    });
  });

  it.each(['text', 'json', 'github', 'junit', 'sarif'])('--format %s reports the same findings', async (format) => {
    const { code, out, err } = await check('faulty', '--format', format, '--strict');
    expect([code, err]).toEqual([1, '']);
    expect(out).toContain('dead-link');
    expect(out).not.toContain('/api/x');
  });

  it.each([
    [
      ['faulty', '--format', 'xml'],
      2,
      "error: option '--format <format>' argument 'xml' is invalid. Allowed choices are text, json, github, junit, sarif.\n",
    ],
    [
      ['faulty', '--rule', 'dead'],
      2,
      /^error: option '--rule <name>' argument 'dead' is invalid\. Allowed choices are all, dead-link, .*, unknown-component\.\n$/,
    ],
    [['empty'], 1, /^Cannot check ".*empty": it contains no Markdown files\. Pass the folder that contains them\.\n$/],
    [['nothing'], 1, /^Cannot open ".*nothing": there is no such file or folder\.\n$/],
  ] as const)('%j ends with %d and says why', async ([name, ...flags], code, reason) => {
    const ran = await check(name, ...flags);
    expect([ran.code, ran.out]).toEqual([code, '']);
    if (typeof reason === 'string') expect(ran.err).toBe(reason);
    else expect(ran.err).toMatch(reason);
  });

  it('shows its progress on a terminal, and clears it', async () => {
    const written: string[] = [];
    const terminal = { environment: {}, out() {}, outIsTerminal: true, errIsTerminal: true };
    await main(['check', join(folder, 'sound')], { ...terminal, err: (text) => written.push(text) });
    const line = 'Reading pages: 100 % of 1';
    expect(written.join('')).toBe(`\r${line}\r${' '.repeat(line.length)}\r`);
  });
});
