import { firstFolder, type GeneratorRules, setting } from './generator_rules.ts';

/** DocFX, which Microsoft Learn uses too. Settings: dotnet.github.io/docfx/reference/docfx-json-reference.html. */
export const docfx: GeneratorRules = {
  name: 'docfx',
  marks: ({ names }) => names.some((name) => /^docfx\.json$|^\.openpublishing\.publish\.config\.json$/.test(name)),
  pages: (folder) =>
    firstFolder(folder, [
      setting(folder.text('.openpublishing.publish.config.json'), /"build_source_folder"\s*:\s*"([\w./-]+)"/),
      ...['articles', 'docs', 'documentation'].filter(() => !folder.names.includes('docfx.json')),
    ]),
  numbers: 'kept',
  dates: 'kept',
  // Markdig's `AutoIdentifierOptions.GitHub`.
  anchors: {
    slug: (text) =>
      text
        .replace(/[^\p{L}\p{Nd} _-]/gu, '')
        .replaceAll(' ', '-')
        .toLowerCase(),
  },
};
