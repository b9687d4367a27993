import { resolve } from 'node:path';

const MARKDOWN = /\.(?:md|markdown)$/i;
const LANGUAGE = /<html\b[^>]*?\slang\s*=\s*["']?([\w-]+)/i;

/**
 * What the pages of a build have. Eleventy changes its own objects after the event, for its server, so nothing of them is kept.
 * A page without an address is not published.
 * @param {readonly object[]} results of the event `eleventy.after`
 * @returns {{ inputPath: string, url: string, language: string | undefined }[]}
 */
export function publishedPages(results) {
  return results
    .filter(({ inputPath, outputPath, url }) => url && MARKDOWN.test(inputPath) && /\.html?$/i.test(outputPath))
    .map(({ inputPath, url, content }) => ({ inputPath, url, language: LANGUAGE.exec(content ?? '')?.[1] }));
}

/**
 * The pages of a site after a build that made only some of them.
 * @param {ReturnType<typeof publishedPages>} known pages of the builds before
 * @param {readonly object[]} results of this build
 */
export function joinPages(known, results) {
  const again = new Set(results.map(({ inputPath }) => inputPath));
  return [...known.filter(({ inputPath }) => !again.has(inputPath)), ...publishedPages(results)];
}

/**
 * The same as the search wants them.
 * @param {object} site
 * @param {string} site.root folder that Eleventy's paths are relative to
 * @param {string} site.base the site's path on its host, with slashes at its ends
 * @param {ReturnType<typeof publishedPages>} site.pages
 * @returns {import('catchword/integration').SitePages}
 */
export function sitePages({ root, base, pages }) {
  return {
    generator: 'eleventy',
    base,
    pages: pages.map(({ inputPath, url, language }) => ({
      source: resolve(root, inputPath),
      address: base + new URL(url, 'http://localhost').pathname.slice(1),
      language,
    })),
  };
}

/** The site's path on its host, with slashes at its ends. @param {string | undefined} prefix `pathPrefix` */
export function baseOf(prefix) {
  const path = (prefix ?? '').replace(/^\/+|\/+$/g, '');
  return path === '' ? '/' : `/${path}/`;
}
