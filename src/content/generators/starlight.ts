import { ASTRO_SETTINGS, astro, astroSettings } from './astro.ts';
import { type FolderView, firstFolder, type GeneratorRules } from './generator_rules.ts';
import { itemsOf, memberOf, ScriptCall, type ScriptValue, textOf } from './settings/script_value.ts';
import { localesOf } from './vitepress.ts';

/**
 * Starlight, a theme of Astro. Pages: starlight.astro.build/guides/pages; `slug`, which is the whole path:
 * starlight.astro.build/reference/frontmatter; languages, whose folders are beside the pages of the default one:
 * starlight.astro.build/guides/i18n.
 */
export const starlight: GeneratorRules = {
  ...astro,
  name: 'starlight',
  marks: (folder) => astro.marks(folder) && /starlight/i.test(textOfSettings(folder)),
  pages: (folder) => firstFolder(folder, ['src/content/docs']),
  language(folder) {
    const options = optionsOf(folder);
    const usual = textOf(options, 'defaultLocale') ?? 'root';
    const code = textOf(options, 'locales', usual, 'lang') ?? (usual === 'root' ? null : usual);
    return code ?? astro.language!(folder);
  },
  languages: (folder) => localesOf(memberOf(optionsOf(folder), 'locales')),
  slugReplaces: 'path',
};

/** What the settings give to Starlight. */
function optionsOf(folder: FolderView): ScriptValue {
  const integrations = itemsOf(astroSettings(folder), 'integrations');
  return integrations.find((each) => each instanceof ScriptCall && /starlight/i.test(each.name)) ?? null;
}

function textOfSettings(folder: FolderView): string {
  return folder.text(folder.names.find((name) => ASTRO_SETTINGS.test(name)) ?? '');
}
