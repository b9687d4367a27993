import { describeAddresses, pages } from '../../../test/fixtures/describe_addresses.ts';

describeAddresses({
  'docusaurus: patterns of files that are left out, in each version': {
    files: {
      'docusaurus.config.js':
        "export default { presets: [['classic', { docs: { exclude: ['**/internal/**', '*.{draft,old}.md'] }, blog: false }]] };",
      'versions.json': '["1.0"]',
      ...pages('docs/a.md', 'docs/b/internal/c.md', 'docs/d.draft.md', 'docs/e.old.md'),
      ...pages('versioned_docs/version-1.0/a.md', 'versioned_docs/version-1.0/internal/c.md'),
    },
    addresses: { 'docs/a.md': 'docs/next/a', 'versioned_docs/version-1.0/a.md': 'docs/a' },
  },
  'fumadocs: documents and a blog': {
    files: {
      'source.config.ts':
        "export const docs = defineDocs({ dir: 'content/docs' });\nexport const blog = defineCollections({ type: 'doc', dir: 'content/blog' });",
      'lib/source.ts':
        "export const source = loader({ baseUrl: '/guide', source: docs.toFumadocsSource() });\nexport const posts = loader({ baseUrl: '/blog', source: blog });",
      ...pages('content/docs/index.mdx', 'content/docs/a.mdx', 'content/blog/b.mdx'),
    },
    addresses: { 'content/docs/index.mdx': 'guide', 'content/docs/a.mdx': 'guide/a', 'content/blog/b.mdx': 'blog/b' },
  },
  'docfx: groups of content': {
    files: {
      'docfx.json':
        '{"build": {"content": [{"src": "old", "files": ["*.md"], "group": "v1", "dest": "guide"}, {"files": ["*.md"]}], "groups": {"v1": {"dest": "v1"}}}}',
      ...pages('old/a.md', 'b.md'),
    },
    addresses: { 'old/a.md': 'v1/guide/a.html', 'b.md': 'b.html' },
  },
  'docfx: lower case on Microsoft Learn where links have it': {
    files: {
      '.openpublishing.publish.config.json':
        '{"docsets_to_publish": [{"build_source_folder": "docs", "docset_name": "x"}]}',
      'docs/docfx.json': '{"build": {"globalMetadata": {"breadcrumb_path": "/x/breadcrumb/toc.json"}}}',
      'docs/A/One.md': '# One\n[2](/x/a/two) [3](/x/a/three) [4](/x/a/four)',
      ...pages('docs/A/Two.md', 'docs/A/Three.md', 'docs/A/Four.md'),
    },
    addresses: {
      'A/One.md': 'x/a/one',
      'A/Two.md': 'x/a/two',
      'A/Three.md': 'x/a/three',
      'A/Four.md': 'x/a/four',
    },
  },
});
