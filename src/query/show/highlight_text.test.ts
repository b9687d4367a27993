import { describe, expect, test } from 'vitest';
import { engineOf } from '../../../test/fixtures/answer_of.ts';
import { corpusOf } from '../../../test/fixtures/corpus_of.ts';
import type { FieldOrAll } from '../match/postings.ts';
import type { Excerpt } from './excerpt_text.ts';
import { highlightText } from './highlight_text.ts';

const long = '数'.repeat(300);
const corpus = corpusOf([
  {
    path: 'a',
    title: 'Red dogs',
    description: 'About blue dogs',
    aliases: ['Green/page'],
    tags: ['dark-red'],
    text: ' Its own\ntext.',
  },
  { path: 'b', title: 'x𠀀𠀁y一𠀂', description: `${long}据库`, text: '' },
]);

function shown(page: number, ...wanted: readonly (readonly [text: string, field: FieldOrAll])[]) {
  const engine = engineOf(corpus);
  const asked = wanted.flatMap(([text, field]) => engine.analyser.units(text).map((unit) => ({ unit, field })));
  return words(highlightText(engine, page, asked));
}

function words({ excerpt, ranges }: Excerpt) {
  const found: string[] = [];
  for (let i = 0; i < ranges.length; i += 2) found.push(excerpt.slice(ranges[i], ranges[i + 1]));
  return { excerpt, found };
}

describe('the excerpt of a row without a hit in its body', () => {
  test.each([
    ['the description first', [['dog', 'all']], 'About blue dogs', ['dogs']],
    [
      'the title when that holds it, and the beginning of the body',
      [['red', 'all']],
      'Red dogs — Its own text.',
      ['Red'],
    ],
    ['an alias', [['green', 'all']], 'Green/page', ['Green']],
    ['a tag', [['dark', 'all']], 'DARK-RED', ['DARK']],
    ['only the field of the clause', [['dog', 'title']], 'Red dogs — Its own text.', ['dogs']],
    [
      'in each field only the words of its own clause',
      [
        ['dog', 'title'],
        ['blue', 'description'],
      ],
      'About blue dogs',
      ['blue'],
    ],
    ['the beginning of the body when no field holds it', [['zebra', 'all']], 'Its own text.', []],
    ['the beginning of the body when nothing is wanted', [], 'Its own text.', []],
  ] as const)('shows %s', (_, wanted, excerpt, found) => {
    expect(shown(0, ...wanted)).toEqual({ excerpt, found });
  });

  test('marks whole character pairs when the characters differ in length', () => {
    expect(shown(1, ['一𠀂', 'title']).found).toEqual(['一𠀂']);
    expect(shown(1, ['𠀀𠀁', 'title']).found).toEqual(['𠀀𠀁']);
  });

  test('shows a hit far into a text without spaces', () => {
    expect(shown(1, ['据库', 'description'])).toEqual({ excerpt: '据库', found: ['据库'] });
  });
});
