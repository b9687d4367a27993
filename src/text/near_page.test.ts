import { expect, it } from 'vitest';
import { nearPage } from './near_page.ts';

const paths = ['index', 'guide/quick-start', 'guide/install', 'api/install', 'größe', 'notes/two', 'blog/two'].sort();

it.each([
  ['guide/quick-start.md', 'guide/quick-start'],
  ['/Guide/Quick-Start/', 'guide/quick-start'],
  ['guide/quick-start/index.html', 'guide/quick-start'],
  ['quick-start', 'guide/quick-start'],
  ['guide/quick-strat', 'guide/quick-start'],
  ['guides/install', 'guide/install'],
  ['note/two', 'notes/two'],
  ['GRÖSSE', 'größe'],
  ['gröse', 'größe'],
  ['install', 'api/install'],
  ['nothing/like/it', null],
  ['', null],
])('takes %j for %j', (written, page) => {
  expect(nearPage(written, { count: paths.length, path: (at) => paths[at]! })).toBe(page);
});
