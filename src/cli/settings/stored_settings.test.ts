import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SETTINGS } from '../../../test/fixtures/corpus_of.ts';
import { countedBytes, NOW } from '../../../test/fixtures/feedback.ts';
import { runCommand } from '../../../test/fixtures/run_command.ts';
import type { SiteSettings } from '../../corpus/corpus.ts';
import { loadArtefact } from '../../corpus/load_artefact.ts';
import { createMemoryStore } from '../../feedback/stores/sqlite.ts';
import { handlerOf } from '../../http/fetch_request.ts';
import { openSource } from '../open_source.ts';
import { openService, type ServeSettings } from '../serve/live_server.ts';
import { shareBuild } from '../serve/source/shared_build.ts';
import { type ConfigKey, configSchema, settings } from './config.ts';
import { overrideSettings, readStoredSettings } from './stored_settings.ts';
import { findUnusedSettings } from './unused_settings.ts';

let folder: string;
let environment: Record<string, string>;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'catchword-stored-'));
  environment = { CATCHWORD_CACHE: join(folder, 'cache') };
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Sample {
  readonly value: unknown;
  /** Other keys that it needs for an effect. */
  readonly beside?: object;
  /** A request whose answer it changes; absent where no answer shows it. */
  readonly shows?: readonly [target: string, init?: RequestInit];
}

const rpc = (body: object, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...body }),
});
const submission = (headers: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', 'idempotency-key': 'one', ...headers },
  body: JSON.stringify({ kind: 'broken', severity: 'low', message: 'No.', about: 'map' }),
});
const listTools = { method: 'tools/list' };

/** A sample of every key. A key without one fails the first test below. */
const samples: Readonly<Record<Exclude<ConfigKey, '$schema'>, Sample>> = {
  origin: { value: 'https://one.example', shows: ['/api/pages/docs/one'] },
  title: { value: 'The site', shows: ['/llms.txt'] },
  description: { value: 'What it is about', shows: ['/llms.txt'] },
  language: { value: 'de', shows: ['/api/pages/docs/one'] },
  addressStyle: { value: 'html', shows: ['/api/pages/docs/one'] },
  collections: { value: [{ name: 'guides', folder: 'docs' }], shows: ['/api/collections'] },
  fields: { value: [{ name: 'version', type: 'string' }], shows: ['/api/pages/docs/one'] },
  tools: { value: ['map'], shows: ['/api/feedback'] },
  markdown: { value: { frontMatter: 'keep' }, shows: ['/docs/one.md'] },
  publicOrigin: { value: 'https://api.example', shows: ['/.well-known/api-catalog'] },
  home: { value: 'none', shows: ['/', { headers: { accept: 'text/html' } }] },
  siteFiles: { value: ['llms.txt'], shows: ['/robots.txt'] },
  nativeQuery: {
    value: true,
    shows: [
      '/api/pages',
      { method: 'QUERY', headers: { 'content-type': 'application/json' }, body: '{"path":"docs/one"}' },
    ],
  },
  countMisses: { value: true, shows: ['/api/search?q=nothing&final=1'] },
  feedbackOrigins: {
    value: ['https://www.example.org'],
    shows: ['/api/feedback', submission({ origin: 'https://www.example.org' })],
  },
  mcp: { value: true, shows: ['/mcp', rpc(listTools)] },
  mcpOrigins: {
    value: ['https://agents.example.org'],
    beside: { mcp: true },
    shows: ['/mcp', rpc(listTools, { origin: 'https://agents.example.org' })],
  },
  mcpFeedback: { value: true, beside: { mcp: true }, shows: ['/mcp', rpc(listTools)] },
  notify: { value: { webhook: 'https://example.org/hook', secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' } },
  cache: { value: '8M' },
  search: { value: 'https://host:9200/name' },
  trustedProxies: { value: ['10.0.0.1'] },
  check: { value: { ignore: [{ rule: 'dead-link' }] } },
};
const keys = Object.keys(samples) as (keyof typeof samples)[];
const keysThat = (...uses: readonly string[]) => keys.filter((key) => uses.includes(settings[key].use));

/** Builds a folder with a configuration, and moves the artefact to a folder of its own. */
async function build(name: string, config: object): Promise<{ readonly artefact: string; readonly said: string }> {
  const content = join(folder, name, 'content');
  mkdirSync(join(content, 'docs'), { recursive: true });
  writeFileSync(join(content, 'index.md'), '# Home\n\nSee [none](none.md).\n');
  for (const page of ['one', 'two'])
    writeFileSync(join(content, 'docs', `${page}.md`), `---\nversion: 1\n---\n\n# ${page}\n\nThe page ${page}.\n`);
  writeFileSync(join(content, 'catchword.config.json'), JSON.stringify(config));
  const built = join(folder, name, 'site.catchword');
  const { code, err } = await runCommand(['build', content, '--out', built], environment);
  expect(code).toBe(0);
  const artefact = join(folder, name, 'elsewhere', 'site.catchword');
  mkdirSync(join(folder, name, 'elsewhere'), { recursive: true });
  renameSync(built, artefact);
  return { artefact, said: err };
}

const served: ServeSettings = {
  ...{ host: '0.0.0.0', port: 0, cacheBytes: 0, gatePassword: null, trustedProxies: [], feedback: null },
  ...{ logsRequests: false, countsMetrics: false },
};

/** The answer of a server that has no option, and how many misses it counted. */
async function ask(artefact: string, [target, init]: NonNullable<Sample['shows']>, variables = {}): Promise<unknown> {
  const silent = { environment: variables, out() {}, err() {}, outIsTerminal: false, errIsTerminal: false };
  const corpus = await openSource(artefact, {}, silent, () => {});
  let misses = 0;
  const feedback = { store: createMemoryStore(), now: () => NOW, randomBytes: countedBytes() };
  const parts = { feedback, onMiss: () => void misses++, observe() {} };
  const handle = handlerOf(await openService(shareBuild(corpus), served, parts));
  const address = 'http://service.example';
  if (target === '/api/feedback' && init === undefined) await handle(new Request(address + target, submission({})));
  const response = await handle(new Request(address + target, init));
  const headers = [...response.headers].filter(([name]) => name !== 'etag');
  return [response.status, headers, await response.text(), misses];
}

/** What `catchword config` says of an artefact. */
async function shown(artefact: string, key: ConfigKey, variables = {}) {
  const { code, out } = await runCommand(['config', '--json', artefact], variables);
  expect(code).toBe(0);
  const { settings, unused } = JSON.parse(out) as {
    readonly settings: { readonly name: string; readonly value: unknown; readonly source: string }[];
    readonly unused: string[];
  };
  return { ...settings.find(({ name }) => name === key)!, named: unused.some((line) => line.includes(`"${key}"`)) };
}

describe('every setting', () => {
  it('has its use, and a sample here', () => {
    const known = Object.keys(configSchema.shape).sort();
    expect([Object.keys(settings).sort(), ['$schema', ...keys].sort()]).toEqual([known, known]);
    expect(keysThat('build', 'service').filter((key) => samples[key].shows === undefined)).toEqual([]);
  });

  it.each(keysThat('build', 'service'))('"%s" of the folder holds where its artefact is served', async (key) => {
    const { value, beside = {}, shows } = samples[key];
    const plain = await build(`plain-${key}`, beside);
    const { artefact, said } = await build(key, { ...beside, [key]: value });
    expect(said).not.toContain(`"${key}"`);
    expect(await ask(artefact, shows!)).not.toEqual(await ask(plain.artefact, shows!));
    expect(await shown(artefact, key)).toMatchObject({ source: artefact, named: false });
  });

  it.each(keysThat('server'))(
    '"%s" of the folder is named by the build, and where its artefact is served',
    async (key) => {
      const { artefact, said } = await build(key, { [key]: samples[key].value });
      expect(said).toContain(`An artefact does not store the settings "${key}".`);
      expect(await shown(artefact, key)).toMatchObject({ source: 'default', named: true });
      // It holds as soon as it is declared there.
      const config = join(folder, key, 'elsewhere', 'catchword.config.json');
      writeFileSync(config, JSON.stringify({ [key]: samples[key].value }));
      expect(await shown(artefact, key)).toMatchObject({ source: config, named: false });
    },
  );

  it.each(keysThat('service'))('"%s" beside an artefact overrides it', async (key) => {
    const { value, beside = {}, shows } = samples[key];
    const { artefact } = await build(`beside-${key}`, beside);
    const before = await ask(artefact, shows!);
    const config = join(folder, `beside-${key}`, 'elsewhere', 'catchword.config.json');
    writeFileSync(config, JSON.stringify({ [key]: value }));
    expect(await ask(artefact, shows!)).not.toEqual(before);
    expect(await shown(artefact, key)).toMatchObject({ source: config, named: false });
  });

  it.each(keysThat('build'))('"%s" beside an artefact is named, unless the build has the same', async (key) => {
    const { value, beside = {}, shows } = samples[key];
    const { artefact } = await build(`rebuild-${key}`, beside);
    const same = await build(`same-${key}`, { ...beside, [key]: value });
    for (const place of ['rebuild', 'same'])
      writeFileSync(
        join(folder, `${place}-${key}`, 'elsewhere', 'catchword.config.json'),
        JSON.stringify({ [key]: value }),
      );
    expect(await ask(artefact, shows!)).not.toEqual(await ask(same.artefact, shows!));
    expect(await shown(artefact, key)).toMatchObject({ named: true });
    expect(await shown(same.artefact, key)).toMatchObject({ named: false });
  });

  it('"check" is taken by the check of its folder', async () => {
    await build('check', { check: samples.check.value });
    const { out } = await runCommand(['check', join(folder, 'check', 'content')], environment);
    expect(out).not.toContain('none.md');
  });
});

describe('what an artefact stores', () => {
  it('does not depend on the order of the keys, and has no value of what it does not store', async () => {
    const config = { title: 'T', mcp: true, collections: [{ name: 'docs', title: 'D' }], notify: samples.notify.value };
    const turned = { notify: config.notify, collections: [{ title: 'D', name: 'docs' }], mcp: true, title: 'T' };
    const [one, other] = [await build('one', config), await build('other', turned)].map(({ artefact }) =>
      loadArtefact(artefact),
    );
    expect(one!.digest).toBe(other!.digest);
    expect([one!.settings.declared, one!.settings.notStored]).toEqual([
      { title: 'T', collections: [{ name: 'docs', title: 'D' }], mcp: true },
      ['notify'],
    ]);
  });

  it('is in the content stamp, without the names of what it does not store', async () => {
    const stamps = [];
    for (const [name, config] of Object.entries({ a: {}, b: { cache: '1M' }, c: { mcp: true } }))
      stamps.push(loadArtefact((await build(name, config)).artefact).stamps.content);
    expect([stamps[0] === stamps[1], stamps[0] === stamps[2]]).toEqual([true, false]);
  });

  it('is none in an older artefact, which opens with the defaults', () => {
    expect(readStoredSettings(SETTINGS)).toEqual({});
    expect(overrideSettings(SETTINGS, {})).toEqual({ ...SETTINGS, declared: {} });
  });

  it.each([
    [{ home: 'shop' }, 'its setting "home" is not valid in a configuration; build it again'],
    [{ mcpOrigins: ['https://a.example/path'] }, 'its setting "mcpOrigins" is not valid in a configuration'],
    [{ siteFiles: ['../secret'] }, 'its setting "siteFiles" is not valid in a configuration'],
    [{ collections: [{ name: 'a', __proto__x: 1 }] }, 'its setting "collections" is not valid in a configuration'],
    [{ '\u0007': 1 }, 'it stores settings that this program does not know'],
    [{ notify: samples.notify.value }, 'it stores settings that this program does not know'],
    ['text', 'it stores settings that this program does not know'],
    [null, 'it stores settings that this program does not know'],
    [[true], 'it stores settings that this program does not know'],
  ])('is refused where it is %j', (declared, reason) => {
    const crafted = { ...SETTINGS, declared } as unknown as SiteSettings;
    expect(() => readStoredSettings(crafted)).toThrow(reason);
  });

  it('is overridden by a public origin of null', () => {
    const settings = {
      ...SETTINGS,
      publicOrigin: 'https://a.example',
      declared: { publicOrigin: 'https://a.example' },
    };
    expect(overrideSettings(settings, { publicOrigin: null }).publicOrigin).toBe(null);
  });
});

describe('findUnusedSettings', () => {
  const here = { source: '/nowhere/site.catchword', flags: {}, environment: {}, host: '127.0.0.1', hasStore: true };

  it.each([
    [{}, { declared: { mcpFeedback: true, countMisses: true, feedbackOrigins: ['https://a.example'] } }, []],
    [
      { host: '0.0.0.0' },
      { declared: { mcpOrigins: ['https://a.example'] } },
      ['Settings without effect: "mcpOrigins". /mcp is off on 0.0.0.0: set "mcp" to true, or start with --mcp.'],
    ],
    [{ host: '0.0.0.0', flags: { mcp: false } }, { declared: { mcpOrigins: ['https://a.example'] } }, []],
    [{ host: '0.0.0.0' }, { declared: { mcp: true, mcpOrigins: ['https://a.example'] } }, []],
    [
      { hasStore: false },
      { declared: { mcpFeedback: true, countMisses: true } },
      [
        'Settings without effect: "countMisses", "mcpFeedback". No feedback is stored here: specify a store with --feedback.',
      ],
    ],
    [{ hasStore: false, environment: { CATCHWORD_COUNT_MISSES: '0' } }, { declared: { countMisses: true } }, []],
    [
      { environment: { CATCHWORD_TITLE: 'New', CATCHWORD_ORIGIN: 'https://a.example' } },
      { declared: { origin: 'https://a.example' } },
      ['Settings without effect: CATCHWORD_TITLE. Only a build uses them: build again to apply them.'],
    ],
    [{ flags: { cache: '1M' } }, { notStored: ['cache'] }, []],
    [{}, { notStored: ['something', 7] as unknown as string[] }, []],
  ])('served with %j, of %j, says %j', (served, built, said) => {
    expect(findUnusedSettings({ ...SETTINGS, ...built }, { ...here, ...served })).toEqual(said);
  });
});
