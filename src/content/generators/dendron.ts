import { firstFolder, type GeneratorRules, setting } from './generator_rules.ts';

/** Dendron. Vaults: wiki.dendron.so, "Vaults"; links `[[label|target]]`: "Wiki Links". A dot in a name is a level of the hierarchy. */
export const dendron: GeneratorRules = {
  name: 'dendron',
  marks: ({ names }) => names.includes('dendron.yml'),
  pages: (folder) =>
    firstFolder(folder, [
      setting(folder.text('dendron.yml'), /^[ \t]*-?[ \t]*fsPath:\s*["']?([\w./-]+)/m),
      'vault',
      'notes',
    ]),
  isIndex: () => false,
  numbers: 'kept',
  dates: 'kept',
  titleOfName: (name) => name.slice(name.lastIndexOf('.') + 1),
  vault: true,
  labelFirst: true,
};
