import { describeAddresses, pages } from '../../../test/fixtures/describe_addresses.ts';

const P = '# Page\n';

describeAddresses({
  'hugo: names are lower case, without most punctuation, and only index files stand for folders': {
    files: {
      'hugo.toml': 'baseURL = "https://a.example/docs/"\n',
      ...pages('content/A B/C++ & D.md', 'content/x/README.md', 'content/x/_index.md', 'content/_index.md'),
    },
    addresses: {
      'A B/C++ & D.md': 'a-b/c++--d/',
      'x/README.md': 'x/readme/',
      'x/_index.md': 'x/',
      '_index.md': 'index',
    },
  },
  'hugo: permalinks by section, slug and url': {
    files: {
      'hugo.toml':
        '[permalinks]\nposts = "/:year/:month/:slugorfilename/"\n[permalinks.page]\nnews = "/n/:sections[1:]/:title/"\n',
      'content/posts/one.md': '---\ntitle: One\ndate: 2024-03-05\n---\n',
      'content/posts/two.md': '---\ntitle: Two\ndate: 2024-03-05\nslug: zwei\n---\n',
      'content/posts/three.md': '---\ntitle: Three\nurl: /drei/\n---\n',
      'content/posts/_index.md': P,
      'content/news/a/b.md': '---\ntitle: Big News!\n---\n',
    },
    addresses: {
      'posts/one.md': '2024/03/one/',
      'posts/two.md': '2024/03/zwei/',
      'posts/three.md': 'drei/',
      'posts/_index.md': 'posts/',
      'news/a/b.md': 'n/a/big-news/',
    },
  },
  'hugo: a date in a name is cut only where the settings say so; ugly addresses': {
    files: {
      'hugo.yaml': 'uglyURLs: true\nfrontmatter:\n  date: [":filename", ":default"]\n',
      ...pages('content/blog/2024-01-02-a.md', 'content/blog/_index.md'),
    },
    addresses: { 'blog/2024-01-02-a.md': 'blog/a.html', 'blog/_index.md': 'blog/' },
  },
  'hugo: other files of a leaf bundle are no pages': {
    files: { 'hugo.toml': '', ...pages('content/a/index.md', 'content/a/part.md', 'content/a/b/c.md', 'content/d.md') },
    addresses: { 'a/index.md': 'a/', 'd.md': 'd/' },
  },
  'hugo: languages by content folder, with the default language at the root': {
    files: {
      'hugo.yaml':
        'defaultContentLanguage: en\nlanguages:\n  en:\n    contentDir: content/english\n  fr:\n    contentDir: content/french\n',
      ...pages('content/english/a.md', 'content/french/a.md', 'content/french/it/b.md'),
    },
    addresses: { 'english/a.md': 'a/', 'french/a.md': 'fr/a/', 'french/it/b.md': 'fr/it/b/' },
  },
  'hugo: a cascade hides the pages of its target': {
    files: {
      'hugo.toml': '',
      'content/docs/_index.md':
        '---\ncascade:\n  - target:\n      path: /docs/parts/**\n    build:\n      render: never\n---\n# Docs',
      ...pages('content/docs/a.md', 'content/docs/parts/b.md'),
      'content/words/_index.md': '---\nbuild: {render: always}\ncascade: {build: {render: never}}\n---\n# Words',
      'content/words/c.md': P,
    },
    addresses: { 'docs/_index.md': 'docs/', 'docs/a.md': 'docs/a/', 'words/_index.md': 'words/' },
  },
  'jekyll: posts by default, pages and collections': {
    files: {
      '_config.yml':
        'collections:\n  docs:\n    output: true\n    permalink: /guide/:path/\n  people:\n    output: false\n  notes: {output: true}\nexclude: [drafted, "*.tmp.md"]\n',
      '_posts/2024-01-02-Big-News.md': '---\ncategories: [A, B]\n---\n# N',
      'x/_posts/2024-01-03-b.md': P,
      ...pages('_docs/a/b.md', '_people/c.md', '_notes/d.md', 'about.md', 'x/index.md', 'drafted/e.md'),
    },
    addresses: {
      '_posts/2024-01-02-Big-News.md': 'a/b/2024/01/02/Big-News.html',
      'x/_posts/2024-01-03-b.md': 'x/2024/01/03/b.html',
      '_docs/a/b.md': 'guide/a/b/',
      '_notes/d.md': 'notes/d.html',
      'about.md': 'about.html',
      'x/index.md': 'x/',
    },
  },
  'jekyll: pretty addresses, and a pattern in front matter': {
    files: {
      '_config.yml': 'permalink: pretty\n',
      '_posts/2024-01-02-a.md': P,
      '_posts/2024-01-03-b.md': '---\npermalink: /:year/:slug/\n---\n# B',
      'about.md': P,
    },
    addresses: {
      '_posts/2024-01-02-a.md': '2024/01/02/a/',
      '_posts/2024-01-03-b.md': '2024/b/',
      'about.md': 'about/',
    },
  },
  'jekyll: front matter defaults': {
    files: {
      '_config.yml':
        'defaults:\n  - scope: {path: "", type: posts}\n    values: {permalink: "/blog/:title/"}\n  - scope: {path: docs}\n    values: {permalink: "/d/:basename.html"}\n',
      ...pages('_posts/2024-01-02-a.md', 'docs/b.md'),
    },
    addresses: { '_posts/2024-01-02-a.md': 'blog/a/', 'docs/b.md': 'd/b.html' },
  },
  'hexo: names of posts with dates, categories, and pages': {
    files: {
      '_config.yml': 'permalink: :category/:title.html\nnew_post_name: :year-:month-:day-:title.md\n',
      'source/_posts/2024-01-02-a.md': '---\ncategories: [Tech]\n---\n# A',
      'source/_posts/sub/2024-01-03-b.md': P,
      ...pages('source/about/index.md', 'source/c.md'),
    },
    addresses: {
      '_posts/2024-01-02-a.md': 'Tech/a.html',
      '_posts/sub/2024-01-03-b.md': 'uncategorized/sub/b.html',
      'about/index.md': 'about/',
      'c.md': 'c.html',
    },
  },
  'eleventy: dates cut, names like the folder, permalinks': {
    files: {
      'eleventy.config.js': '',
      'package.json': '{}',
      'blog/blog.json': '{"permalink": "/posts/{{ page.fileSlug }}/"}',
      'news/news.11tydata.js': `export default { permalink: (data) => \`/n/\${data.page.fileSlug}.html\`, layout: 'x' };`,
      ...pages('blog/2024-01-02-a.md', 'news/2024-01-02-b.md', 'team/team.md', 'x/2024-01-02-c.md'),
      'd.md': '---\npermalink: false\n---\n# D',
      'e.md': '---\ntitle: My Title\npermalink: "/t/{{ title | slugify }}/index.html"\n---\n',
    },
    addresses: {
      'blog/2024-01-02-a.md': 'posts/a/',
      'news/2024-01-02-b.md': 'n/b.html',
      'team/team.md': 'team/',
      'x/2024-01-02-c.md': 'x/c/',
      'e.md': 't/my-title/',
    },
  },
  'zola: names are slugs, folders are not; languages by suffix': {
    files: {
      'config.toml': 'base_url = "https://a.example"\ndefault_language = "en"\n[languages.fr]\n',
      ...pages('content/Big Blog/2024-01-02-Hello World!.md', 'content/a.md', 'content/a.fr.md', 'content/a.it.md'),
      'content/hidden.md': '+++\nrender = false\n+++\n',
    },
    addresses: {
      'Big Blog/2024-01-02-Hello World!.md': 'Big Blog/hello-world/',
      'a.md': 'a/',
      'a.fr.md': 'fr/a/',
      'a.it.md': 'a-it/',
    },
  },
  'docusaurus: several sets of documents, names like the folder, posts in folders': {
    files: {
      'docusaurus.config.js': `export default { trailingSlash: true, presets: [['classic', { docs: {}, blog: { routeBasePath: 'news' } }]],
        plugins: [['@docusaurus/plugin-content-docs', { id: 'community', path: 'community', routeBasePath: 'people' }]] };`,
      ...pages('docs/guide/Guide.md', 'docs/guide/01-a.md', 'community/02-b.md', 'docs/_part.md'),
      ...pages('blog/2024/03/04-c.md', 'blog/x/2024-03-05-d/index.md', 'blog/e.md'),
      ...pages('i18n/fr/docusaurus-plugin-content-docs-community/current/b.md'),
    },
    addresses: {
      'docs/guide/Guide.md': 'docs/guide/',
      'docs/guide/01-a.md': 'docs/guide/a/',
      'community/02-b.md': 'people/b/',
      'blog/2024/03/04-c.md': 'news/2024/03/04/c/',
      'blog/x/2024-03-05-d/index.md': 'news/2024/03/05/x/d/',
      'blog/e.md': 'news/e/',
      'i18n/fr/docusaurus-plugin-content-docs-community/current/b.md': 'fr/people/b/',
    },
  },
  'docusaurus: number prefixes kept by the settings': {
    files: {
      'docusaurus.config.js': "export default { presets: [['classic', { docs: { numberPrefixParser: false } }]] };",
      ...pages('docs/01-a.md'),
    },
    addresses: { 'docs/01-a.md': 'docs/01-a' },
  },
  'docusaurus: documents beside the folder of the site': {
    files: {
      'package.json': '{}',
      'website/docusaurus.config.js':
        "export default { presets: [['classic', { docs: { path: '../docs', routeBasePath: '/' } }]] };",
      ...pages('docs/01-a.md', 'website/blog/2024-01-02-b.md', 'website/src/pages/c.md'),
    },
    addresses: {
      'docs/01-a.md': 'a',
      'website/blog/2024-01-02-b.md': 'blog/2024/01/02/b',
      'website/src/pages/c.md': 'c',
    },
  },
  'starlight: slugs are whole paths': {
    files: {
      'astro.config.mjs': "import starlight from '@astrojs/starlight';",
      'src/content/docs/guides/A B.md': P,
      'src/content/docs/guides/c.md': '---\ntitle: C\nslug: start\n---\n',
      'src/content/docs/README.md': P,
    },
    addresses: { 'guides/A B.md': 'guides/a-b/', 'guides/c.md': 'start/', 'README.md': 'readme/' },
  },
  'astro: slugs replace the path in a collection': {
    files: {
      'astro.config.mjs': "export default { trailingSlash: 'never' };",
      'src/content/blog/2024/a.md': '---\nslug: b\n---\n',
      'src/content/blog/1.0.md': P,
    },
    addresses: { 'blog/2024/a.md': 'blog/b', 'blog/1.0.md': 'blog/10' },
  },
  'vitepress: only index stands for its folder; rewrites and exclusions': {
    files: {
      '.vitepress/config.ts': `export default { base: '/v/', srcExclude: ['**/parts/*.md'],
        rewrites: { 'packages/:pkg/docs/(.*)': ':pkg/(.*)', 'old/name.md': 'new/name.md' } };`,
      ...pages('index.md', 'a/README.md', 'a/index.md', '01-b.md', 'parts/c.md', 'old/name.md'),
    },
    addresses: {
      'index.md': 'index',
      'a/README.md': 'a/README.html',
      'a/index.md': 'a/',
      '01-b.md': '01-b.html',
      'old/name.md': 'new/name.html',
    },
  },
  'vitepress: clean addresses': {
    files: {
      '.vitepress/config.ts': 'export default { cleanUrls: true };',
      ...pages('index.md', 'a/index.md', 'a/b.md'),
    },
    addresses: { 'index.md': 'index', 'a/index.md': 'a/', 'a/b.md': 'a/b' },
  },
  'vuepress: a pattern of permalinks': {
    files: {
      '.vuepress/config.js': "export default { permalinkPattern: '/:year/:month/:slug.html' };",
      ...pages('blog/2024-01-02-A b.md', 'README.md', 'c.md'),
    },
    addresses: { 'blog/2024-01-02-A b.md': '2024/01/a-b.html', 'README.md': 'index', 'c.md': 'c.html' },
  },
  'mkdocs: directory addresses, README, the blog of Material': {
    files: {
      'mkdocs.yml':
        'site_url: https://a.example/docs/\nplugins:\n  - search\n  - blog:\n      post_url_format: "{date}/{file}"\nexclude_docs: |\n  /parts/\n',
      ...pages('docs/index.md', 'docs/a/README.md', 'docs/b.md', 'docs/parts/c.md'),
      'docs/blog/posts/d.md': '---\ndate: 2024-01-02\n---\n# D',
    },
    addresses: {
      'index.md': 'index',
      'a/README.md': 'a/',
      'b.md': 'b/',
      'blog/posts/d.md': 'blog/2024/01/02/d/',
    },
  },
  'mkdocs: translations by suffix': {
    files: {
      'mkdocs.yml':
        'use_directory_urls: false\nplugins:\n  - i18n:\n      languages:\n        - {locale: en, default: true}\n        - {locale: fr}\n',
      ...pages('docs/a.md', 'docs/a.fr.md', 'docs/b.en.md'),
    },
    addresses: { 'a.md': 'a.html', 'a.fr.md': 'fr/a.html', 'b.en.md': 'b.html' },
  },
  'mdbook: only the chapters of the summary': {
    files: {
      'book.toml': '',
      'src/SUMMARY.md':
        '# Summary\n\n[Intro](README.md)\n\n- [`One` thing](a/README.md)\n  - [Two](./a/b%20c.md)\n- [Draft]()\n',
      ...pages('src/README.md', 'src/a/README.md', 'src/a/b c.md', 'src/other.md'),
    },
    addresses: { 'README.md': 'index', 'a/README.md': 'a/', 'a/b c.md': 'a/b c.html' },
  },
  'gitbook: README is its folder': {
    files: {
      '.gitbook.yaml': 'root: ./docs/\n',
      'docs/SUMMARY.md': '# Table of contents\n\n* [Home](README.md)\n* [A](a/README.md)\n  * [B](a/b.md)\n',
      ...pages('docs/README.md', 'docs/a/README.md', 'docs/a/b.md', 'docs/unlisted.md'),
    },
    addresses: { 'README.md': 'index', 'a/README.md': 'a', 'a/b.md': 'a/b' },
  },
  'docsify: menus are no pages': {
    files: {
      'index.html': '<script src="//cdn.example/docsify@4"></script>',
      ...pages('README.md', 'guide/README.md', 'guide/a.md', '_sidebar.md', '_coverpage.md'),
    },
    addresses: { 'README.md': 'index', 'guide/README.md': 'guide', 'guide/a.md': 'guide/a' },
  },
  'githubwiki: Home is the root, folders are not part of addresses': {
    files: pages('Home.md', '_Sidebar.md', 'sub/My-Page.md'),
    addresses: { 'Home.md': 'index', 'sub/My-Page.md': 'My-Page' },
  },
  'gatsby: the folders of the sources are not part of addresses': {
    files: {
      'gatsby-config.js': `module.exports = { plugins: [{ resolve: 'gatsby-source-filesystem', options: { path: \`\${__dirname}/content/blog\` } }] };`,
      ...pages('content/blog/hello-world/index.md', 'content/blog/a.md'),
    },
    addresses: { 'hello-world/index.md': 'hello-world/', 'a.md': 'a/' },
  },
  'gatsby: settings in another file, with the project in a constant': {
    files: {
      'gatsby-config.js': "require('ts-node').register();\nmodule.exports = require('./src/gatsby/config');\n",
      'src/gatsby/config.ts': `const root = \`\${__dirname}/../..\`;\nexport default { plugins: [{ options: { path: \`\${root}/src/docs\` } }] };\n`,
      ...pages('src/docs/a/index.mdx', 'README.md'),
    },
    addresses: { 'a/index.mdx': 'a/' },
  },
  'gatsby: dates in the addresses of posts, as links show': {
    files: {
      'gatsby-config.js': '',
      ...pages('content/blog/2024-01-02-a.md', 'content/blog/2024-01-03-b.md', 'content/blog/2024-01-04-c.md'),
      'content/links.md': '[a](/blog/2024/01/02/a.html) [b](/blog/2024/01/03/b.html) [c](/blog/2024/01/04/c.html#x)',
    },
    addresses: {
      'blog/2024-01-02-a.md': 'blog/2024/01/02/a.html',
      'blog/2024-01-03-b.md': 'blog/2024/01/03/b.html',
      'blog/2024-01-04-c.md': 'blog/2024/01/04/c.html',
      'links.md': 'links/',
    },
  },
  'next: app folders, groups and private folders': {
    files: {
      'next.config.mjs': '',
      ...pages('app/page.mdx', 'app/(docs)/guide/page.mdx', 'app/_parts/page.mdx'),
    },
    addresses: { 'page.mdx': 'index', '(docs)/guide/page.mdx': 'guide' },
  },
  'nextra: languages by suffix': {
    files: {
      'next.config.mjs': "import nextra from 'nextra'; export default { i18n: { defaultLocale: 'en' } };",
      ...pages('pages/index.en.mdx', 'pages/index.zh.mdx', 'pages/docs/a.en.mdx', 'pages/docs/a.zh.mdx'),
    },
    addresses: {
      'index.en.mdx': 'index',
      'index.zh.mdx': 'zh',
      'docs/a.en.mdx': 'docs/a',
      'docs/a.zh.mdx': 'zh/docs/a',
    },
  },
  'fumadocs: documents are at the base of their loader': {
    files: {
      'source.config.ts': "export const docs = defineDocs({ dir: 'content/docs' });",
      'next.config.mjs': '',
      'lib/source.ts': "export const source = loader({ baseUrl: '/guide', source: docs });",
      ...pages('content/docs/index.mdx', 'content/docs/(more)/a.mdx', 'content/docs/a.cn.mdx'),
    },
    addresses: { 'index.mdx': 'guide', '(more)/a.mdx': 'guide/a', 'a.cn.mdx': 'guide/a.cn' },
  },
  'nuxt: numbers are dropped, names are lower case': {
    files: {
      'nuxt.config.ts': '',
      ...pages('content/1.Guide/2.My Page.md', 'content/1.Guide/1.index.md', 'content/-x.md'),
    },
    addresses: { '1.Guide/2.My Page.md': 'guide/my-page', '1.Guide/1.index.md': 'guide' },
  },
  'mystmd: names alone, without numbers': {
    files: { 'myst.yml': 'version: 1\n', ...pages('index.md', 'part/01_The Intro.md', 'part/02-b.md') },
    addresses: { 'index.md': 'index', 'part/01_The Intro.md': 'the-intro', 'part/02-b.md': 'b' },
  },
  'mystmd: folders kept by the settings': {
    files: { 'myst.yml': 'site:\n  options:\n    folders: true\n', ...pages('part/01_The Intro.md') },
    addresses: { 'part/01_The Intro.md': 'part/the-intro' },
  },
  'sphinx: .html, and excluded patterns': {
    files: {
      'conf.py': 'extensions = []\nexclude_patterns = ["parts", "**/draft.md"]\n',
      ...pages('index.md', 'a/index.md', 'a/b.md', 'parts/c.md', 'a/draft.md', 'README.md'),
    },
    addresses: { 'index.md': 'index', 'a/index.md': 'a/', 'a/b.md': 'a/b.html', 'README.md': 'README.html' },
  },
  'pelican: slugs of titles': {
    files: {
      'pelicanconf.py': "PATH = 'content'\nARTICLE_URL = 'posts/{date:%Y}/{slug}/'\nDEFAULT_LANG = 'fr'\n",
      'content/a.md': 'Title: Big News\nDate: 2024-01-02\nTags: x, y\n\ntext\n',
      'content/pages/b.md': 'Title: About us\nSlug: about\n\ntext\n',
    },
    addresses: { 'a.md': 'posts/2024/big-news/', 'pages/b.md': 'pages/about.html' },
  },
  'pelican: names of files in addresses, and folders of pages': {
    files: {
      'pelicanconf.py':
        "SITEURL = 'https://a.example/blog'\nSLUGIFY_SOURCE = 'basename'\nPAGE_PATHS = ['about', 'more']\nPAGE_SAVE_AS = '{path_no_ext}.html'\nARTICLE_URL = '{date:%Y}/{date:%m}/{filename}'\n",
      'content/posts/2024-01-02-a.md': 'Title: Big News\nDate: 2024-01-02\n\n[b](/blog/us.html) [c](/gone)\n',
      'content/about/us.md': 'Title: About us\n\ntext\n',
      'content/more/x/y.md': 'Title: Y\n\ntext\n',
    },
    addresses: { 'posts/2024-01-02-a.md': '2024/01/a', 'about/us.md': 'us.html', 'more/x/y.md': 'x/y.html' },
  },
  'pelican: slugs of names of files': {
    files: {
      'pelicanconf.py': "SLUGIFY_SOURCE = 'basename'\n",
      'content/My News.md': 'Title: Big\n\ntext\n',
    },
    addresses: { 'My News.md': 'my-news.html' },
  },
  'rspress: the default language is at the root': {
    files: {
      'rspress.config.ts': "export default { root: 'docs', lang: 'en' };",
      ...pages('docs/en/guide/a.md', 'docs/zh/guide/a.md'),
    },
    addresses: { 'en/guide/a.md': 'guide/a.html', 'zh/guide/a.md': 'zh/guide/a.html' },
  },
  'quartz: spaces become hyphens': {
    files: { 'quartz.config.ts': '', ...pages('content/A & B/My note?.md', 'content/index.md') },
    addresses: { 'A & B/My note?.md': 'A--and--B/My-note', 'index.md': 'index' },
  },
  'obsidian: a name in parentheses is a name': {
    files: { '.obsidian/app.json': '{}', ...pages('API/(constructor).md', '(old)/A.md') },
    addresses: { 'API/(constructor).md': 'API/(constructor)', '(old)/A.md': '(old)/A' },
  },
  'next: folders in parentheses are groups': {
    files: { 'next.config.js': '', ...pages('app/(docs)/a/page.mdx', 'app/(docs)/page.mdx') },
    addresses: { '(docs)/a/page.mdx': 'a', '(docs)/page.mdx': 'index' },
  },
  'hexo: the folder of sources has another name': {
    files: {
      '_config.yml': 'source_dir: src\n',
      'package.json': '{"hexo": {"version": "6"}}',
      ...pages('src/guide/a.md', 'README.md'),
    },
    addresses: { 'guide/a.md': 'guide/a.html' },
  },
  'vuepress: a site in a folder of a package': {
    files: {
      'package.json': '{}',
      ...pages('packages/docs/docs/.vuepress/x.md', 'packages/docs/docs/a.md', 'changelog/b.md'),
    },
    addresses: { 'a.md': 'a.html' },
  },
  'quarto: partials and READMEs are no pages': {
    files: {
      '_quarto.yml': 'project:\n  type: website\n  render: ["*.qmd", "!drafts/"]\nlang: de\nwebsite:\n  title: Site\n',
      ...pages(
        'a/b.qmd',
        'a/index.qmd',
        'a/_part.qmd',
        '_parts/c.qmd',
        'drafts/d.qmd',
        'README.md',
        'a/README.md',
        'e.md',
      ),
    },
    addresses: { 'a/b.qmd': 'a/b.html', 'a/index.qmd': 'a/', 'e.md': 'e.html' },
  },
  'quarto: of a book its parts, chapters and appendices': {
    files: {
      '_quarto.yml':
        'project: {type: book}\nbook:\n  chapters:\n    - index.qmd\n    - part: "Text"\n      chapters: [a.qmd]\n    - part: b.qmd\n      chapters:\n        - text: C\n          file: c/c.qmd\n  appendices: [./d.md]\n',
      ...pages('index.qmd', 'a.qmd', 'b.qmd', 'c/c.qmd', 'd.md', 'notes.md'),
    },
    addresses: { 'index.qmd': 'index', 'a.qmd': 'a.html', 'b.qmd': 'b.html', 'c/c.qmd': 'c/c.html', 'd.md': 'd.html' },
  },
  'bookdown: chapters have the identifiers of their first headings': {
    files: {
      '_bookdown.yml': 'rmd_files: ["index.Rmd", "01-intro.Rmd", "02-deep.Rmd"]\n',
      'index.Rmd': '---\ntitle: "Book"\nsite: bookdown::bookdown_site\n---\n# Welcome {-}\n',
      '01-intro.Rmd': '# (PART) Basics {-}\n\n# Names and values {#names}\n\n## A\n\n# B\n',
      '02-deep.Rmd': '# 2. Deep _Dive_!\n',
      '03-left.Rmd': '# Left\n',
      'README.md': '# Read me\n',
    },
    addresses: { 'index.Rmd': 'index', '01-intro.Rmd': 'names.html', '02-deep.Rmd': 'deep-dive.html' },
  },
  'bookdown: names of files, without a list of them': {
    files: {
      '_bookdown.yml': 'book_filename: book\n',
      '_output.yml': 'bookdown::gitbook:\n  split_by: rmd\n',
      ...pages('index.Rmd', '01-a.Rmd', '_b.Rmd', 'notes/c.Rmd', 'NEWS.md'),
    },
    addresses: { 'index.Rmd': 'index', '01-a.Rmd': '01-a.html' },
  },
  'hugo: what R makes of its Markdown is the page': {
    files: { 'hugo.toml': '', ...pages('content/a.Rmd', 'content/a.md') },
    addresses: { 'a.md': 'a/' },
  },
  'antora: component, version and module': {
    files: {
      'antora.yml': "name: guide\ntitle: The Guide\nversion: '2.0'\n",
      ...pages(
        'modules/ROOT/pages/index.md',
        'modules/ROOT/pages/a/b.md',
        'modules/ROOT/partials/c.md',
        'modules/more/pages/index.md',
        'modules/more/pages/_d.md',
        'modules/more/pages/e.md',
        'README.md',
      ),
    },
    addresses: {
      'ROOT/pages/index.md': 'guide/2.0/',
      'ROOT/pages/a/b.md': 'guide/2.0/a/b.html',
      'more/pages/index.md': 'guide/2.0/more/',
      'more/pages/e.md': 'guide/2.0/more/e.html',
    },
  },
  'antora: the component of the site, without version, in a folder of a project': {
    files: {
      'package.json': '{}',
      'docs/antora.yml': 'name: ROOT\nversion: ~\n',
      'docs/antora-playbook.yml': 'urls:\n  html_extension_style: indexify\n',
      ...pages('docs/modules/ROOT/pages/index.md', 'docs/modules/ROOT/pages/a.md'),
    },
    addresses: { 'ROOT/pages/index.md': 'index', 'ROOT/pages/a.md': 'a/' },
  },
  'lume: dates cut, ignored files': {
    files: {
      '_config.ts':
        'import lume from "lume/mod.ts";\nexport default lume({ src: "./src" }).ignore("scripts", "notes.md");\n',
      ...pages(
        'src/posts/2024-01-02_a.md',
        'src/01.b.md',
        'src/_c.md',
        'src/_includes/d.md',
        'src/scripts/e.md',
        'src/notes.md',
      ),
      'src/f.md': '---\nurl: /g.html\n---\n# F',
    },
    addresses: { 'posts/2024-01-02_a.md': 'posts/a/', '01.b.md': '01.b/', 'f.md': 'g.html' },
  },
  'lume: numbers that only sort, in ugly addresses': {
    files: {
      '_config.js':
        'import lume from "lume/mod.ts";\nexport default lume({ prettyUrls: false }).use(extractOrder());\n',
      ...pages('01.b/2.c.md', '1.2.d.md', 'e/index.md'),
    },
    addresses: { '01.b/2.c.md': 'b/c.html', '1.2.d.md': '1.2.d.html', 'e/index.md': 'e/' },
  },
  'bridgetown: pages, posts and collections': {
    files: {
      'bridgetown.config.yml':
        'permalink: simple\ncollections:\n  docs:\n    output: true\n    permalink: /:collection/:path.*\n  notes:\n    output: true\n  parts: {output: false}\n',
      ...pages(
        'src/_pages/About Us.md',
        'src/_pages/index.md',
        'src/x/b.md',
        'src/_docs/a/b.md',
        'src/_notes/c.md',
        'src/_parts/d.md',
      ),
      'src/_posts/2024/2024-01-02-Big-News.md': '---\ncategory: News\n---\n# N',
    },
    addresses: {
      '_pages/About Us.md': 'About Us/',
      '_pages/index.md': 'index',
      'x/b.md': 'x/b/',
      '_docs/a/b.md': 'docs/a/b.html',
      '_notes/c.md': 'notes/c/',
      '_posts/2024/2024-01-02-Big-News.md': 'news/big-news/',
    },
  },
  'middleman: templates and partials': {
    files: {
      'config.rb': 'set :css_dir, "x"\n',
      ...pages('source/index.html.md', 'source/a/b.html.md', 'source/c.md', 'source/includes/_d.md', 'README.md'),
    },
    addresses: { 'index.html.md': 'index', 'a/b.html.md': 'a/b.html', 'c.md': 'c.html' },
  },
  'middleman: directory indexes': {
    files: { 'config.rb': 'activate :directory_indexes\n', ...pages('source/a.html.markdown') },
    addresses: { 'a.html.markdown': 'a/' },
  },
  'middleman: languages by suffix, with the first one at the root': {
    files: {
      'config.rb': 'activate :directory_indexes\nactivate :i18n\n',
      'locales/en.yml': '',
      'locales/jp.yml': '',
      ...pages(
        'source/localizable/index.html.md',
        'source/localizable/a/b.html.markdown',
        'source/localizable/a/b.jp.html.markdown',
        'source/c.html.md',
      ),
    },
    addresses: {
      'localizable/index.html.md': 'index',
      'localizable/a/b.html.markdown': 'a/b/',
      'localizable/a/b.jp.html.markdown': 'jp/a/b/',
      'c.html.md': 'c/',
    },
  },
  'docc: articles are at one level': {
    files: {
      'Package.swift': '',
      'README.md': P,
      'Sources/Kit/My Kit.docc/Info.plist': '<key>CFBundleDisplayName</key>\n  <string>My Kit</string>\n',
      'Sources/Kit/My Kit.docc/Home.md': '# Home\n\n@Metadata {\n  @TechnologyRoot\n}\n',
      ...pages('Sources/Kit/My Kit.docc/Guides/First Steps.md'),
    },
    addresses: { 'Home.md': 'documentation/home', 'Guides/First Steps.md': 'documentation/my-kit/first-steps' },
  },
  'grav: pages are folders': {
    files: {
      'user/config/system.yaml': 'home:\n  alias: /start\nlanguages:\n  supported: [en, fr]\n',
      ...pages(
        'user/pages/01.start/default.md',
        'user/pages/02.Guide/01.one/docs.md',
        'user/pages/02.Guide/chapter.md',
      ),
      ...pages(
        'user/pages/02.Guide/01.one/docs.fr.md',
        'user/pages/02.Guide/_parts/module.md',
        'user/pages/start.2/item.md',
      ),
    },
    addresses: {
      '01.start/default.md': 'index',
      '02.Guide/01.one/docs.md': 'guide/one',
      '02.Guide/01.one/docs.fr.md': 'fr/guide/one',
      '02.Guide/chapter.md': 'guide',
      'start.2/item.md': 'start.2',
    },
  },
  'plain: dates in addresses, as links show': {
    files: {
      ...pages('posts/2024-01-02-a.md', 'posts/2024-01-03-b.md', 'posts/2024-01-04-c.md', '2024-02-03-d.md'),
      'links.md': '[a]({{ "/2024/01/02/a/" | url }}) [b](/2024/01/03/b/) <a href="/2024/01/04/c/">c</a>',
    },
    addresses: {
      'posts/2024-01-02-a.md': '2024/01/02/a/',
      'posts/2024-01-03-b.md': '2024/01/03/b/',
      'posts/2024-01-04-c.md': '2024/01/04/c/',
      '2024-02-03-d.md': 'd',
      'links.md': 'links',
    },
  },
});
