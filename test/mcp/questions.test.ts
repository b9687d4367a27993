import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { countCharacters } from '../../src/text/count_characters.ts';
import { bakeCorpus, realSite } from './baked_corpora.ts';
import { openEndpoint, pathsOf } from './open_endpoint.ts';

/** A question as a model asks it with `search`, and the pages that answer it. */
type Question = readonly [question: string, ...pages: readonly string[]];

const ofTheBook: readonly Question[] = [
  ['install rust with rustup', 'ch01-01-installation'],
  ['create a new project with cargo', 'ch01-03-hello-cargo'],
  ['read user input from stdin', 'ch02-00-guessing-game-tutorial'],
  ['shadowing a variable', 'ch03-01-variables-and-mutability'],
  ['difference between constants and variables', 'ch03-01-variables-and-mutability'],
  ['integer overflow', 'ch03-02-data-types'],
  ['return a value from a loop with break', 'ch03-05-control-flow'],
  ['stack and heap', 'ch04-01-what-is-ownership'],
  ['dangling references', 'ch04-02-references-and-borrowing'],
  ['string slices', 'ch04-03-slices'],
  ['struct update syntax', 'ch05-01-defining-structs'],
  ['associated functions', 'ch05-03-method-syntax'],
  ['Option enum instead of null', 'ch06-01-defining-an-enum'],
  ['match must be exhaustive', 'ch06-02-match'],
  ['bring a path into scope with use', 'ch07-04-bringing-paths-into-scope-with-the-use-keyword'],
  ['why strings cannot be indexed', 'ch08-02-strings'],
  ['hash map entry or_insert', 'ch08-03-hash-maps'],
  ['question mark operator propagating errors', 'ch09-02-recoverable-errors-with-result'],
  ['show a backtrace of a panic', 'ch09-01-unrecoverable-errors-with-panic'],
  ['lifetime elision rules', 'ch10-03-lifetime-syntax'],
  ['default implementation of a trait', 'ch10-02-traits'],
  ['should_panic attribute', 'ch11-01-writing-tests'],
  ['integration tests directory', 'ch11-03-test-organization'],
  ['environment variable for case insensitive search', 'ch12-05-working-with-environment-variables'],
  ['closures capture their environment move', 'ch13-01-closures'],
  ['publish a crate', 'ch14-02-publishing-to-crates-io'],
  ['reference counted pointer Rc', 'ch15-04-rc'],
  ['weak pointers prevent reference cycles', 'ch15-06-reference-cycles'],
  ['Mutex shared between threads Arc', 'ch16-03-shared-state'],
  ['dereference a raw pointer', 'ch20-01-unsafe-rust'],
];

const ofTheDocumentation: readonly Question[] = [
  ['what is an entity tag', 'glossary/entity-tag'],
  ['send feedback with an idempotency key', 'docs/reference/feedback', 'glossary/idempotency-key'],
  ['limits of a query', 'docs/reference/caps', 'writing/caps-and-refusals'],
  ['how a page finds its address', 'writing/how-a-page-finds-its-address'],
  ['nginx and caddy', 'docs/how-to/nginx-and-caddy'],
  ['dead links check', 'docs/reference/checking', 'docs/how-to/check-pages'],
  ['environment variables of the command line', 'docs/reference/command-line'],
  ['how are pages ranked', 'writing/how-ranking-works'],
  ['search as people type', 'docs/reference/search', 'demos/search-letter-by-letter'],
  ['boolean queries', 'docs/how-to/boolean-queries', 'glossary/boolean-query', 'demos/a-boolean-tree'],
];

/** Searches, then reads the first two pages found, as a model would. @returns the questions whose page was not among them */
async function unanswered(folder: string, questions: readonly Question[]) {
  const { call } = openEndpoint(await bakeCorpus(folder));
  const missed: string[] = [];
  let characters = 0;
  let calls = 0;
  for (const [query, ...pages] of questions) {
    const found = await call('search', { query });
    const read: string[] = [];
    for (const path of pathsOf(found).slice(0, 2)) {
      const answer = await call('read', { path: path.replace(/#.*/, '') });
      read.push(path.replace(/#.*/, ''));
      characters += answer.content.reduce((sum, { text }) => sum + countCharacters(text), 0);
    }
    characters += countCharacters(found.content[0]!.text);
    calls += 1 + read.length;
    if (!read.some((path) => pages.some((page) => path === page || path.endsWith(`/${page}`))))
      missed.push(`${query}: ${read}`);
  }
  return { missed, calls, characters };
}

const book = realSite('rust-book');

describe('search, then read the first two', () => {
  it.skipIf(book === null)('finds the page of at least 27 of 30 questions to the Rust book', async () => {
    const { missed, calls, characters } = await unanswered(book!, ofTheBook);
    expect(ofTheBook).toHaveLength(30);
    expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(3);
    expect(calls).toBeLessThanOrEqual(90);
    expect(characters / ofTheBook.length).toBeLessThanOrEqual(45_000);
  });

  it('finds the page of at least 9 of 10 questions to the documentation', async () => {
    const folder = fileURLToPath(new URL('../../site', import.meta.url));
    const { missed } = await unanswered(folder, ofTheDocumentation);
    expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(1);
  });
});
