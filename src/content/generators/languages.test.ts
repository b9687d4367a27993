import { describe, expect, test } from 'vitest';
import { readSite } from '../../../test/fixtures/read_site.ts';

interface Site {
  readonly files: Readonly<Record<string, string>>;
  readonly languages: Readonly<Record<string, string>>;
}

const P = '# Page\n';
const pages = (...files: readonly string[]) => Object.fromEntries(files.map((file) => [file, P]));

const SITES: Readonly<Record<string, Site>> = {
  'folders named like languages whose files are not translations': {
    files: pages('em/a.md', 'em/b.md', 'hr/leave.md', 'hr/index.md', 'it/laptops.md', 'it/index.md', 'tr/rows.md'),
    languages: { 'em/a.md': 'en', 'hr/leave.md': 'en', 'it/laptops.md': 'en', 'it/index.md': 'en', 'tr/rows.md': 'en' },
  },
  'nested folders that repeat the files beside them': {
    files: pages('docs/a.md', 'docs/b.md', 'docs/de/a.md', 'docs/pt-br/b.md', 'c.md'),
    languages: { 'docs/a.md': 'en', 'docs/de/a.md': 'de', 'docs/pt-br/b.md': 'pt-BR' },
  },
  'folders beside each other with the same files, and one with other names': {
    files: pages('x/en/a.md', 'x/en/b.md', 'x/fr/a.md', 'x/fr/b.md', 'x/de/c.md', 'y/d.md', 'y/e.md', 'y/f.md'),
    languages: { 'x/en/a.md': 'en', 'x/fr/b.md': 'fr', 'x/de/c.md': 'de', 'y/d.md': 'en' },
  },
  'front matter before everything': {
    files: { ...pages('a.md', 'b.md', 'de/a.md'), 'de/b.md': '---\nlang: fr\n---\n# B' },
    languages: { 'de/a.md': 'de', 'de/b.md': 'fr' },
  },
  'hugo with locales of languages': {
    files: {
      'hugo.yaml':
        'defaultContentLanguage: en\nlanguages:\n  en: {locale: en-GB}\n  zh: {languageCode: zh-Hans}\n  ar: {disabled: true}\n',
      ...pages('content/a.md', 'content/a.zh.md', 'content/b.it.md', 'content/it/c.md'),
    },
    languages: { 'a.md': 'en-GB', 'a.zh.md': 'zh-Hans', 'b.it.md': 'en-GB', 'it/c.md': 'en-GB' },
  },
  'docusaurus with tags of translations': {
    files: {
      'docusaurus.config.js':
        "export default { i18n: { defaultLocale: 'en', locales: ['en', 'fa'], localeConfigs: { fa: { label: 'x', htmlLang: 'fa-IR' } } } };",
      ...pages('docs/a.md', 'docs/it/b.md', 'i18n/fa/docusaurus-plugin-content-docs/current/a.md'),
    },
    languages: {
      'docs/a.md': 'en',
      'docs/it/b.md': 'en',
      'i18n/fa/docusaurus-plugin-content-docs/current/a.md': 'fa-IR',
    },
  },
  'middleman with languages and the one at the root': {
    files: {
      'config.rb': 'activate :i18n, :langs => [:en, :jp], :mount_at_root => :jp\n',
      ...pages('source/localizable/a.html.md', 'source/localizable/a.en.html.md', 'source/b.it.html.md'),
    },
    languages: {
      'localizable/a.html.md': 'ja',
      'localizable/a.en.html.md': 'en',
      'b.it.html.md': 'ja',
    },
  },
  'bookdown with the language of the book': {
    files: { '_bookdown.yml': '', 'index.Rmd': '---\ntitle: B\nlang: fr\n---\n# A\n', 'b.Rmd': P },
    languages: { 'index.Rmd': 'fr', 'b.Rmd': 'fr' },
  },
  'starlight with locales': {
    files: {
      'astro.config.mjs':
        "import starlight from 'starlight'; export default defineConfig({ integrations: [starlight({ defaultLocale: 'root', locales: { root: { label: 'English', lang: 'en' }, 'zh-cn': { label: 'x', lang: 'zh-CN' }, ar: { label: 'y', dir: 'rtl', lang: 'ar-EG' } } })] });",
      ...pages('src/content/docs/a.md', 'src/content/docs/zh-cn/a.md', 'src/content/docs/ar/b.md'),
    },
    languages: { 'a.md': 'en', 'zh-cn/a.md': 'zh-CN', 'ar/b.md': 'ar-EG' },
  },
  'plain: folders whose names end with a language and repeat the folder without it': {
    files: pages('pages/a.md', 'pages/b.md', 'pages.pt_BR/a.md', 'pages.de/b.md', 'site.it/c.md', 'shop.it/c.md'),
    languages: {
      ...{
        'pages/a.md': 'en',
        'pages.pt_BR/a.md': 'pt-BR',
        'pages.de/b.md': 'de',
        'site.it/c.md': 'en',
        'shop.it/c.md': 'en',
      },
    },
  },
  'starlight: words that look like languages, away from the locales': {
    files: {
      'astro.config.mjs':
        "import starlight from 'starlight'; export default { integrations: [starlight({ locales: { root: { lang: 'en' }, fr: {} } })] };",
      ...pages('src/content/docs/a.md', 'src/content/docs/fr/a.md', 'src/content/docs/it/a.md'),
      ...pages('src/content/docs/rules/no-void/js.md', 'src/content/docs/rules/no-with/js.md'),
      ...pages('src/content/docs/codes/de/x.md', 'src/content/docs/codes/fr/x.md'),
    },
    languages: {
      ...{ 'a.md': 'en', 'fr/a.md': 'fr', 'it/a.md': 'it', 'rules/no-void/js.md': 'en', 'rules/no-with/js.md': 'en' },
      ...{ 'codes/de/x.md': 'en', 'codes/fr/x.md': 'en' },
    },
  },
  'vitepress with locales': {
    files: {
      '.vitepress/config.ts':
        "export default { locales: { root: { label: 'English', lang: 'en-US' }, zh: { label: 'x', lang: 'zh-Hans' } } };",
      ...pages('a.md', 'zh/b.md'),
    },
    languages: { 'a.md': 'en-US', 'zh/b.md': 'zh-Hans' },
  },
  'vuepress with locales': {
    files: {
      '.vuepress/config.js': "export default { locales: { '/': { lang: 'de-DE' }, '/zh/': { lang: 'zh-CN' } } };",
      ...pages('a.md', 'zh/b.md'),
    },
    languages: { 'a.md': 'de-DE', 'zh/b.md': 'zh-CN' },
  },
  'zola with a default language': {
    files: {
      'config.toml': 'base_url = "https://a.example"\ndefault_language = "fr"\n[languages.en]\n',
      ...pages('content/a.md', 'content/a.en.md', 'content/de/b.md'),
    },
    languages: { 'a.md': 'fr', 'a.en.md': 'en', 'de/b.md': 'fr' },
  },
  'vitepress with its own language in a folder that is rewritten': {
    files: {
      '.vitepress/config.ts':
        "export default { rewrites: { 'en/:rest*': ':rest*' }, locales: { root: { lang: 'en-US' }, fa: { lang: 'fa-IR' } } };",
      ...pages('en/a.md', 'en/b.md', 'fa/a.md', 'fa/b.md'),
    },
    languages: { 'en/a.md': 'en-US', 'fa/b.md': 'fa-IR' },
  },
  'fumadocs with codes of countries': {
    files: {
      'source.config.ts': '',
      ...pages('content/docs/a.mdx', 'content/docs/a.cn.mdx', 'content/docs/a.fr.mdx', 'content/docs/a.x.mdx'),
    },
    languages: { 'a.mdx': 'en', 'a.cn.mdx': 'zh-CN', 'a.fr.mdx': 'fr', 'a.x.mdx': 'en' },
  },
  'obsidian with translated folders': {
    files: {
      '.obsidian/app.json': '{}',
      ...pages('en/A.md', 'en/B.md', 'ru/A.md', 'ru/B.md'),
    },
    languages: { 'en/A.md': 'en', 'ru/A.md': 'ru' },
  },
};

describe('languages of', () => {
  test.each(Object.entries(SITES))('%s', (_name, { files, languages }) => {
    const { site } = readSite(files);
    const found = Object.fromEntries(site.pages.map(({ file, language }) => [file, language]));
    expect(found).toMatchObject(languages);
  });
});
