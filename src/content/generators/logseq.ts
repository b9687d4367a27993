import type { GeneratorRules } from './generator_rules.ts';

/**
 * Logseq. The folders of pages and journals are not part of addresses, `key:: value` lines are properties, and `___` in a
 * name is a slash: docs.logseq.com, "Properties" and "Namespaces".
 */
export const logseq: GeneratorRules = {
  name: 'logseq',
  marks: ({ names, namesIn }) =>
    names.includes('logseq') && (names.includes('pages') || namesIn('logseq').includes('config.edn')),
  pages: (folder) => ({ root: '', folders: ['pages', 'journals'].filter((path) => folder.holdsPages(path)) }),
  mounts: () => [['pages', '']],
  isIndex: () => false,
  numbers: 'kept',
  dates: 'kept',
  datedNames: true,
  publish: (name) => titleOf(name),
  titleOfName: titleOf,
  vault: true,
  namesNeedNoPage: true,
  propertyLines: true,
};

function titleOf(name: string): string {
  const plain = name.replaceAll('___', '/');
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}
