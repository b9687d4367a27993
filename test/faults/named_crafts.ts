import type { Craft, Draft } from './craft_artefact.ts';
import { repack, section } from './craft_artefact.ts';

const empty = (name: string): Craft => ({
  name: `${name} is empty`,
  craft(draft) {
    section(draft, name).bytes = Buffer.alloc(0);
  },
});

const manifest = (name: string, make: (manifest: Readonly<Record<string, unknown>>) => unknown): Craft => ({
  name: `the manifest ${name}`,
  craft(draft) {
    const stored = section(draft, 'manifest');
    stored.bytes = Buffer.from(JSON.stringify(make(JSON.parse(stored.bytes.toString()))));
  },
});

const directory = (name: string, change: (text: string) => string): Craft => ({
  name: `the directory ${name}`,
  craft(draft) {
    draft.directory = change;
  },
});

const header = (name: string, change: (head: Buffer) => void): Craft => ({
  name: `the header ${name}`,
  craft(draft) {
    draft.header = change;
  },
});

/** One entry of the directory, changed. */
const entry = (name: string, of: string, change: (entry: unknown[]) => unknown): Craft =>
  directory(`${name} for ${of}`, (text) => {
    const entries = JSON.parse(text) as Record<string, unknown[]>;
    return JSON.stringify({ ...entries, [of]: change(entries[of]!) });
  });

const strange: readonly unknown[] = [
  ...[null, true, 0, -1, 0.5, 1e300, 2 ** 31, '', 'a\r\nb', '\0', '\u202e', 'x'.repeat(100_000)],
  ...[[], {}, [null], { toString: null }, [[]]],
];

/** A table of terms without an empty slot, so that a look-up never meets one. */
const fullSlots: Craft = {
  name: 'terms.slots has no empty slot',
  craft(draft) {
    const { bytes } = section(draft, 'terms.slots');
    for (let at = 0; at < bytes.length; at += 4) if (bytes.readUInt32LE(at) === 0) bytes.writeUInt32LE(1, at);
  },
};

/** All pages but the last one are said to be empty, and that one very long: its block unpacks to that. */
function bomb(name: string, length: number): Craft {
  return {
    name: `${name} unpacks to ${length} bytes`,
    craft(draft) {
      const { bytes } = section(draft, `${name}.starts`);
      for (let at = 4; at < bytes.length; at += 4) bytes.writeUInt32LE(length, at);
      repack(draft, name, () => Buffer.alloc(Math.min(length, 1 << 28)));
      const packed = section(draft, name);
      if (packed.more[1] !== 0) packed.more = [packed.more[0], length];
    },
  };
}

const members = ['settings', 'stamps', 'analyser', 'characters', 'pages'];
const settings = ['origin', 'title', 'description', 'language', 'collections', 'tools', 'fields', 'publicOrigin'];

/** Crafts that were thought of, each of which ended or stopped a server, or might. They do not depend on a seed. */
export function namedCrafts(draft: Draft): readonly Craft[] {
  const stamp = (commit: unknown, content: unknown) =>
    manifest(`has the stamps ${JSON.stringify([commit, content]).slice(0, 60)}`, (stored) => ({
      ...stored,
      stamps: { commit, content },
    }));
  const packed = draft.sections.filter(({ more }) => more.length > 0).map(({ name }) => name);
  return [
    ...['a\nb', '\u0000', 'a"b', 'é'.repeat(20), '', 1, {}].map((value) => stamp(value, 'f'.repeat(64))),
    ...['a\r\nSet-Cookie: a=b', '\u007f', []].map((value) => stamp('0123456789abcdef', value)),
    ...draft.sections.map(({ name }) => empty(name)),
    fullSlots,
    {
      name: 'words are far behind the end of their text',
      craft: (each) => void section(each, 'text.body.samples').bytes.fill(0xff),
    },
    {
      name: 'the list of pages has other paths than the rows',
      craft(each) {
        const paths = section(each, 'pages.path');
        paths.bytes = Buffer.from(paths.bytes.toString().replaceAll('docs/', 'toys/'));
      },
    },
    ...packed.flatMap((name) => [
      bomb(name, 0xffffffff),
      bomb(name, 1 << 28),
      bomb(name, 1 << 21),
      bomb(name, 1 << 20),
    ]),
    ...packed.map((name) => ({
      name: `${name} is long, and not what it was`,
      craft: (each: Draft) => repack(each, name, (content) => Buffer.alloc(content.length, 0x22)),
    })),
    ...strange.map((value) => manifest(`is ${JSON.stringify(value).slice(0, 40)}`, () => value)),
    {
      name: 'the manifest is no JSON',
      craft(each) {
        section(each, 'manifest').bytes = Buffer.from('{"settings":');
      },
    },
    {
      name: 'the manifest is deep',
      craft(each) {
        section(each, 'manifest').bytes = Buffer.from('['.repeat(3_000_000));
      },
    },
    ...members.flatMap((member) =>
      strange.map((value) =>
        manifest(`has ${member} ${JSON.stringify(value).slice(0, 40)}`, (stored) => ({ ...stored, [member]: value })),
      ),
    ),
    ...settings.flatMap((member) =>
      strange.map((value) =>
        manifest(`has settings.${member} ${JSON.stringify(value).slice(0, 40)}`, ({ settings: stored, ...rest }) => ({
          ...rest,
          settings: { ...(stored as object), [member]: value },
        })),
      ),
    ),
    ...[1, 59, 61, 1_000, 2 ** 31 - 1].map((pages) => manifest(`has ${pages} pages`, (all) => ({ ...all, pages }))),
    manifest('has an algorithm that is unknown', (stored) => ({
      ...stored,
      analyser: { ...(stored.analyser as object), algorithms: ['none', 'of-elves'] },
    })),
    ...[Number.NaN, Number.POSITIVE_INFINITY, -1, 0, 2 ** 60].map((length) =>
      header(`says that the file has ${length} bytes`, (head) => void head.writeDoubleLE(length, 16)),
    ),
    ...[0, 1, 0xffffffff].flatMap((number) => [
      header(`says that the directory has ${number} bytes`, (head) => void head.writeUInt32LE(number, 12)),
      header(`says that there are ${number} digests`, (head) => void head.writeUInt32LE(number, 24)),
    ]),
    ...['', 'null', '[]', '1', '"a"', '{', '{}', '{"manifest":[]}', '{"manifest":{}}', '[[0,1]]'].map((text) =>
      directory(`is ${text}`, () => text),
    ),
    directory('is three million levels deep', () => '['.repeat(3_000_000)),
    directory('has three million levels in an entry', (text) => `{"a":${'['.repeat(3_000_000)},${text.slice(1)}`),
    directory(
      'has three million entries',
      (text) => `${text.slice(0, -1)},${Array.from({ length: 300_000 }, (_, i) => `"s${i}":[0,0]`).join(',')}}`,
    ),
    directory('names a section twice', (text) => `${text.slice(0, -1)},"manifest":[0,8]}`),
    directory('names __proto__', (text) => `{"__proto__":[0,8],${text.slice(1)}`),
    ...['manifest', 'pages.path.starts', 'pages.row', 'text.all.pages'].flatMap((name) => [
      ...[null, 'a', [], [0], ['0', '8'], [null, null], [-8, 8], [0.5, 8], [1e300, 8], [8, 1e300], [0, -1]].map(
        (made) => entry(`has ${JSON.stringify(made)}`, name, () => made),
      ),
      entry('has another place', name, ([offset, ...rest]) => [(offset as number) + 8, ...rest]),
      entry('has a greater length', name, ([offset, length, ...rest]) => [offset, (length as number) + 8, ...rest]),
      entry('has blocks', name, ([offset, length]) => [offset, length, 1, 1]),
      entry('has very many blocks', name, ([offset, length]) => [offset, length, 2 ** 40, 0]),
      entry('reserves four gigabytes', name, ([offset, length]) => [offset, length, 1, 2 ** 32]),
      entry('reserves more than there is', name, ([offset, length]) => [offset, length, 1, 2 ** 52]),
    ]),
  ];
}
