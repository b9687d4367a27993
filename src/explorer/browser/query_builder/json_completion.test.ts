import { describe, expect, it, test } from 'vitest';
import { corpusOf } from '../../../../test/fixtures/corpus_of.ts';
import { describeApi } from '../../../discovery/openapi/describe_api.ts';
import type { ApiFacts } from '../../../discovery/openapi/openapi_document.ts';
import { completionsAt, jsonPlaceAt, type Schemas } from './json_completion.ts';

/** The caret is at the bar. */
function placeIn(marked: string): string {
  const caret = marked.indexOf('|');
  const place = jsonPlaceAt(marked.replace('|', ''), caret);
  if (place === null) return 'none';
  const { kind, word, containers, start, end } = place;
  const trail = containers.map(({ isArray, name }) => (isArray ? '[]' : (name ?? '-'))).join('.');
  return `${kind} ${JSON.stringify(word)} in ${trail} of ${containers.at(-1)!.names.join('+')} over ${end - start}`;
}

test.each([
  ['|', 'none'],
  ['{|', 'name "" in - of  over 0'],
  ['{"ma|', 'name "ma" in - of ma over 3'],
  ['{"ma|", "limit": 5}', 'name "ma" in - of ma+limit over 4'],
  ['{"limit": 5, | "tag": "a"}', 'name "" in limit of limit+tag over 0'],
  ['{"limit": |}', 'value "" in limit of limit over 0'],
  ['{"match": {"in": "ti|tle"}}', 'value "ti" in match.in of in over 7'],
  ['{"batch": [{"path": "a"}, {|}]}', 'name "" in batch.[].- of  over 0'],
  ['{"facets": ["c|"]}', 'value "c" in facets.[] of  over 3'],
  ['{"path": "a|}', 'value "a" in path of path over 2'],
  ['{"limit": 5 |}', 'none'],
  ['{"a": {"b": 1}|}', 'none'],
  ['{"a": "\\"b|', 'value "\\\\\\"b" in a of a over 4'],
])('finds the place of the caret in %s', (marked, expected) => {
  expect(placeIn(marked)).toBe(expected);
});

const { settings } = corpusOf([{ path: 'index', title: 'A', text: 'B' }]);
const features = { nativeQuery: false } as ApiFacts['features'];
const schemas = describeApi({ settings, origin: 'https://a.example', features }).components
  .schemas as unknown as Schemas;

function completed(marked: string): string {
  const place = jsonPlaceAt(marked.replace('|', ''), marked.indexOf('|'))!;
  return completionsAt(place, 'QueryBody', schemas)
    .map(({ text }) => text)
    .join(' ');
}

describe('completion by the description of the API', () => {
  it.each([
    ['{|', '"match" "collection" "tag" "limit" "facets" "like" "traverse" "slug" "path" "batch"'],
    ['{"li|', '"limit" "like"'],
    ['{"match": {"text": "a", "in": "all"}, |}', '"collection" "tag" "limit" "facets"'],
    ['{"path": "a", |}', '"collection" "tag"'],
    ['{"match": {|}}', '"text" "in" "all" "any" "not"'],
    ['{"match": {"text": "a", |}}', '"in"'],
    ['{"match": {"all": [{"text": "a", "in": "t|"}]}}', '"title" "tags"'],
    ['{"traverse": {"follow": |}}', '"outgoing" "incoming" "both"'],
    ['{"traverse": |}', '{}'],
    ['{"facets": ["|"]}', '"collection" "tags"'],
    ['{"collection": |}', '"writing" "glossary" "demos"'],
    ['{"limit": |}', '10'],
    ['{"batch": [{"slug": "a", |}]}', '"collection" "tag"'],
    ['{"nothing": {|}}', ''],
  ])('knows what fits in %s', (marked, expected) => {
    expect(completed(marked)).toBe(expected);
  });

  it('says what a form of query is', () => {
    const place = jsonPlaceAt('{"lik', 5)!;
    expect(completionsAt(place, 'QueryBody', schemas)).toEqual([
      { text: '"like"', label: 'like', meaning: 'Pages that are similar to a passage, most similar first.' },
    ]);
  });
});
