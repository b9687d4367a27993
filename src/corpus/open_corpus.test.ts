import {
  existsSync,
  fstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { answerOf } from '../../test/fixtures/answer_of.ts';
import { contentOf } from '../../test/fixtures/content_of.ts';
import { artefactOf, corpusOf, SETTINGS, STAMPS } from '../../test/fixtures/corpus_of.ts';
import { ANALYSER_VERSION } from './analysis/analyser_facts.ts';
import { ArtefactError, DIGEST_LENGTH, digestOf, FORMAT_VERSION } from './artefact/artefact_format.ts';
import { shareBytes } from './artefact/shared_bytes.ts';
import { closeFile, loadArtefact, loadWholeArtefact, readAhead } from './load_artefact.ts';
import { openCorpus } from './open_corpus.ts';

const PAGES = [
  { path: 'index', title: 'Home', text: 'Welcome home', links: ['docs/a'], markdown: '# Home\n\nWelcome home' },
  {
    path: 'docs/a',
    title: 'Ä',
    text: 'First letter\nof an alphabet',
    collection: 'writing',
    tags: ['letters', 'first'],
    headings: [{ depth: 2, text: 'Of an alphabet', anchor: 'of-an-alphabet' }],
  },
  {
    path: 'docs/ü b',
    title: 'Not ASCII',
    canonical: 'https://elsewhere.example/',
    aliases: ['u'],
    published: '2026-01-02',
    text: 'getServerSideProps',
  },
];

const bytes = artefactOf(PAGES);
const open = (of: Uint8Array) => openCorpus(Uint8Array.from(of).buffer);

describe('openCorpus', () => {
  const corpus = corpusOf(PAGES);

  test('returns settings, stamps and the facts of the analyser', () => {
    expect(corpus.settings).toEqual(SETTINGS);
    expect(corpus.stamps).toEqual(STAMPS);
    expect(corpus.analyser).toEqual({
      version: ANALYSER_VERSION,
      unicode: process.versions.unicode,
      stemmer: 'snowball-stemmers 0.6.0',
      algorithms: ['english'],
    });
  });

  test('returns rows, references, headings and Markdown as they were baked', () => {
    const page = corpus.pages.find('docs/a');
    const text = (json: Uint8Array) => Buffer.from(json).toString();
    expect(JSON.parse(`${text(corpus.pages.row(page))}}`)).toEqual({
      path: 'docs/a',
      canonical: 'https://site.example/docs/a',
      title: 'Ä',
      description: '',
      indexing: 'index, follow',
      collection: 'writing',
      slug: 'a',
      aliases: [],
      tags: [
        { slug: 'first', title: 'FIRST' },
        { slug: 'letters', title: 'LETTERS' },
      ],
      published: null,
      updated: null,
      language: 'en',
      markdown: 'https://site.example/docs/a.md',
    });
    expect(JSON.parse(text(corpus.pages.reference(page)))).toEqual({
      path: 'docs/a',
      title: 'Ä',
      collection: 'writing',
    });
    const { starts, depths, positions } = corpus.headings;
    expect([starts[page], starts[page + 1], depths[starts[page]!], positions[starts[page]!]]).toEqual([0, 1, 2, 0]);
    expect(text(corpus.headings.text(starts[page]!))).toBe('"Of an alphabet","anchor":"of-an-alphabet"}');
    expect([corpus.headings.at(page, 0), corpus.headings.at(corpus.pages.find('index'), 0)]).toEqual([0, -1]);
    expect(text(corpus.pages.markdown(corpus.pages.find('index')))).toBe('# Home\n\nWelcome home');
  });

  test('gives the root a URL without a path, percent-encodes paths in URLs, and keeps a page’s own canonical URL', () => {
    const row = (path: string) =>
      JSON.parse(`${Buffer.from(corpus.pages.row(corpus.pages.find(path))).toString()}}`) as {
        canonical: string;
        markdown: string;
      };
    expect(row('index').canonical).toBe('https://site.example/');
    expect(row('index').markdown).toBe('https://site.example/index.md');
    expect(row('docs/ü b').canonical).toBe('https://elsewhere.example/');
    expect(row('docs/ü b').markdown).toBe('https://site.example/docs/%C3%BC%20b.md');
  });

  test('finds pages by path and by slug, and nothing else', () => {
    expect(['docs/a', 'docs/ü b', 'index', 'docs', '', 'zzz'].map((path) => corpus.pages.find(path))).toEqual([
      0, 1, 2, -1, -1, -1,
    ]);
    expect(corpus.pages.withSlug('a')).toEqual(Uint32Array.of(0));
    expect(corpus.pages.withSlug('docs')).toEqual(Uint32Array.of());
  });

  test('gives links in both directions, and tags with their pages', () => {
    expect([...corpus.links.outgoing(2)]).toEqual([0]);
    expect([...corpus.links.incoming(0)]).toEqual([2]);
    expect([0, 1].map((tag) => [corpus.tags.slug(tag), corpus.tags.title(tag), ...corpus.tags.pages(tag)])).toEqual([
      ['first', 'FIRST', 0],
      ['letters', 'LETTERS', 0],
    ]);
  });

  test('opens an artefact without pages', () => {
    expect(open(artefactOf([])).pages.count).toBe(0);
  });
});

const changed = (at: number, value: number): Uint8Array => {
  const copy = Uint8Array.from(bytes);
  copy[at] = value;
  return copy;
};

describe('an artefact that is not whole', () => {
  const refusal = (of: Uint8Array): string => {
    try {
      open(of);
    } catch (error) {
      if (error instanceof ArtefactError) return error.message;
      throw error;
    }
    return 'opened';
  };

  test.each([
    [new Uint8Array(0), 'it is empty; build it again'],
    [
      Buffer.from('# A page of Markdown, and long enough to hold a header of 64 bytes.'),
      'it is not a Catchword artefact',
    ],
    [Buffer.from('CATCH'), 'it is not a Catchword artefact'],
    [
      changed(8, FORMAT_VERSION + 1),
      `it has format version ${FORMAT_VERSION + 1} but this program reads version ${FORMAT_VERSION}; use a newer Catchword`,
    ],
    [changed(8, 0), `it has format version 0 but this program reads version ${FORMAT_VERSION}; build it again`],
    [
      bytes.slice(0, -1),
      `it is ${bytes.length - 1} bytes long but should be ${bytes.length}, so it is truncated or damaged; build it again`,
    ],
    [changed(14, 255), 'its header is damaged; build it again'],
    [changed(32, bytes[32]! ^ 1), 'its header is damaged; build it again'],
    [changed(64, 0), 'its header is damaged; build it again'],
    [changed(Buffer.from(bytes).indexOf('"settings"'), 0), 'its section "manifest" is damaged; build it again'],
  ])('is refused by its reason %#', (of, reason) => {
    expect(refusal(of)).toBe(reason);
  });

  test('is refused when cut off at any byte', () => {
    for (let length = 0; length < bytes.length; length += 97)
      expect(refusal(bytes.slice(0, length))).not.toBe('opened');
  });
});

describe('a damaged artefact', () => {
  const copies = ['1.0/docs/a', '1.0/index'].map((path) => ({ path, title: path === '1.0/index' ? 'Home' : 'Ä' }));
  const bytes = artefactOf([...PAGES, ...copies], {}, STAMPS, true);
  const changed = (at: number, value: number): Uint8Array => bytes.with(at, value);
  const sound = Object.entries(contentOf(open(bytes))).map(([name, read]) => [name, read()] as const);

  /** Reads all content of a damaged artefact. @returns the damages that were named */
  const namedDamages = (of: Uint8Array): string[] => {
    const named: string[] = [];
    const attempt = (work: () => void): void => {
      try {
        work();
      } catch (error) {
        if (!(error instanceof ArtefactError)) throw error;
        named.push(error.message);
      }
    };
    attempt(() => {
      const content = contentOf(open(of));
      for (const [name, expected] of sound) attempt(() => expect(content[name]!(), name).toEqual(expected));
    });
    return named;
  };

  const sections = Object.entries(
    JSON.parse(Buffer.from(bytes).utf8Slice(64, 64 + Buffer.from(bytes).readUInt32LE(12))) as Record<string, number[]>,
  ).filter(([, [, length]]) => length! > 0);

  test('gives its own content or names the damage, whichever bit is flipped', () => {
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(7), (at, bit) => {
        namedDamages(changed(at, bytes[at]! ^ (1 << bit)));
      }),
      { numRuns: 300 },
    );
  });

  test.each(sections)('names section %s when any of its bits is flipped', (name, [offset, length]) => {
    fc.assert(
      fc.property(fc.nat(length! - 1), fc.nat(7), (at, bit) => {
        const damaged = changed(offset! + at, bytes[offset! + at]! ^ (1 << bit));
        const used = name.replace(/\.digests$/, '');
        // The characters are only read under other Unicode tables; reading ahead verifies them too.
        const named = name === 'text.characters' ? [] : namedDamages(damaged);
        expect(() => [...readAhead(shareBytes(damaged.buffer as ArrayBuffer, false))]).toThrow(
          new ArtefactError(`its section "${name}" is damaged; build it again`),
        );
        if (name !== 'text.characters') expect(named.some((damage) => damage.includes(`"${used}`))).toBe(true);
      }),
      { numRuns: 4 },
    );
  });
});

describe('loadArtefact', () => {
  const folder = mkdtempSync(join(tmpdir(), 'catchword-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = (name: string, content: Uint8Array): string => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };

  test('opens a file into shared memory', () => {
    const corpus = loadArtefact(file('whole.catchword', bytes));
    expect(corpus.pages.count).toBe(3);
    expect(corpus.shared.bytes).toBeInstanceOf(SharedArrayBuffer);
  });

  test('follows a link to a file', () => {
    symlinkSync(file('target.catchword', bytes), join(folder, 'link'));
    expect(loadArtefact(join(folder, 'link')).pages.count).toBe(3);
  });

  test('reads all of a file at once when asked to, closes it, and needs it no more', () => {
    const path = file('all', bytes);
    const corpus = loadWholeArtefact(path);
    truncateSync(path, 0);
    expect(corpus.shared.file).toBeNull();
    expect(Object.values(contentOf(corpus)).map((read) => read())).toEqual(
      Object.values(contentOf(open(bytes))).map((read) => read()),
    );
  });

  test('closes the file only when it has been read and no thread reads from it', () => {
    const { shared } = loadArtefact(file('closing', bytes));
    for (const _ of readAhead(shared));
    const reads = shared.ready.length - 1;
    Atomics.store(shared.ready, reads, 1);
    expect([closeFile(shared), fstatSync(shared.file!.handle).size]).toEqual([false, bytes.length]);
    Atomics.store(shared.ready, reads, 0);
    expect(closeFile(shared)).toBe(true);
    expect(() => fstatSync(shared.file!.handle)).toThrow('EBADF');
    expect(closeFile(shared)).toBe(true);
  });

  test('names the file and the damaged section when it is used', () => {
    const path = file('damaged', changed(bytes.length - 8, bytes[bytes.length - 8]! ^ 1));
    const corpus = loadArtefact(path);
    expect(corpus.pages.count).toBe(3);
    const refusal = new ArtefactError('its section "code.initials.names.starts" is damaged; build it again', path);
    expect(() => corpus.codeNames.withInitials('gssp', false)).toThrow(refusal);
    expect(() => loadWholeArtefact(path)).toThrow(refusal);
  });

  test.each([
    ['empty', file('empty', new Uint8Array(0)), 'it is empty; build it again'],
    ['foreign', file('foreign', Buffer.from('x'.repeat(100))), 'it is not a Catchword artefact'],
    ['missing', join(folder, 'missing'), 'ENOENT'],
    ['a folder', folder, 'it is not a file'],
  ])('names the file and the reason when it is %s', (_, path, reason) => {
    expect(() => loadArtefact(path)).toThrow(new ArtefactError(reason, path));
  });
});

describe('artefacts of earlier formats', () => {
  const samples = new URL('../../test/fixtures/artefacts/', import.meta.url);
  const names = readdirSync(samples).filter((name) => name.endsWith('.catchword'));
  const answers = (name: string): URL => new URL(name.replace(/catchword$/, 'json'), samples);

  test.each(names.filter((name) => existsSync(answers(name))))(
    '%s opens and gives the same answers as before',
    (name) => {
      const corpus = loadArtefact(new URL(name, samples).pathname);
      const expected = JSON.parse(readFileSync(answers(name), 'utf8')) as unknown;
      const query = {
        form: 'match',
        match: { text: 'letter', in: 'all' },
        collection: null,
        tag: null,
        limit: 10,
        facets: ['tags'],
      } as const;
      expect(JSON.parse(Buffer.from(answerOf(corpus, { batch: false, queries: [query] })).toString())).toEqual(
        expected,
      );
    },
  );

  test.each(names.filter((name) => !existsSync(answers(name))))('%s is refused by its version', (name) => {
    const file = new URL(name, samples).pathname;
    const version = /\d+/.exec(name)![0];
    expect(() => loadArtefact(file)).toThrow(
      new ArtefactError(
        `it has format version ${version} but this program reads version ${FORMAT_VERSION}; build it again`,
        file,
      ),
    );
  });

  test('include a sample of the current format, which answers', () => {
    expect(existsSync(answers(`format-${FORMAT_VERSION}.catchword`))).toBe(true);
  });
});

describe('an artefact of another analyser', () => {
  const here = process.versions.unicode!;
  const accented = artefactOf([{ path: 'index', text: 'Café 数据' }]);

  /** Writes the digests of a changed manifest, the first section, and of the header. */
  const sealed = (copy: Buffer): Buffer => {
    const digestsAt = 64 + copy.readUInt32LE(12);
    const end = digestsAt + copy.readUInt32LE(24) * DIGEST_LENGTH;
    const { manifest } = JSON.parse(copy.utf8Slice(64, digestsAt)) as { readonly manifest: readonly [number, number] };
    digestOf(copy.subarray(manifest[0], manifest[0] + manifest[1])).copy(copy, digestsAt);
    digestOf(Buffer.concat([copy.subarray(0, 32), copy.subarray(64, end)])).copy(copy, 32);
    return copy;
  };

  /** The same artefact with a text in its manifest replaced by one of the same length. */
  const rewritten = (before: string, after: string): Uint8Array => {
    const copy = Buffer.from(accented);
    const at = copy.indexOf(before);
    expect([at > 0, after.length]).toEqual([true, before.length]);
    copy.write(after, at);
    return sealed(copy);
  };
  const older = here.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10));

  test('with other Unicode tables that agree on its characters is opened', () => {
    const corpus = open(rewritten(`"unicode":"${here}"`, `"unicode":"${older}"`));
    expect([corpus.pages.count, corpus.analyser.unicode]).toEqual([1, older]);
  });

  test('with Unicode tables that differ on one of its characters is refused in one line', () => {
    const manifest = Buffer.from(accented).toString('latin1');
    const [fingerprint] = /"characters":"[0-9a-f]{64}/.exec(manifest)!;
    const copy = Buffer.from(rewritten(`"unicode":"${here}"`, `"unicode":"${older}"`));
    const at = copy.indexOf(fingerprint) + fingerprint.length - 1;
    copy[at] = copy[at] === 0x30 ? 0x31 : 0x30;
    expect(() => open(sealed(copy))).toThrow(
      new ArtefactError(
        `it was built with Unicode ${older}, but this runtime has Unicode ${here}, which treats some of its characters differently; build it again`,
      ),
    );
  });

  test('with another analyser version is refused', () => {
    expect(() => open(rewritten(`"version":${ANALYSER_VERSION}`, '"version":9'))).toThrow(
      new ArtefactError(
        `its words were analysed by analyser 9 with snowball-stemmers 0.6.0, but this program has analyser ${ANALYSER_VERSION} with snowball-stemmers 0.6.0; build it again`,
      ),
    );
  });
});
