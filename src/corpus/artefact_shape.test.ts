import { describe, expect, test } from 'vitest';
import { type Draft, readDraft, section, writeDraft } from '../../test/faults/craft_artefact.ts';
import { artefactOf, STAMPS, type TestPage } from '../../test/fixtures/corpus_of.ts';
import { ArtefactError } from './artefact/artefact_format.ts';
import { shareBytes } from './artefact/shared_bytes.ts';
import { shapesOf } from './artefact_shape.ts';
import { readAhead } from './load_artefact.ts';
import { openCorpus, openSections } from './open_corpus.ts';

const pages: TestPage[] = Array.from({ length: 40 }, (_, page) => ({
  path: `p${page}`,
  title: `p${page}`,
  text: `One of ${page} pages with words, and "words" again. ${'More words. '.repeat(page)}`,
  aliases: [`page ${page}`],
  tags: [`t${page % 3}`],
  links: [`p${(page * 7) % 40}`],
  language: page % 2 === 0 ? 'en' : 'de',
  headings: [{ depth: 2, text: 'A heading', anchor: 'a' }],
  fields: { colour: 'blue' },
}));
const copies = ['1.0/p1', '1.0/p2'].map((path): TestPage => ({ path, title: path.slice(4), text: 'Old words.' }));
const fields = [{ name: 'colour', type: 'string' }] as const;
const sound = artefactOf([...pages, ...copies], { fields }, STAMPS, true);

/** Opens a changed artefact, and reads all of it. */
function open(change: (draft: Draft) => void): void {
  const draft = readDraft(sound);
  change(draft);
  const bytes = new Uint8Array(writeDraft(draft)).buffer;
  openCorpus(bytes);
  for (const _ of readAhead(shareBytes(bytes, false)));
}

const { sections, manifest } = openSections(shareBytes(sound.buffer as SharedArrayBuffer, false));
const shapes = shapesOf(sections, manifest);
const names = [...sections.names()];

test('every section has a shape, and an artefact that was baked has all of them', () => {
  expect([...shapes.keys()].toSorted()).toEqual(names.toSorted());
  expect(() => open(() => {})).not.toThrow();
});

/** Sections whose length nothing else says. */
const isFree = (name: string) => /^(manifest|text\.characters|text\.\w+\.positions)$/.test(name);

describe.each(names.filter((name) => !isFree(name)))('the section %s', (name) => {
  test.each([
    [
      'is missing',
      (draft: Draft) => {
        draft.sections = draft.sections.filter((each) => each.name !== name);
      },
    ],
    [
      'is a number longer',
      (draft: Draft) => {
        const longer = section(draft, name);
        longer.bytes = Buffer.concat([longer.bytes, Buffer.alloc(shapes.get(name)!.unit)]);
      },
    ],
  ])('is refused when it %s', (_, change) => {
    expect(() => open(change)).toThrow(ArtefactError);
  });
});

const bounded = [...shapes].filter(([, { unit, count, values }]) => values.kind !== 'any' && count > 0 && unit === 4);

test.each(bounded.map(([name, { values }]) => [name, values.kind]))(
  '%s (%s) is refused with a number out of range',
  (name) => {
    for (const number of [0xffffffff, 0x7fffffff]) {
      expect(() => {
        open((draft) => {
          const { bytes } = section(draft, name);
          // The highest bit of a place has a meaning of its own.
          for (let at = 0; at < bytes.length; at += 4)
            bytes.writeUInt32LE(name.endsWith('.places') ? 0x7fffffff : number, at);
        });
      }).toThrow(`its section "${name}" is damaged; build it again`);
    }
  },
);
