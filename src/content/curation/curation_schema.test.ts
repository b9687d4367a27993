import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { buildCurationSchema } from './curation_schema.ts';
import { readCuration } from './read_curation.ts';

describe('buildCurationSchema', () => {
  it('is what catchword.curation.schema.json publishes (scripts/write_config_schema.ts writes it)', () => {
    const file = new URL('../../../catchword.curation.schema.json', import.meta.url);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(buildCurationSchema());
  });

  const judge = new Ajv2020({ allowUnionTypes: true }).compile(buildCurationSchema());

  it.each<[file: string, valid: boolean]>([
    ['', true],
    ['synonyms:\npins:\nweights:\nexclude:', true],
    ['synonyms: [[a, b], "a -> b", "a, b -> c", { words: [a, 404], language: pt-BR }, { words: a -> b }]', true],
    ['synonyms: [[a]]', false],
    ['synonyms: [a b]', false],
    ['synonyms: ["a ->"]', false],
    ['synonyms: ["a -> b -> c"]', false],
    ['synonyms: [{ words: [a, b], language: "x!" }]', false],
    ['synonyms: [{ language: de }]', false],
    ['synonyms: { a: b }', false],
    ['pins: [{ query: a, page: b }, { words: a, page: b/c, place: 10 }]', true],
    ['pins: [{ query: a, words: b, page: c }]', false],
    ['pins: [{ page: c }]', false],
    ['pins: [{ query: a }]', false],
    ['pins: [{ query: a, page: b, place: 0 }]', false],
    ['pins: [{ query: a, page: b, position: 1 }]', false],
    ['weights: { a/: 0.1, b: 10 }', true],
    ['weights: { a/: 0.05 }', false],
    ['weights: { a/: 11 }', false],
    ['weights: [a/]', false],
    ['exclude: [a/, b/c]', true],
    ['exclude: [""]', false],
    ['exclude: a/', false],
    ['excluded: []', false],
  ])('agrees with the reader about %j', (file, valid) => {
    expect([judge(parse(file) ?? null), readCuration(file).faults.length === 0]).toEqual([valid, valid]);
  });
});
