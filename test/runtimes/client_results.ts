import type { TestPage } from '../fixtures/corpus_of.ts';

/** The pages that programs in other runtimes ask for. */
export const runtimesPages: readonly TestPage[] = [
  { path: 'index', title: 'Home', text: 'Welcome.', links: ['writing/caching'] },
  { path: 'größe', title: 'Größe', text: 'A name outside ASCII.' },
  {
    path: 'writing/caching',
    title: 'Caching',
    text: `Caches keep answers. ${'They ask again. '.repeat(100)}`,
    markdown: 'Caches *keep* answers.\n',
    tags: ['http'],
    collection: 'writing',
    links: ['index'],
  },
];

/** What `callService` gets from a service of these pages. */
export const clientResults = {
  paths: ['größe', 'index', 'writing/caching'].sort(),
  page: 'Caching',
  again: 'Caching',
  markdown: 'Caches *keep* answers.\n',
  found: 1,
  asked: ['writing/caching'],
  answered: [1, 1],
  refused: 'no-such-resource',
  aborted: 'no longer needed',
};
