import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { artefactOf } from '../../../test/fixtures/corpus_of.ts';
import { runCommand } from '../../../test/fixtures/run_command.ts';
import { createProgram } from '../program.ts';
import { configSchema } from './config.ts';
import type { ShownSetting } from './config_command.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'catchword-config-'));
  writeFileSync(join(folder, 'catchword.config.json'), '{"title":"File","language":"de"}');
});
afterAll(() => rmSync(folder, { recursive: true }));

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

async function settings(args: readonly string[], environment = {}): Promise<Map<string, ShownSetting>> {
  const { code, out, err } = await runCommand(['config', '--json', ...args], environment);
  expect([code, err]).toEqual([0, '']);
  const shown = (JSON.parse(out) as { settings: ShownSetting[] }).settings;
  return new Map(shown.map((setting) => [setting.name, setting]));
}

describe('catchword config', () => {
  it('tells each value with its source: option, variable, file, default', async () => {
    const environment = { CATCHWORD_TITLE: 'Variable', PORT: '8080', CATCHWORD_WORKERS: '' };
    const shown = await settings([folder, '--cache', '1M', '--host', '::1', '--no-feedback-init'], environment);
    const file = join(folder, 'catchword.config.json');
    expect([...shown.values()]).toEqual(
      expect.arrayContaining([
        { name: 'source', value: folder, source: 'argument', default: expect.any(String) },
        { name: 'title', value: 'Variable', source: 'CATCHWORD_TITLE', default: folder.split('/').at(-1) },
        { name: 'language', value: 'de', source: file, default: "the generator's, else en" },
        { name: 'cache', value: '1M', source: '--cache', default: "a share of the container's memory" },
        { name: 'host', value: '::1', source: '--host', default: '127.0.0.1' },
        { name: 'port', value: '8080', source: 'PORT', default: '4777' },
        { name: 'workers', value: '1', source: 'default', default: '1' },
        { name: 'feedback-init', value: false, source: '--no-feedback-init', default: true },
      ]),
    );
  });

  it('has every option of serve, every key of the configuration and every variable of the documentation', async () => {
    const silent = { environment: {}, out() {}, err() {}, outIsTerminal: false, errIsTerminal: false };
    const serve = createProgram(silent, '', () => {}).commands.find((command) => command.name() === 'serve')!;
    const names = new Set([...(await settings([folder])).keys()].map((name) => name.toLowerCase().replaceAll('-', '')));
    const wanted = [
      ...serve.options.map(({ long }) => long!.replace(/^--(?:no-)?/, '')),
      ...Object.keys(configSchema.shape).filter((key) => key !== '$schema'),
    ];
    expect(wanted.filter((name) => !names.has(name.toLowerCase().replaceAll('-', '')))).toEqual([]);

    const page = readFileSync(new URL('../../../site/docs/reference/command-line.md', import.meta.url), 'utf8');
    const variables = new Set([...page.matchAll(/`(CATCHWORD_[A-Z_]+)`/g)].map(([, name]) => name!));
    const values: Readonly<Record<string, string>> = {
      CATCHWORD_PORT: '1',
      CATCHWORD_METRICS: '127.0.0.1:0',
      CATCHWORD_WORKERS: '2',
      CATCHWORD_ROLLUP_EVERY: '9',
      CATCHWORD_LOG_FORMAT: 'json',
      CATCHWORD_CONFIG: join(folder, 'catchword.config.json'),
      CATCHWORD_ORIGIN: 'https://a.example',
      CATCHWORD_PUBLIC_ORIGIN: 'https://a.example',
      CATCHWORD_FEEDBACK_ORIGINS: 'https://a.example',
      CATCHWORD_MCP_ORIGINS: 'https://a.example',
      CATCHWORD_LANGUAGE: 'fr',
      CATCHWORD_ADDRESS_STYLE: 'html',
      CATCHWORD_TRUSTED_PROXIES: '127.0.0.1',
      CATCHWORD_CACHE_SIZE: '2M',
      CATCHWORD_HOME: 'none',
      CATCHWORD_SEARCH: 'https://user@host:9200/name',
      CATCHWORD_SITE_FILES: 'none',
      CATCHWORD_FEEDBACK: 'memory:',
      CATCHWORD_SOURCE: folder,
    };
    for (const name of variables) {
      const args = name === 'CATCHWORD_SOURCE' ? [] : [folder];
      const shown = await settings(args, { [name]: values[name] ?? 'x' });
      expect(
        [...shown.values()].map(({ source }) => source),
        name,
      ).toContain(name);
    }
  });

  it('shows neither the secret of notify nor the path of its webhook', async () => {
    const config = join(folder, 'notify.json');
    const notify = { webhook: 'https://hooks.example/T0KEN', secret, includeMessage: true };
    writeFileSync(config, JSON.stringify({ notify }));
    const shown = await settings([folder, '--config', config], { CATCHWORD_NOTIFY_SECRET: secret });
    expect([shown.get('notify'), shown.get('notify-secret')?.value]).toEqual([
      {
        name: 'notify',
        value: { webhook: 'https://hooks.example/...', secret: '(secret)', includeMessage: true },
        source: config,
        default: null,
      },
      '(secret)',
    ]);
  });

  it.each([
    [{ webhook: 'ftp://a', secret }, {}, 'notify.webhook: must be an http or https address'],
    [
      { webhook: 'https://a', secret: 'short' },
      {},
      'notify.secret: must be "whsec_" followed by 24 to 64 bytes in base64',
    ],
    [{ webhook: 'https://a', secret, events: ['feedback.new'] }, {}, 'notify.events[0]: invalid option'],
    [{ webhook: 'https://a', secret, urls: 1 }, {}, 'notify.urls: no such key'],
    [{ webhook: 'https://a' }, {}, 'Cannot send notifications: there is no secret. Set CATCHWORD_NOTIFY_SECRET'],
    [{ webhook: 'https://a' }, { CATCHWORD_NOTIFY_SECRET: 'short' }, 'Cannot use CATCHWORD_NOTIFY_SECRET'],
    [{ webhook: 'https://a', secret }, { CATCHWORD_FEEDBACK: 'none' }, 'Cannot send notifications: feedback is off'],
  ])('refuses %j in the environment %j', async (notify, environment, complaint) => {
    const config = join(folder, 'notify.json');
    writeFileSync(config, JSON.stringify({ notify }));
    const { code, err } = await runCommand(['config', folder, '--config', config], environment);
    expect([code, err]).toEqual([2, expect.stringContaining(complaint)]);
    expect(err).not.toContain('short');
  });

  it('shows no secret', async () => {
    const { out } = await runCommand(['config', folder], {
      CATCHWORD_GATE_PASSWORD: 'hidden',
      CATCHWORD_CRON_SECRET: 'hidden',
      DATABASE_URL: 'postgres://user:hidden@db.example/x?password=hidden',
    });
    expect(out).not.toContain('hidden');
    expect(out).toMatch(/^feedback +postgres:\/\/user:\*\*\*@db\.example\/x\?password=\*\*\* +DATABASE_URL /m);
    expect(out).toMatch(/^gate-password +\(secret\) +CATCHWORD_GATE_PASSWORD +-$/m);
  });

  it('takes what an artefact was built with from the artefact', async () => {
    const artefact = join(folder, 'site.catchword');
    writeFileSync(artefact, artefactOf([{ path: 'index', title: 'Home', text: 'Welcome.' }]));
    const shown = await settings([artefact], {
      CATCHWORD_TITLE: 'Later',
      CATCHWORD_PUBLIC_ORIGIN: 'https://a.example',
    });
    expect(shown.get('title')).toMatchObject({ source: artefact });
    expect(shown.get('publicOrigin')).toMatchObject({ value: 'https://a.example', source: 'CATCHWORD_PUBLIC_ORIGIN' });
  });

  it('ends with 2 for a value that serve would refuse', async () => {
    expect(await runCommand(['config', folder, '--port', 'x'], {})).toEqual({
      code: 2,
      out: '',
      err: 'Cannot listen on port "x": expected a whole number from 0 (any) to 65535.\n',
    });
  });
});
