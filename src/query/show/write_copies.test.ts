import { expect, test } from 'vitest';
import { corpusOf, STAMPS } from '../../../test/fixtures/corpus_of.ts';
import { copiesOf } from './write_copies.ts';

const text = 'A lock keeps a key from all others until it ends, or until its time is over.';
const paths = ['docs/locks', 'docs/7.4/locks', 'docs/7.22/locks', 'guides/locks'];
const pages = paths.map((path) => ({ path, title: 'Locks', text }));
const corpus = corpusOf([...pages, { path: 'docs/7.4/keys' }, { path: 'docs/keys' }], {}, STAMPS, true);
const all = Array.from({ length: corpus.pages.count }, (_, page) => copiesOf(corpus, page, 10).items);

test.each([
  ['docs/locks', ['guides', '7.22', '7.4']],
  ['docs/7.4/locks', ['current', 'current', '7.22']],
])('beside %s its copies are called %j: only beside a version is there a current one', (path, names) => {
  const copies = all.find((items) => items.length === 3 && items.every((copy) => copy.path !== path))!;
  expect(copies.map(({ name }) => name)).toEqual(names);
});
