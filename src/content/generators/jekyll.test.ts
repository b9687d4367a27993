import { expect, test } from 'vitest';
import { describeAddresses, pages } from '../../../test/fixtures/describe_addresses.ts';
import { readSite } from '../../../test/fixtures/read_site.ts';

describeAddresses({
  'jekyll: a pattern of posts whose ending is part of it': {
    files: {
      '_config.yml': 'permalink: /:year/:title.html\n',
      ...pages('_posts/2024-01-02-a.md', 'about.md', 'b/index.md'),
    },
    addresses: { '_posts/2024-01-02-a.md': '2024/a.html', 'about.md': 'about', 'b/index.md': 'b' },
  },
  'jekyll: a pattern that ends with the extension': {
    files: { '_config.yml': 'permalink: /:year/:title:output_ext\n', ...pages('_posts/2024-01-02-a.md', 'about.md') },
    addresses: { '_posts/2024-01-02-a.md': '2024/a.html', 'about.md': 'about.html' },
  },
  'jekyll: files about the project are pages where they have front matter': {
    files: {
      '_config.yml': 'permalink: pretty\nexclude: [README.md]\n',
      'README.md': '---\ntitle: Read me\n---\n',
      'CHANGELOG.md': '---\ntitle: Changes\n---\n',
      'CONTRIBUTING.md': '# Contributing\n',
      ...pages('index.md'),
    },
    addresses: { 'CHANGELOG.md': 'CHANGELOG/', 'index.md': 'index' },
  },
});

test('days are in the time zone of the settings', () => {
  const posts = {
    '_posts/2024-01-02-a.md': '---\ndate: 2024-01-02 20:00:00\n---\n# A\n',
    '_posts/2024-01-02-b.md': '---\ndate: 2024-01-02 20:00:00 +0800\n---\n# B\n',
    '_posts/2024-01-02-c.md': '---\ndate: 2024-01-02\n---\n# C\n',
  };
  const days = (settings: string) =>
    readSite({ '_config.yml': settings, ...posts }).site.pages.map(({ path, published }) => `${path} ${published}`);
  expect(days('timezone: Asia/Shanghai\n')).toEqual([
    '2024/01/02/b 2024-01-02',
    '2024/01/02/c 2024-01-02',
    '2024/01/03/a 2024-01-03',
  ]);
  for (const settings of ['', 'timezone: Mars/Olympus\n']) {
    expect(days(settings)).toEqual(['2024/01/02/a 2024-01-02', '2024/01/02/b 2024-01-02', '2024/01/02/c 2024-01-02']);
  }
});
