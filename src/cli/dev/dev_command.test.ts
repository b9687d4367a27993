import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '../../../test/fixtures/run_command.ts';

const program = fileURLToPath(new URL('../../../bin/catchword', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'catchword-dev-'));
const running = new Set<ChildProcess>();
let sites = 0;
let folder: string;
let content: string;

beforeEach(() => {
  folder = join(work, String(sites++));
  content = join(folder, 'content');
  write('index.md', '# Home\n\nSee [one](guide/one.md).\n');
  write('guide/one.md', '# One\n\nText.\n');
});
afterEach(async () => {
  for (const child of running) child.kill('SIGKILL');
  running.clear();
});
afterAll(() => rmSync(work, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(content, file)), { recursive: true });
  writeFileSync(join(content, file), text);
}

/** A running `catchword dev`, and what it says on standard error. */
interface Dev {
  readonly child: ChildProcess;
  readonly ready: { readonly url: string; readonly events: string };
  /** What it says of the origin of the site when it starts; null: nothing. */
  readonly ofOrigin: string | null;
  /** All that it has said. */
  readonly lines: readonly string[];
  /** Waits until a line matches, after those that earlier calls matched. */
  said(pattern: RegExp): Promise<string>;
  json(target: string): Promise<unknown>;
  status(target: string): Promise<number>;
}

async function start(
  args: readonly string[] = [],
  environment: Record<string, string> = {},
  command: readonly string[] = ['dev'],
): Promise<Dev> {
  const child = spawn(process.execPath, [program, ...command, content, '--port', '0', ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, CATCHWORD_CACHE: join(folder, 'cache'), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const all: string[] = [];
  const lines: string[] = [];
  let wake = () => {};
  createInterface({ input: child.stderr! }).on('line', (line) => {
    all.push(line);
    lines.push(line);
    wake();
  });
  const said = async (pattern: RegExp): Promise<string> => {
    for (;;) {
      for (let line = lines.shift(); line !== undefined; line = lines.shift()) if (pattern.test(line)) return line;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  const [line] = await once(createInterface({ input: child.stdout! }), 'line');
  const ready = JSON.parse(line as string) as Dev['ready'];
  const first = await said(/^(?:No origin|Watching)/);
  const dev: Dev = {
    ...{ child, ready, said, lines: all, ofOrigin: first.startsWith('No') ? first : null },
    json: async (target) => (await fetch(ready.url + target)).json(),
    status: async (target) => (await fetch(ready.url + target)).status,
  };
  if (dev.ofOrigin !== null) await said(/^Watching/);
  return dev;
}

async function descriptionOf(dev: Dev, path: string): Promise<string> {
  return ((await dev.json(`/api/pages/${path}`)) as { page: { description: string } }).page.description;
}

describe('catchword dev', () => {
  it('says what to set where no origin is known, and nothing where one is', async () => {
    expect((await start()).ofOrigin).toBe(
      'No origin: addresses are root-relative; the sitemap and feeds are off. Set "origin" in catchword.config.json or CATCHWORD_ORIGIN.',
    );
    expect((await start([], { CATCHWORD_ORIGIN: 'https://site.example' })).ofOrigin).toBeNull();
  });

  it('says where it listens, and that answers of a local build have no validators', async () => {
    const dev = await start();
    expect(dev.ready).toEqual({
      listening: true,
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      events: `${dev.ready.url}/dev/events`,
      commit: null,
      content: null,
    });
    const response = await fetch(`${dev.ready.url}/api/pages/guide/one`);
    expect([response.status, response.headers.get('etag'), response.headers.get('cache-control')]).toEqual([
      200,
      null,
      'no-cache',
    ]);
  });

  it('says in the terminal and in the explorer when a large site is not ordered as by a build', async () => {
    const order =
      /^The order of the top results may differ from that of a build, because the site has more than 1000 pages\.$/;
    const small = await start();
    expect(await (await fetch(`${small.ready.url}/explore`)).text()).not.toContain('does not order pages');
    for (let i = 0; i < 1000; i++) write(`many/page-${i}.md`, `# Page ${i}\n`);
    const large = await start();
    expect(await (await fetch(`${large.ready.url}/explore`)).text()).toContain(
      '<p>This build does not rank pages by related words, so another build may show other results first.</p>',
    );
    expect([small, large].map(({ lines }) => lines.filter((line) => order.test(line)).length)).toEqual([0, 1]);
  });

  it('is what a folder in place of a command starts', async () => {
    const dev = await start([], {}, []);
    write('guide/one.md', '# One\n\nEdited.\n');
    await dev.said(/^Build 2: changed guide\/one/);
    expect(await descriptionOf(dev, 'guide/one')).toBe('Edited.');
  });

  it('answers edits, new, renamed and removed pages, and names them', async () => {
    const dev = await start();
    write('guide/one.md', '# One\n\nEdited.\n');
    await dev.said(/^Build 2: changed guide\/one; 2 pages, served after \d+ ms\.$/);
    expect(await descriptionOf(dev, 'guide/one')).toBe('Edited.');
    write('new/deep/two.md', '# Two\n\nNew.\n');
    await dev.said(/^Build 3: added new\/deep\/two; 3 pages/);
    expect(await descriptionOf(dev, 'new/deep/two')).toBe('New.');
    renameSync(join(content, 'new'), join(content, 'moved'));
    await dev.said(/^Build \d+: added moved\/deep\/two; removed new\/deep\/two; 3 pages/);
    expect(await dev.status('/api/pages/new/deep/two')).toBe(404);
    write('moved/deep/two.md', '# Two\n\nEdited where it is now.\n');
    await dev.said(/changed moved\/deep\/two/);
    expect(await descriptionOf(dev, 'moved/deep/two')).toBe('Edited where it is now.');
    rmSync(join(content, 'moved'), { recursive: true });
    await dev.said(/removed moved\/deep\/two; 2 pages/);
    expect(await dev.status('/api/pages/moved/deep/two')).toBe(404);
  });

  it('answers what editors save by renaming, and later edits of the same file', async () => {
    const dev = await start();
    const page = join(content, 'guide/one.md');
    for (const round of [1, 2]) {
      writeFileSync(`${page}.tmp`, `# One\n\nRenamed into place ${round}.\n`);
      renameSync(`${page}.tmp`, page);
      await dev.said(/changed guide\/one/);
      expect(await descriptionOf(dev, 'guide/one')).toBe(`Renamed into place ${round}.`);
      renameSync(page, `${page}~`);
      writeFileSync(page, `# One\n\nWritten anew ${round}.\n`);
      unlinkSync(`${page}~`);
      await dev.said(/changed guide\/one/);
      expect(await descriptionOf(dev, 'guide/one')).toBe(`Written anew ${round}.`);
      write('guide/one.md', `# One\n\nWritten in place ${round}.\n`);
      await dev.said(/changed guide\/one/);
      expect(await descriptionOf(dev, 'guide/one')).toBe(`Written in place ${round}.`);
    }
  });

  it('shows images that are added, changed and removed while no page changes', async () => {
    write('guide/one.md', '# One\n\n![A](a.png)\n');
    const dev = await start();
    const image = `${dev.ready.url}/explore/images/guide/a.png`;
    const shows = async () => {
      const html = await (await fetch(`${dev.ready.url}/explore/page/guide/one`)).text();
      const answer = await fetch(image);
      return [html.includes('<img src="/explore/images/guide/a.png"'), answer.status === 200 && (await answer.text())];
    };
    expect(await shows()).toEqual([false, false]);
    write('guide/a.png', 'pixels');
    await dev.said(/^Build 2: new settings or images; 2 pages/);
    expect(await shows()).toEqual([true, 'pixels']);
    write('guide/a.png', 'other pixels');
    expect(await shows()).toEqual([true, 'other pixels']);
    rmSync(join(content, 'guide/a.png'));
    await dev.said(/^Build 3: new settings or images; 2 pages/);
    expect(await shows()).toEqual([false, false]);
  });

  it('answers 200 files that are written at once', async () => {
    const dev = await start();
    for (let page = 0; page < 200; page++) write(`many/p${page}.md`, `# Page ${page}\n\nNumber ${page}.\n`);
    // A slow machine may see them in several batches.
    await dev.said(/; 202 pages, served/);
    expect(await descriptionOf(dev, 'many/p199')).toBe('Number 199.');
    expect(await dev.json('/api/pages?collection=many&limit=1')).toMatchObject({ total: 200 });
  });

  it('uses an edited configuration, and keeps the last good build while it has a fault', async () => {
    const dev = await start();
    const canonical = async () =>
      ((await dev.json('/api/pages/guide/one')) as { page: { canonical: string } }).page.canonical;
    write('catchword.config.json', '{"origin":"https://first.example"}');
    await dev.said(/^Build 2: new configuration; 2 pages/);
    expect(await canonical()).toBe('https://first.example/guide/one');
    write('catchword.config.json', '{"origin":');
    expect(await dev.said(/^Cannot/)).toBe(
      `Cannot read "${join(content, 'catchword.config.json')}" as JSON: it ends too early (line 1, column 11). Still serving build 2.`,
    );
    write('guide/one.md', '# One\n\nEdited meanwhile.\n');
    expect(await canonical()).toBe('https://first.example/guide/one');
    write('catchword.config.json', '{"origin":"https://second.example"}');
    await dev.said(/^Build 3: new configuration; changed guide\/one; 2 pages/);
    expect(await canonical()).toBe('https://second.example/guide/one');
    unlinkSync(join(content, 'catchword.config.json'));
    await dev.said(/^Build 4: new configuration/);
    expect(await canonical()).toBe('/guide/one');
  });

  it('uses edited search rules, keeps the last good build while they have a fault, and names those that do nothing', async () => {
    const dev = await start();
    const found = async () => {
      const { items } = (await dev.json('/api/search?q=uno')) as { items: { path: string }[] };
      return items.map(({ path }) => path);
    };
    expect(await found()).toEqual([]);
    write('catchword.curation.yaml', 'synonyms: [uno -> one]\n');
    await dev.said(/^Build 2/);
    expect(await found()).toEqual(['guide/one', 'index']);
    write('catchword.curation.yaml', 'exclude: [/]\n');
    expect(await dev.said(/catchword.curation.yaml:1:11/)).toContain('"/" means every page.');
    expect(await found()).toEqual(['guide/one', 'index']);
    write('catchword.curation.yaml', 'synonyms: [uno -> one]\nexclude: [guide/one, nowhere]\n');
    await dev.said(/^Build 3/);
    expect(await found()).toEqual(['index']);
    await dev.said(/catchword.curation.yaml:2:22 {2}The site has no page "nowhere"/);
    unlinkSync(join(content, 'catchword.curation.yaml'));
    await dev.said(/^Build 4/);
    expect(await found()).toEqual([]);
  });

  it('has the settings of an edited configuration, and names those that it leaves out', async () => {
    write('catchword.config.json', '{"siteFiles":[],"cache":"1M","countMisses":true,"mcpFeedback":true}');
    const dev = await start();
    expect(dev.lines.filter((line) => line.startsWith('Settings'))).toEqual([
      'Settings without effect: "cache", "countMisses". Only "catchword serve" uses them.',
      'Settings without effect: "mcpFeedback". No feedback is stored here: specify a store with --feedback.',
    ]);
    expect(await dev.status('/robots.txt')).toBe(404);
    write('catchword.config.json', '{"siteFiles":["robots.txt"]}');
    await dev.said(/^Build 2/);
    expect(await dev.status('/robots.txt')).toBe(200);
  });

  it('reads a configuration outside the folder, and files that pages include from there', async () => {
    mkdirSync(join(folder, '.git'));
    const config = join(folder, 'settings.json');
    writeFileSync(config, '{"title":"First"}');
    writeFileSync(join(folder, 'book.toml'), '[book]\nsrc = "content"\n');
    writeFileSync(join(folder, 'shared.md'), 'Shared words.\n');
    write('guide/one.md', '# One\n\n{{#include ../../shared.md}}\n');
    const dev = await start(['--config', config]);
    expect(await descriptionOf(dev, 'guide/one')).toBe('Shared words.');
    writeFileSync(join(folder, 'shared.md'), 'Other words.\n');
    await dev.said(/changed guide\/one/);
    expect(await descriptionOf(dev, 'guide/one')).toBe('Other words.');
    writeFileSync(config, '{"title":"Second"}');
    await dev.said(/new configuration/);
  });

  it('names new dead links and other faults once, and says when they are fixed', async () => {
    const dev = await start();
    write('guide/one.md', '# One\n\n[No](nowhere.md) and [no](#missing).\n');
    expect(await dev.said(/dead-link/)).toBe(
      'guide/one.md:3:1  Cannot resolve the link "nowhere.md": no page matches it  (dead-link)',
    );
    expect(await dev.said(/dead-anchor/)).toBe(
      'guide/one.md:3:22  Cannot find the anchor "#missing": no heading on this page has it  (dead-anchor)',
    );
    write('index.md', '---\ntitle: [\n---\n# Home\n\nSee [one](guide/one.md).\n');
    expect(await dev.said(/front-matter|dead/)).toMatch(/^index\.md:.*\(front-matter\)$/);
    unlinkSync(join(content, 'guide/one.md'));
    expect(await dev.said(/dead/)).toBe(
      'index.md:6:5  Cannot resolve the link "guide/one.md": no page matches it  (dead-link)',
    );
    expect(await dev.said(/fixed/)).toBe('2 findings fixed, 2 left.');
  });

  it('does not wait for a FIFO, which is no page', async () => {
    const dev = await start();
    execFileSync('mkfifo', [join(content, 'guide/pipe.md')]);
    expect(await dev.said(/pipe/)).toBe('guide/pipe.md  Cannot publish the page: it is not a regular file  (no-page)');
    write('guide/one.md', '# One\n\nEdited.\n');
    await dev.said(/changed guide\/one/);
    expect(await descriptionOf(dev, 'guide/one')).toBe('Edited.');
  });

  it('keeps the last good build while the folder is away, and answers from it when it is made again', async () => {
    const dev = await start();
    rmSync(content, { recursive: true });
    expect(await dev.said(/^Cannot/)).toMatch(/^Cannot (?:open|build) ".*\/content": .*\. Still serving build \d+\.$/);
    expect(await descriptionOf(dev, 'guide/one')).toBe('Text.');
    write('index.md', '# Home\n\nMade again.\n');
    await dev.said(/removed guide\/one; 1 page,/);
    expect(await descriptionOf(dev, 'index')).toBe('Made again.');
    write('index.md', '# Home\n\nEdited again.\n');
    await dev.said(/changed index/);
    expect(await descriptionOf(dev, 'index')).toBe('Edited again.');
  });

  it('reads the files regularly with --poll', async () => {
    const dev = await start(['--poll', '100']);
    write('guide/one.md', '# One\n\nEdited and polled.\n');
    await dev.said(/changed guide\/one/);
    expect(await descriptionOf(dev, 'guide/one')).toBe('Edited and polled.');
  });

  it('ignores what git ignores, until the ignore file changes', async () => {
    write('.gitignore', 'drafts/\n');
    write('drafts/three.md', '# Three\n\nIgnored.\n');
    const dev = await start();
    expect(await dev.status('/api/pages/drafts/three')).toBe(404);
    write('.gitignore', '');
    await dev.said(/added drafts\/three/);
    write('drafts/three.md', '# Three\n\nSeen.\n');
    await dev.said(/changed drafts\/three/);
    expect(await descriptionOf(dev, 'drafts/three')).toBe('Seen.');
  });

  it('takes the next port when the wanted one is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    const dev = await start(['--port', String(port)]);
    taken.close();
    expect(Number(new URL(dev.ready.url).port)).toBeGreaterThan(port);
    expect(await dev.status('/api/pages/guide/one')).toBe(200);
  });

  it('starts several at the same moment on one folder, each on a port of its own', async () => {
    const free = createServer().listen(0, '127.0.0.1');
    await once(free, 'listening');
    const { port } = free.address() as { port: number };
    free.close();
    await once(free, 'close');
    const devs = await Promise.all(Array.from({ length: 3 }, () => start(['--port', String(port)])));
    const ports = devs.map(({ ready }) => Number(new URL(ready.url).port)).sort();
    expect([new Set(ports).size, ports[0]]).toEqual([3, port]);
    write('guide/one.md', '# One\n\nEdited.\n');
    for (const dev of devs) {
      await dev.said(/changed guide\/one/);
      expect(await descriptionOf(dev, 'guide/one')).toBe('Edited.');
    }
  });

  it('writes no feedback store unless --feedback names one, and no cache where none can be written', async () => {
    writeFileSync(join(folder, 'file'), '');
    const blocked = { CATCHWORD_CACHE: join(folder, 'file', 'cache'), CATCHWORD_FEEDBACK: 'sqlite:./kept.db' };
    const dev = await start([], blocked);
    expect(await dev.status('/api/feedback')).toBe(404);
    dev.child.kill('SIGTERM');
    await once(dev.child, 'exit');
    expect(readdirSync(folder).sort()).toEqual(['content', 'file']);
    const asked = await start(['--feedback', 'sqlite:./asked.db']);
    expect(await asked.status('/api/feedback')).toBe(200);
    expect(existsSync(join(folder, 'asked.db'))).toBe(true);
  });

  it('tells listeners of builds and faults, and ends their streams when it ends', async () => {
    const dev = await start();
    const response = await fetch(dev.ready.events);
    expect([response.status, Object.fromEntries(response.headers)]).toEqual([
      200,
      expect.objectContaining({
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'access-control-allow-origin': '*',
      }),
    ]);
    let text = '';
    const reading = (async () => {
      for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) text += chunk;
    })();
    write('guide/one.md', '# One\n\nEdited.\n');
    await dev.said(/^Build 2/);
    write('catchword.config.json', '{');
    await dev.said(/Still serving build 2/);
    unlinkSync(join(content, 'catchword.config.json'));
    await dev.said(/^Fixed\. Build 2 is up to date\.$/);
    dev.child.kill('SIGTERM');
    await reading;
    expect(await once(dev.child, 'exit')).toEqual([143, null]);
    const events = text
      .split('\n\n')
      .filter((event) => event.startsWith('event: '))
      .map((event) => {
        const [, name, id, data] = /^event: (.*)\nid: ([0-9a-f]{64})\ndata: (.*)$/.exec(event)!;
        return { name, id, data: JSON.parse(data!) };
      });
    const id = events[0]!.id;
    expect(events).toEqual([
      {
        ...{ name: 'build', id },
        data: { build: 2, pages: 2, added: [], changed: ['guide/one'], removed: [], all: false },
      },
      { ...{ name: 'fault', id }, data: { build: 2, reason: expect.stringMatching(/^Cannot read .* as JSON/) } },
      { ...{ name: 'build', id }, data: { build: 2, pages: 2, added: [], changed: [], removed: [], all: false } },
    ]);
  });

  it.each<[string, string[], number, RegExp]>([
    [
      'a folder that is not there',
      ['dev', 'nowhere'],
      1,
      /^Cannot open "nowhere": there is no such file or folder\.\n$/,
    ],
    ['a file', ['dev', program], 1, /^Cannot serve ".*": it is not a folder\. Pass a folder of Markdown\.\n$/],
    ['a poll that is too short', ['dev', tmpdir(), '--poll', '1'], 2, /^Cannot check files every "1" ms/],
    [
      'a folder without pages',
      ['dev', join(program, '..')],
      1,
      /^Cannot build ".*": it contains no Markdown files\. .*--allow-empty/,
    ],
  ])('refuses %s', async (_name, args, code, message) => {
    expect(await runCommand(args, { CATCHWORD_CACHE: join(work, 'cache') })).toEqual({
      ...{ code, out: '' },
      err: expect.stringMatching(message),
    });
  });
});
