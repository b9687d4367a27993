import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../../test/fixtures/run_command.ts';
import { main } from './main.ts';

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
findings     1 of 1 cause
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
    [['empty'], 1, /^Cannot check ".*empty": it has no Markdown files\. Name the folder that contains them\.\n$/],
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
