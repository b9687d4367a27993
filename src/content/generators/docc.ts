import { generator } from './generator.ts';
import { type AddressPattern, type FolderView, type GeneratorRules, setting } from './generator_rules.ts';

const CATALOG = /\.docc$/;

/**
 * DocC. Articles are in a catalog, a folder `Name.docc`: swift.org/documentation/docc/documenting-a-swift-framework-or-package; links by
 * name, `<doc:Article>`: swift.org/documentation/docc/linking-to-symbols-and-other-content. An article is at
 * `/documentation/name-of-the-catalog/article` whatever its folder, and the page with `@TechnologyRoot` is named by its file alone.
 */
export const docc: GeneratorRules = generator('docc', {
  marks: (folder) => catalogOf(folder) !== null || CATALOG.test(folder.folderName),
  pages: (folder) => ({ root: catalogOf(folder) ?? '', folders: null }),
  patterns(folder): AddressPattern[] {
    const root = catalogOf(folder);
    const inside = root === null ? '' : `${root}/`;
    const name =
      setting(
        folder.text(`${inside}Info.plist`),
        /<key>CFBundleDisplayName<\/key>\s*<string>([^<>\n]{1,200})<\/string>/,
      ) ?? (root ?? folder.folderName).replace(/^.*\/|\.docc$/g, '');
    const home = folder
      .namesIn(root ?? '')
      .filter((file) => /\.md$/.test(file))
      .slice(0, MOST_ARTICLES)
      .find((file) => /^[ \t]*@TechnologyRoot\b/m.test(folder.text(`${inside}${file}`)));
    const pattern = `documentation/${plainName(name)}/:name`;
    return [
      { folder: '', posts: false, pattern },
      ...(home === undefined ? [] : [{ folder: home, posts: false, pattern: 'documentation/:name' }]),
    ];
  },
  patternValues: ({ name }) => ({ name: plainName(name) }),
  titleOfName: (name) => name,
  isIndex: () => false,
});

/** Articles beside each other that are searched for the home page. */
const MOST_ARTICLES = 100;

/** The only catalog of a folder, in it or where packages have it. */
function catalogOf({ names, namesIn, holdsPages }: FolderView): string | null {
  const found = names.filter((name) => CATALOG.test(name));
  if (found.length === 0 && names.includes('Package.swift')) {
    for (const target of namesIn('Sources').slice(0, MOST_ARTICLES)) {
      const inner = namesIn(`Sources/${target}`).filter((name) => CATALOG.test(name));
      found.push(...inner.map((name) => `Sources/${target}/${name}`));
    }
  }
  const [only] = found;
  return found.length === 1 && holdsPages(only!) ? only! : null;
}

function plainName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}._~-]+/gu, '-')
    .replace(/^-|-$/g, '');
}
