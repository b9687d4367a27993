import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { shareBytes } from '../../corpus/artefact/shared_bytes.ts';
import { openCorpus } from '../../corpus/open_corpus.ts';
import { createHandler } from '../serve/site_service.ts';
import { openSiteSearch as openSearch } from './open_site_search.ts';
import { searchBox } from './search_box.ts';
import type { SitePages } from './site_pages.ts';
import { openSiteSearch } from './site_search.ts';

let folder = '';
let messages: string[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'catchword-integration-'));
  messages = [];
  mkdirSync(join(folder, 'site'));
  writeFileSync(join(folder, 'site', 'one.md'), '# One\n\nThe quokka.\n');
  writeFileSync(join(folder, 'shared.md'), '# Shared\n\nThe wombat.\n');
});
afterEach(() => rmSync(folder, { recursive: true }));

function pages(): SitePages {
  return {
    generator: 'vitepress',
    base: '/zoo/',
    language: 'en',
    pages: [
      { source: join(folder, 'site', 'one.md'), address: '/zoo/one.html' },
      // Generators read pages from outside their own folder too.
      { source: join(folder, 'shared.md'), address: '/zoo/shared.html', title: undefined },
    ],
  };
}

async function open(read: () => SitePages = pages, strict = false) {
  const warn = (message: string) => messages.push(message);
  const search = await openSiteSearch({
    name: 'a plugin',
    folder: join(folder, 'site'),
    pages: read,
    options: { strict },
    warn,
  });
  return search!;
}

/** Calls a function with the address of a server of development. */
async function during(search: Awaited<ReturnType<typeof open>>, use: (url: string) => Promise<void>): Promise<void> {
  const middleware = search.middleware('/zoo/search/');
  const server = createServer((request, response) =>
    middleware(request, response, () => response.writeHead(404).end()),
  );
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.close();
  }
}

const found = async (url: string, q: string) => {
  const response = await fetch(`${url}/zoo/search/api/search?q=${q}`);
  return ((await response.json()) as { items: { canonical: string }[] }).items.map(({ canonical }) => canonical);
};

describe('the search of a site that a generator builds', () => {
  test('is written as files, with pages from outside the project', async () => {
    const target = join(folder, 'built', 'search');
    const report = await (await open()).write(target);
    expect(report).toEqual({
      ...{ folder: target, build: expect.any(String), files: expect.any(Number) },
      ...{ bytes: expect.any(Number), firstSearch: expect.any(Number) },
    });
    expect(readdirSync(target).sort()).toEqual([
      ...[report!.build, 'catchword-feedback.js', 'catchword-search.js', 'search.json'].sort(),
      expect.stringMatching(/^static_answers\.[A-Z0-9]{8}\.js$/),
    ]);
    expect(messages).toEqual([]);
  });

  test('names a page beside the path of the site', async () => {
    const strays = [
      { source: join(folder, 'site', 'one.md'), address: '/zoo' },
      { source: join(folder, 'shared.md'), address: '/shared' },
    ];
    await (await open(() => ({ ...pages(), pages: strays }))).write(join(folder, 'built', 'search'));
    expect(messages).toEqual([
      `a plugin: the page "/shared" is not below the path of the site, "/zoo/". Check the base path in the site's settings.`,
    ]);
  });

  test('is answered in development, and finds an edit after a refresh', async () => {
    const search = await open();
    await during(search, async (url) => {
      expect(await found(url, 'quokka')).toEqual(['/zoo/one.html']);
      expect(await found(url, 'wombat')).toEqual(['/zoo/shared.html']);
      writeFileSync(join(folder, 'shared.md'), '# Shared\n\nThe thylacine.\n');
      expect(await found(url, 'thylacine')).toEqual([]);
      search.refresh();
      expect(await found(url, 'thylacine')).toEqual(['/zoo/shared.html']);
      for (const element of ['search', 'feedback']) {
        const script = await fetch(`${url}/zoo/search/catchword-${element}.js?import`);
        expect([script.status, script.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
        expect(await script.text()).toContain(`"catchword-${element}"`);
      }
      for (const path of ['/zoo/', '/zoo/search/', '/search/api/search?q=a', '/zoo/search/other.js'])
        expect((await fetch(url + path)).status, path).toBe(404);
    });
  });

  test('finds of each documents the version that is asked for, and all other pages', async () => {
    const places = ['a/', 'a/1.0', 'a/next', 'b/', 'b/1.0', undefined];
    const versioned = () => ({
      ...pages(),
      pages: places.map((version, at) => {
        const source = join(folder, 'site', `${at}.md`);
        writeFileSync(source, `# Page ${at}\n\nThe quokka, and ${'more '.repeat(at)}.\n`);
        return { source, address: `/zoo/${at}`, version };
      }),
    });
    const search = await open(versioned);
    await during(search, async (url) => {
      const asked = async (version: string) =>
        (await found(url, `quokka&version=${version}`)).join('').replaceAll('/zoo/', '');
      const sorted = async (version: string) => [...(await asked(version))].sort().join('');
      expect(await sorted('all')).toBe('012345');
      expect(await sorted('1.0')).toBe('14');
      expect(await sorted('a/1.0')).toBe('1345');
      expect(await sorted('a/1.0,b/1.0')).toBe('145');
      expect(await sorted('a/next,b/')).toBe('235');
      expect(await sorted('c/1.0')).toBe('012345');
      expect(await sorted('a/9')).toBe('345');
      const { items } = (await (await fetch(`${url}/zoo/search/api/search?q=quokka&version=all`)).json()) as {
        items: { canonical: string; version?: string }[];
      };
      const names = items.toSorted((x, y) => (x.canonical < y.canonical ? -1 : 1)).map(({ version }) => version);
      expect(names).toEqual([undefined, '1.0', 'next', undefined, '1.0', undefined]);
    });
  });

  test('finds from a page of an older version its copies and all other pages, and names a folder without pages', async () => {
    const addresses = ['koala', 'v1/koala', 'v2/koala', 'v1/gone', 'blog'];
    const versioned = () => ({
      ...pages(),
      pages: addresses.map((address, at) => {
        const source = join(folder, 'site', `${at}.md`);
        writeFileSync(source, `# Page ${at}\n\nThe quokka, and ${'more '.repeat(at)}.\n`);
        return { source, address: `/zoo/${address}` };
      }),
    });
    const versions = ['v1', 'v2', 'v3'];
    const search = openSearch({
      name: 'a plugin',
      folder,
      pages: versioned,
      options: { versions },
      warn: (text) => messages.push(text),
    });
    await during(search, async (url) => {
      const sorted = async (version: string) => (await found(url, `quokka&version=${version}`)).toSorted();
      expect(await sorted('site/v1')).toEqual(['/zoo/blog', '/zoo/v1/gone', '/zoo/v1/koala']);
      expect(await sorted('current')).toEqual(['/zoo/blog', '/zoo/koala', '/zoo/v1/gone']);
    });
    expect(messages).toEqual([]);
    await search.write(join(folder, 'built'));
    expect(messages).toEqual(['a plugin: no page is in a folder "v3". Check the option "versions".']);
  });

  test('is written as an artefact for a service, with the addresses of the site', async () => {
    const options = { artefact: 'site.catchword', server: 'https://search.example.org' };
    const warn = (text: string) => messages.push(text);
    const search = openSearch({ name: 'a plugin', folder: join(folder, 'site'), pages, options, warn });
    writeFileSync(join(folder, 'site', 'site.catchword'), 'not an artefact');
    expect(await search.write(null)).toBeNull();
    expect(messages).toEqual([expect.stringMatching(/^a plugin: the artefact for the service is not written\. /)]);
    rmSync(join(folder, 'site', 'site.catchword'));
    messages = [];
    expect(await search.write(null)).toBeNull();
    const corpus = openCorpus(
      shareBytes(new Uint8Array(readFileSync(join(folder, 'site', 'site.catchword'))).buffer, true),
    );
    const handler = createHandler({ corpus, cacheBytes: 0, home: false, siteFiles: [] });
    const response = await handler(new Request('http://localhost/api/search?q=quokka'));
    const { items } = (await response.json()) as { items: { canonical: string }[] };
    expect(items.map(({ canonical }) => canonical)).toEqual(['/zoo/one.html']);
    expect([messages, readdirSync(folder).toSorted()]).toEqual([[], ['shared.md', 'site']]);
  });

  test('leads to the first result where the box shows all results, which a built site has no page for', async () => {
    await during(await open(), async (url) => {
      const all = (q: string) => fetch(`${url}/zoo/search/explore?q=${q}`, { redirect: 'manual' });
      const found = await all('quokka');
      expect([found.status, found.headers.get('location')]).toEqual([302, '/zoo/one.html']);
      const none = await all('thylacine');
      expect([none.status, await none.text()]).toEqual([404, 'No page found.']);
      expect((await fetch(`${url}/zoo/search/explorer`)).status).toBe(404);
    });
  });

  test('serves the next search after pages that could not be read', async () => {
    let isBroken = true;
    const search = await open(() => {
      if (isBroken) throw new Error('The generator has no pages yet');
      return pages();
    });
    await during(search, async (url) => {
      const response = await fetch(`${url}/zoo/search/api/search?q=quokka`);
      expect([response.status, await response.text()]).toEqual([503, 'The generator has no pages yet']);
      expect(messages).toEqual([expect.stringMatching(/^a plugin: the site has no search\. .*no pages yet/)]);
      isBroken = false;
      expect(await found(url, 'quokka')).toEqual(['/zoo/one.html']);
    });
  });

  test('that cannot be written is a warning, and an error where it is strict', async () => {
    const empty = () => ({ ...pages(), pages: [] });
    expect(await (await open(empty)).write(join(folder, 'built'))).toBeNull();
    const message = /^a plugin: the site has no search\. Cannot build ".*": it contains no Markdown files\./;
    expect(messages).toEqual([expect.stringMatching(message)]);
    await expect((await open(empty, true)).write(join(folder, 'built'))).rejects.toThrow(
      'it contains no Markdown files',
    );
  });

  test('is not there on a Node that cannot run it, which is a warning, or an error where it is strict', async () => {
    const { node } = process.versions;
    Object.defineProperty(process.versions, 'node', { value: '22.1.0', configurable: true });
    try {
      expect(await open()).toBeNull();
      expect(messages).toEqual(['a plugin: the site has no search. Catchword needs Node 24 or newer; this is 22.1.0.']);
      await expect(open(pages, true)).rejects.toThrow('Catchword needs Node 24 or newer; this is 22.1.0.');
    } finally {
      Object.defineProperty(process.versions, 'node', { value: node, configurable: true });
    }
  });

  test('is not there where a part of the program is missing, which is a warning, or an error where it is strict', async () => {
    const missing = Object.assign(new Error("Cannot find package 'zod'\nat a file"), { code: 'ERR_MODULE_NOT_FOUND' });
    const load = () => Promise.reject(missing);
    const options = { name: 'a plugin', folder, pages, warn: (text: string) => messages.push(text) };
    const told =
      "a plugin: the site has no search. Catchword cannot be loaded: Cannot find package 'zod'. Reinstall it.";
    expect(await openSiteSearch(options, load)).toBeNull();
    expect(messages).toEqual([told]);
    await expect(openSiteSearch({ ...options, options: { strict: true } }, load)).rejects.toThrow(told);
  });
});

describe('where readers search', () => {
  test.each([
    [
      { base: '/', inDevelopment: false },
      { mount: '/search/', script: '/search/catchword-search.js', attributes: { src: '/search/' } },
    ],
    [
      { base: '/zoo/', folder: '/find/', inDevelopment: true },
      { mount: '/zoo/find/', script: '/zoo/find/catchword-search.js', attributes: { api: '/zoo/find/' } },
    ],
    [
      { base: '/zoo/', server: 'https://search.example.org', inDevelopment: true },
      {
        mount: null,
        script: 'https://search.example.org/explore/search.js',
        attributes: { api: 'https://search.example.org/' },
      },
    ],
  ])('is told by %o', (place, box) => {
    expect(searchBox(place)).toEqual(box);
  });

  test('is refused for a server that is no address', () => {
    expect(() => searchBox({ base: '/', server: 'search.example.org', inDevelopment: false })).toThrow(
      'Cannot search at "search.example.org": it must begin with "https://".',
    );
  });
});
