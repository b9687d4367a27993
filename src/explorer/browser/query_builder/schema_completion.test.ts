import { describe, expect, it } from 'vitest';
import { corpusOf } from '../../../../test/fixtures/corpus_of.ts';
import { describeApi } from '../../../discovery/openapi/describe_api.ts';
import type { ApiFacts } from '../../../discovery/openapi/openapi_document.ts';
import { jsonPlaceAt } from './json_place.ts';
import { completionsAt, type Schemas } from './schema_completion.ts';

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
