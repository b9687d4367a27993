import { expect, it } from 'vitest';
import { readDraft, section, writeDraft } from '../../../test/faults/craft_artefact.ts';
import { artefactOf, STAMPS } from '../../../test/fixtures/corpus_of.ts';
import { resolveCuration } from '../../bake/curate.ts';
import { byCodePoint } from '../../text/by_code_point.ts';
import { ArtefactError } from '../artefact/artefact_format.ts';
import type { Sections } from '../artefact/sections.ts';
import { openCorpus } from '../open_corpus.ts';
import { type CurationTable, readCuration } from './curation_table.ts';

const PAGES = [{ path: 'a' }, { path: 'b' }, { path: 'c/d' }];
const RULES = `synonyms: [{ words: [x, y], language: de }]
pins: [{ words: x, page: b, place: 2 }, { query: x, page: none }]
weights: { c/: 2, c/d: 3, none: 4 }
exclude: [a, c/, c/d]
`;
const curated = artefactOf(PAGES, {}, STAMPS, false, RULES);
const TABLE: CurationTable = {
  synonyms: [{ line: 1, rule: 'x = y (de)', from: ['x', 'y'], to: ['x', 'y'], language: 'de' }],
  pins: [{ line: 2, rule: 'words "x" -> b, place 2', by: 'words', text: 'x', page: 1, place: 2 }],
  weights: [
    { line: 3, rule: 'c/: 2', factor: 2, ranges: [[2, 3]] },
    { line: 3, rule: 'c/d: 3', factor: 3, ranges: [[2, 3]] },
  ],
  excluded: [
    [0, 1],
    [2, 3],
  ],
};

function open(artefact: Uint8Array): CurationTable | null {
  return openCorpus(new Uint8Array(artefact).buffer).curation();
}

it('is what the rules say of the pages of a build, without rules that name no page', () => {
  expect(open(curated)).toEqual(TABLE);
});

it('is in no artefact of a site without rules', () => {
  expect(open(artefactOf(PAGES))).toBeNull();
});

it.each<[name: string, table: unknown]>([
  ['no JSON', 'synonyms'],
  ['a missing member', JSON.stringify({ ...TABLE, pins: undefined })],
  ['a page that the site lacks', JSON.stringify({ ...TABLE, pins: [{ ...TABLE.pins[0], page: 3 }] })],
  ['a range behind the last page', JSON.stringify({ ...TABLE, excluded: [[1, 4]] })],
  ['a range backwards', JSON.stringify({ ...TABLE, weights: [{ ...TABLE.weights[0], ranges: [[2, 1]] }] })],
  ['a factor of 0', JSON.stringify({ ...TABLE, weights: [{ ...TABLE.weights[0], factor: 0 }] })],
  ['pages left out that do not ascend', JSON.stringify({ ...TABLE, excluded: TABLE.excluded.toReversed() })],
  [
    'more texts than a file may have',
    JSON.stringify({
      ...TABLE,
      synonyms: Array(1601).fill({ ...TABLE.synonyms[0], from: Array(32).fill('x'), to: Array(31).fill('y') }),
    }),
  ],
  ['a place of 11', JSON.stringify({ ...TABLE, pins: [{ ...TABLE.pins[0], place: 11 }] })],
])('refuses an artefact whose section has %s', (_name, table) => {
  const draft = readDraft(curated);
  section(draft, 'curation').bytes = Buffer.from(String(table));
  expect(() => openCorpus(new Uint8Array(writeDraft(draft)).buffer)).toThrow(ArtefactError);
});

it('has for each rule that leaves pages out as many ranges as a folder may have', () => {
  const numbers = Array.from({ length: 6000 }, (_, i) => 1000 + i);
  const paths = numbers.flatMap((i) => [`f${i}`, `f${i}-b`, `f${i}/c`, `f${i}z`]).sort(byCodePoint);
  const excluded = numbers.map((i) => ({ path: `f${i}/`, line: i + 1, column: 1 }));
  const stored = resolveCuration({ synonyms: [], pins: [], weights: [], excluded }, paths);
  const sections = { has: () => true, json: () => stored } as unknown as Sections;
  expect(readCuration(sections, paths.length)?.excluded).toHaveLength(12_000);
});
