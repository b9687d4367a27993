import { describeAddresses, pages } from '../../../test/fixtures/describe_addresses.ts';

describeAddresses({
  'hugo: a folder, a pattern and endings for each language': {
    files: {
      'config/_default/hugo.toml':
        'baseURL = "https://x.example"\n[permalinks]\npost = "/:year/:slug/"\n[uglyURLs]\npost = true\nold = true\n',
      'config/_default/languages.en.toml': 'contentDir = "content/en"\n',
      'config/_default/languages.de.toml': 'contentDir = "content/de"\nlocale = "de-AT"\n',
      'content/en/post/a.md': '---\ndate: 2024-01-02\ntitle: "It\'s A & B"\n---\n',
      'content/de/post/b.md': '\n---\ndate: 2024-01-03\nslug: Das-B\n---\n',
      ...pages('content/de/old/c.md', 'content/en/d.md', 'content/fr/e.md'),
    },
    addresses: {
      'en/post/a.md': '2024/its-a-b.html',
      'de/post/b.md': 'de/2024/das-b.html',
      'de/old/c.md': 'de/old/c.html',
      'en/d.md': 'd/',
    },
  },
  'hugo: patterns of translations by file name': {
    files: {
      'hugo.toml':
        'defaultContentLanguage = "en"\n[permalinks]\npost = "/:year/:slug/"\n[languages.en]\n[languages.de]\n',
      'content/post/a.md': '---\ndate: 2024-01-02\nslug: a\n---\n',
      'content/post/a.de.md': '---\ndate: 2024-01-02\nslug: a\n---\n',
    },
    addresses: { 'post/a.md': '2024/a/', 'post/a.de.md': 'de/2024/a/' },
  },
  'hugo: languages that are disabled': {
    files: {
      'hugo.toml':
        'disableLanguages = ["de"]\n[languages.en]\ncontentDir = "content/en"\n[languages.de]\ncontentDir = "content/de"\n[languages.fr]\ndisabled = true\n',
      ...pages('content/en/a.md', 'content/en/a.fr.md', 'content/de/b.md'),
    },
    addresses: { 'en/a.md': 'a/' },
  },
  'hugo: section pages in the folder of a lone mkdocs.yml': {
    files: {
      'mkdocs.yml': 'docs_dir: "guides"\n',
      ...pages('guides/_index.md', 'guides/a/_index.md', 'guides/a/B c.md'),
    },
    addresses: { '_index.md': 'index', 'a/_index.md': 'a/', 'a/B c.md': 'a/b-c/' },
  },
  'hugo: section pages without any settings, and a bundle that is no page': {
    files: {
      ...pages('docs/_index.md', 'docs/a/_index.md', 'docs/a/B c.md', 'docs/shared/part.md', 'docs/draft/part.md'),
      'docs/shared/index.md': '---\nheadless: true\n---\n',
      'docs/draft/index.md': '---\ndraft: true\n---\n',
    },
    addresses: { 'docs/_index.md': 'docs', 'docs/a/_index.md': 'docs/a', 'docs/a/B c.md': 'docs/a/b-c' },
  },
});
