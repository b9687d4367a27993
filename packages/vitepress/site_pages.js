import { join } from 'node:path';

/**
 * The pages of a site as VitePress resolved them.
 * @param {object} site `SiteConfig` of VitePress
 * @returns {import('catchword/integration').SitePages}
 */
export function sitePages({ srcDir, pages, rewrites, cleanUrls, site }) {
  const locales = Object.entries(site.locales ?? {}).filter(([key]) => key !== 'root');
  return {
    generator: 'vitepress',
    base: site.base,
    language: site.locales?.root?.lang ?? site.lang,
    pages: pages.map((file) => {
      const published = rewrites.map[file] ?? file;
      const locale = locales.find(([key]) => published.startsWith(`${key}/`));
      const language = locale?.[1].lang ?? locale?.[0];
      return { source: join(srcDir, file), address: site.base + addressOf(published, cleanUrls), language };
    }),
  };
}

/** The address of a page below the base: vitepress.dev/guide/routing. */
function addressOf(file, cleanUrls) {
  const bare = file.replace(/\.md$/, '');
  const path = bare.replace(/(^|\/)index$/, '$1');
  return encodeURI(path === bare && !cleanUrls ? `${path}.html` : path);
}
