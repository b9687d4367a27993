import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { artefactOf } from '../../test/fixtures/corpus_of.ts';
import { examineInstallation, type Machine } from './doctor_command.ts';
import type { DoctorFlags } from './options.ts';

let folder: string;
let artefact: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'catchword-doctor-'));
  artefact = join(folder, 'site.catchword');
  writeFileSync(artefact, artefactOf([{ path: 'index', title: 'Home', text: 'Welcome.' }]));
});
afterAll(() => rmSync(folder, { recursive: true }));

const machine: Machine = { now: Date.now, freeBytes: () => 2 ** 30 };

/** Runs doctor. @returns its exit code and its checks as `state detail`, by name */
async function examine(source: string | null, flags: DoctorFlags = {}, on: Partial<Machine> = {}) {
  let out = '';
  const terminal = {
    environment: { CATCHWORD_CACHE: join(folder, 'cache') },
    out(text: string | Uint8Array) {
      out += text;
    },
    err: () => {},
    outIsTerminal: false,
    errIsTerminal: false,
  };
  const all = { port: '0', feedback: 'none', json: true, ...flags };
  const code = await examineInstallation(source, all, terminal, { ...machine, ...on });
  const { checks } = JSON.parse(out) as { checks: { name: string; state: string; detail: string }[] };
  return { code, ...Object.fromEntries(checks.map(({ name, state, detail }) => [name, `${state} ${detail}`])) };
}

describe('catchword doctor', () => {
  it('finds nothing wrong in a sound installation', async () => {
    expect(await examine(artefact)).toEqual({
      code: 0,
      versions: expect.stringMatching(/^ok Node \d+\.\d+\.\d+, Unicode \S+, artefact format \d+$/),
      configuration: 'ok no file: using defaults and environment variables',
      artefact: expect.stringMatching(`^ok "${artefact}" is valid: 1 page, commit \\S+$`),
      origin: 'ok https://site.example',
      settings: 'ok all declared settings have an effect',
      store: 'ok feedback is off',
      clock: expect.stringMatching(/^ok \d{4}-/),
      port: 'ok 127.0.0.1:0 is free',
      permissions: 'ok the store and cache folders are writable',
      disk: `ok 1024 MiB free for the cache in "${folder}"`,
    });
  });

  it('distinguishes a folder, no source, and a store that does not exist yet', async () => {
    const file = join(folder, 'new', 'feedback.db');
    expect(await examine(folder)).toMatchObject({
      artefact: `ok "${folder}" is a folder: serve builds it when it starts`,
      origin:
        'warning No origin: addresses are root-relative; the sitemap and feeds are off. Set "origin" in catchword.config.json or CATCHWORD_ORIGIN.',
    });
    expect(await examine(null, { feedback: `sqlite:${file}` })).toMatchObject({
      code: 0,
      artefact: 'warning none is specified: pass one as an argument or set CATCHWORD_SOURCE',
      store: `warning "${file}" does not exist yet: serve will create it`,
    });
  });

  it('names a wrong configuration and a damaged artefact', async () => {
    const config = join(folder, 'wrong.json');
    writeFileSync(config, '{"titel":""}');
    const damaged = join(folder, 'damaged.catchword');
    writeFileSync(damaged, 'nothing');
    expect(
      await examine(damaged, { config: join(folder, 'missing.json') }).catch((error: Error) => error.message),
    ).toMatch(/^Cannot read the configuration ".*missing\.json": it does not exist\./);
    expect(await examine(damaged)).toMatchObject({
      code: 1,
      artefact: `failed Cannot open "${damaged}": it is not a Catchword artefact`,
    });
  });

  it('fails for a clock in the past and a full disk', async () => {
    const past = await examine(artefact, {}, { now: () => Date.UTC(2001, 0, 1), freeBytes: () => 2 ** 20 });
    expect(past).toMatchObject({
      code: 1,
      clock: expect.stringMatching(
        /^failed 2001-01-01T00:00:00\.000Z is earlier than the time at which ".*" was written: set the clock/,
      ),
      disk: `failed 1 MiB free for the cache in "${folder}": at least 128 MiB is needed`,
    });
  });

  it('warns of a port that is taken, and fails for an address of another machine', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    expect(await examine(artefact, { port: String(port) })).toMatchObject({
      code: 0,
      port: `warning 127.0.0.1:${port} is taken by a running server or another program`,
    });
    taken.close();
    expect(await examine(artefact, { host: '192.0.2.1' })).toMatchObject({
      code: 1,
      port: 'failed Cannot listen on 192.0.2.1:0: this machine has no such address; choose another with --host.',
    });
  });

  it.runIf(process.getuid?.() !== 0)('fails when the folder of the store cannot be written', async () => {
    const closed = join(folder, 'closed');
    mkdirSync(closed);
    chmodSync(closed, 0o500);
    expect(await examine(artefact, { feedback: `sqlite:${join(closed, 'feedback.db')}` })).toMatchObject({
      code: 1,
      permissions: `failed "${closed}" for the store: permission denied`,
    });
  });
});
