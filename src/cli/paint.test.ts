import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createLog } from './log.ts';
import { main } from './main.ts';
import { paintErr, paintOut, type Terminal } from './terminal.ts';

const folder = mkdtempSync(join(tmpdir(), 'catchword-paint-'));
mkdirSync(join(folder, 'good'));
mkdirSync(join(folder, 'bad'));
writeFileSync(join(folder, 'good', 'index.md'), '# Home\n');
writeFileSync(join(folder, 'bad', 'index.md'), '# Home\n\nSee [none](none.md).\n');
afterAll(() => rmSync(folder, { recursive: true }));

/** A terminal on both streams, and what was written to it. */
function openTerminal(environment: Terminal['environment'] = {}, isTerminal = true) {
  const written = { out: '', err: '' };
  const terminal: Terminal = {
    environment: { CI: '1', CATCHWORD_CACHE: join(folder, 'cache'), CATCHWORD_FEEDBACK: 'none', ...environment },
    out(data) {
      written.out += Buffer.from(data).toString();
    },
    err(text) {
      written.err += text;
    },
    outIsTerminal: isTerminal,
    errIsTerminal: isTerminal,
  };
  return { terminal, written };
}

async function run(args: readonly string[], environment: Terminal['environment'] = {}, isTerminal = true) {
  const { terminal, written } = openTerminal(environment, isTerminal);
  await main(args, terminal);
  return written;
}

describe('paint', () => {
  it.each<[string, Terminal['environment'], boolean, boolean]>([
    ['a terminal', {}, true, true],
    ['no terminal', {}, false, false],
    ['NO_COLOR', { NO_COLOR: '1' }, true, false],
    ['an empty NO_COLOR', { NO_COLOR: '' }, true, true],
    ['a terminal without colours', { TERM: 'dumb' }, true, false],
    ['FORCE_COLOR', { FORCE_COLOR: '1' }, false, true],
    ['an empty FORCE_COLOR', { FORCE_COLOR: '' }, false, true],
    ['FORCE_COLOR before NO_COLOR', { FORCE_COLOR: '1', NO_COLOR: '1' }, false, true],
    ['FORCE_COLOR=0', { FORCE_COLOR: '0' }, true, false],
    ['FORCE_COLOR=false', { FORCE_COLOR: 'false' }, true, false],
  ])('with %s', (_name, environment, isTerminal, isPainted) => {
    const { terminal } = openTerminal(environment, isTerminal);
    const expected = isPainted ? '\u001b[31mno\u001b[39m' : 'no';
    expect([paintErr(terminal)('error', 'no'), paintOut(terminal)('error', 'no')]).toEqual([expected, expected]);
  });

  it('asks each stream for itself', () => {
    const mixed = { ...openTerminal().terminal, outIsTerminal: false };
    expect([paintErr(mixed)('good', 'yes'), paintOut(mixed)('good', 'yes')]).toEqual([
      '\u001b[32myes\u001b[39m',
      'yes',
    ]);
  });
});

describe('on a terminal', () => {
  it('errors are red', async () => {
    const { err } = await run(['build', join(folder, 'none'), '--out', 'x']);
    expect(err).toBe(`\u001b[31mCannot open "${join(folder, 'none')}": there is no such file or folder.\u001b[39m\n`);
    expect((await run(['--frobnicate'])).err).toBe("\u001b[31merror: unknown option '--frobnicate'\u001b[39m\n");
  });

  it('warnings are yellow', async () => {
    const { err } = await run(['build', join(folder, 'bad'), '--out', join(folder, 'bad.catchword')]);
    expect(err).toMatch(/^\u001b\[33mindex\.md:3:\d+ .*none.*\u001b\[39m\n/);
    const missing = await run(['query', '--body', '{"path":"none"}', join(folder, 'good')]);
    expect(missing.err).toMatch(/^\u001b\[33mWarning: there is no page "none"\.\u001b\[39m\n$/);
  });

  it('doctor and check show by colours what is well', async () => {
    const { out } = await run(['doctor', join(folder, 'good'), '--port', '0']);
    expect(out).toMatch(/^\u001b\[32mok {6}\u001b\[39m versions /);
    const broken = await run(['doctor', join(folder, 'none'), '--port', '0']);
    expect(broken.out).toMatch(/^\u001b\[31mfailed {2}\u001b\[39m artefact /m);
    expect((await run(['check', join(folder, 'good')])).out).toMatch(/\nfindings {5}\u001b\[32m0\u001b\[39m\n$/);
    expect((await run(['check', join(folder, 'bad')])).out).toMatch(
      /\nfindings {5}\u001b\[33m1, from 1 cause\u001b\[39m\n$/,
    );
  });

  it('a log for people has the colours of its levels, and one in JSON has none', () => {
    const { terminal, written } = openTerminal();
    const reason = 'It failed';
    for (const format of ['text', 'json'] as const) {
      createLog(format, terminal, () => 0)({ kind: 'build-refused', reason });
      createLog(format, terminal, () => 0)({ kind: 'build-unstamped', reason });
    }
    const [error, info, ...json] = written.err.trimEnd().split('\n');
    const time = '1970-01-01T00:00:00.000Z  ';
    expect([error, info]).toEqual([
      `${time}\u001b[31mIt failed. Still serving the previous build.\u001b[39m`,
      `${time}It failed`,
    ]);
    expect(json.map((line) => JSON.parse(line).msg)).toEqual(['It failed. Still serving the previous build.', reason]);
  });

  it('data have no colours', async () => {
    for (const args of [
      ['query', '--get', '/api/pages/index', join(folder, 'good')],
      ['check', '--format', 'json', join(folder, 'bad')],
      ['doctor', '--json', '--port', '0', join(folder, 'good')],
      ['--version'],
    ]) {
      expect((await run(args, { FORCE_COLOR: '1' }, false)).out).not.toContain('\u001b');
    }
  });
});
