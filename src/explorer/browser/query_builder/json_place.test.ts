import { expect, test } from 'vitest';
import { jsonPlaceAt } from './json_place.ts';

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
