import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import catchword from './index.js';

let root = '';
let messages: string[] = [];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'catchword-eleventy-'));
  messages = [];
  vi.spyOn(process, 'cwd').mockReturnValue(root);
  vi.spyOn(console, 'warn').mockImplementation((message: string) => messages.push(message));
  mkdirSync(join(root, 'pages'));
  writeFileSync(join(root, 'pages', 'index.md'), '# Home\n\nThe quokka.\n');
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(root, { recursive: true });
});

type Handler = (request: object, response: object, next: () => void) => Promise<void>;

/** Eleventy's object, as far as it is used. */
function eleventyOf(more: object = {}) {
  const handlers: Record<string, (event: object) => unknown> = {};
  const shortcodes: Record<string, (this: object, ...words: unknown[]) => string> = {};
  return {
    pathPrefix: '/zoo/',
    serverOptions: {} as { port?: number; middleware?: Handler[] },
    versionCheck() {},
    getFilter: (_name: string): unknown => undefined,
    addShortcode(name: string, shortcode: (...words: unknown[]) => string) {
      shortcodes[name] = shortcode;
    },
    on(event: string, handler: (event: object) => unknown) {
      handlers[event] = handler;
    },
    setServerOptions(options: object) {
      this.serverOptions = options;
    },
    show: (page: object, ...words: unknown[]) => shortcodes.catchword!.call({ page }, ...words),
    emit: (event: string, value: object) => handlers[event]?.(value),
    ...more,
  };
}

const box = (attributes: string, script = '/zoo/search/catchword-search.js') =>
  `<script type="module" src="${script}"></script><catchword-search mode="dialog"${attributes}></catchword-search>`;

const built = (content: string) => ({
  dir: { output: '_site' },
  outputMode: 'fs',
  results: [{ inputPath: './pages/index.md', outputPath: './_site/index.html', url: '/', content }],
});

describe('the shortcode', () => {
  test('writes the script and the element, with language and version', () => {
    const eleventy = eleventyOf();
    catchword(eleventy, { attributes: { limit: '5' } });
    const files = ' src="/zoo/search/"';
    expect(eleventy.show({})).toBe(box(` limit="5"${files}`));
    expect(eleventy.show({}, 'fr', '2.x')).toBe(box(` limit="5" language="fr" version="2.x"${files}`));
    expect(eleventy.show({ lang: 'de' })).toBe(box(` limit="5" language="de"${files}`));
    // Templates give an empty text for what is not set, and an object for arguments with names.
    expect(eleventy.show({}, '', {})).toBe(box(` limit="5"${files}`));
  });

  test('searches from a page in the folder of a version in that version', () => {
    const eleventy = eleventyOf();
    catchword(eleventy, { versions: ['v1'], attributes: { limit: '5' } });
    const files = ' limit="5" src="/zoo/search/"';
    expect(eleventy.show({ url: '/koala/' })).toBe(box(files));
    // Of a page that is not published.
    expect(eleventy.show({ url: false })).toBe(box(files));
    expect(eleventy.show({ url: '/v1/koala/' })).toBe(box(` version="site/v1"${files}`));
    expect(eleventy.show({ url: '/v1/koala/' }, '', 'all')).toBe(box(` version="all"${files}`));
  });

  test("leaves the path prefix of the script to Eleventy's plugin", () => {
    const eleventy = eleventyOf({ getFilter: (name: string) => (name === 'htmlBaseUrl' ? () => '' : undefined) });
    catchword(eleventy);
    expect(eleventy.show({})).toBe(box(' src="/zoo/search/"', '/search/catchword-search.js'));
  });

  test('asks a service where one is named, and writes nothing', async () => {
    const eleventy = eleventyOf();
    catchword(eleventy, { server: 'https://search.example.org' });
    const script = 'https://search.example.org/explore/search.js';
    expect(eleventy.show({})).toBe(box(' api="https://search.example.org/"', script));
    await eleventy.emit('eleventy.after', built('<catchword-search>'));
    expect([existsSync(join(root, '_site')), eleventy.serverOptions]).toEqual([false, {}]);
  });

  test('has the labels of the language, or the only ones', () => {
    const labels = { fr: { search: '</script>Rechercher' } };
    const texts = `<script type="application/json" id="catchword-labels">{"search":"\\u003c/script>Rechercher"}</script>`;
    const eleventy = eleventyOf();
    catchword(eleventy, { labels });
    for (const words of [['fr-CA'], []]) expect(eleventy.show({}, ...words)).toContain(texts);
    const two = eleventyOf();
    catchword(two, { labels: { ...labels, de: {} } });
    expect(two.show({}, 'en')).not.toContain('labels');
  });
});

describe('the plugin', () => {
  test('writes the files once the site is built', async () => {
    const eleventy = eleventyOf();
    catchword(eleventy);
    await eleventy.emit('eleventy.before', { runMode: 'build' });
    await eleventy.emit('eleventy.after', built(eleventy.show({})));
    expect([existsSync(join(root, '_site', 'search', 'search.json')), messages]).toEqual([true, []]);
  });

  test('says that no page has the search', async () => {
    const eleventy = eleventyOf();
    catchword(eleventy);
    await eleventy.emit('eleventy.after', built('<p>'));
    expect(messages).toEqual([
      expect.stringMatching(/^@catchword\/eleventy: no page has the search\. Write \{% catch/),
    ]);
  });

  test('answers in development, after the handlers of the owner', async () => {
    const own: Handler = async () => {};
    const eleventy = eleventyOf({ serverOptions: { port: 8123, middleware: [own] } });
    catchword(eleventy);
    const { port, middleware } = eleventy.serverOptions;
    expect([port, middleware]).toEqual([8123, [own, expect.any(Function)]]);
    await eleventy.emit('eleventy.before', { runMode: 'serve' });
    expect(eleventy.show({})).toBe(box(' api="/zoo/search/"'));
    await eleventy.emit('eleventy.after', built('<catchword-search>'));
    expect(existsSync(join(root, '_site'))).toBe(false);
    let body = '';
    await new Promise<void>((ended) => {
      const response = {
        writeHead() {},
        end(bytes: Buffer) {
          body = bytes.toString();
          ended();
        },
      };
      middleware![1]!({ url: '/zoo/search/api/search?q=quokka' }, response, () => {});
    });
    expect((JSON.parse(body) as { items: { canonical: string }[] }).items[0]!.canonical).toBe('/zoo/');
    const next = vi.fn();
    await middleware![1]!({ url: '/zoo/guide/' }, {}, next);
    expect(next).toHaveBeenCalledOnce();
  });

  test('names itself where it is added twice, and works once', async () => {
    const eleventy = eleventyOf();
    catchword(eleventy, { folder: 'find' });
    catchword(eleventy);
    expect(messages).toEqual([
      '@catchword/eleventy: this site adds this package twice. Only the options of the first are used.',
    ]);
    expect([eleventy.show({}), eleventy.serverOptions.middleware!.length]).toEqual([
      box(' src="/zoo/find/"', '/zoo/find/catchword-search.js'),
      1,
    ]);
    // The configuration is read again, with new events.
    Object.assign(eleventy, { events: {}, serverOptions: {} });
    catchword(eleventy);
    expect([messages.length, eleventy.show({})]).toEqual([1, box(' src="/zoo/search/"')]);
  });

  test('leaves the site without a search on another version, and says so', () => {
    const versionCheck = () => {
      throw new Error('4.0.0');
    };
    const eleventy = eleventyOf({ versionCheck });
    catchword(eleventy);
    expect([eleventy.show({}), messages]).toEqual([
      '',
      [expect.stringMatching(/^@catchword\/eleventy: the site has no search\. This package supports Eleventy 2 and 3/)],
    ]);
    expect(() => catchword(eleventyOf({ versionCheck }), { strict: true })).toThrow(
      'This package supports Eleventy 2 and 3',
    );
  });

  test('leaves the site without a search with a server that is no address', () => {
    const eleventy = eleventyOf();
    catchword(eleventy, { server: 'search.example.org' });
    expect([eleventy.show({}), messages]).toEqual(['', [expect.stringMatching(/it must begin with "https:/)]]);
  });
});
