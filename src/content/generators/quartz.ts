import { firstFolder, type GeneratorRules } from './generator_rules.ts';
import { obsidian } from './obsidian.ts';
import { readScript } from './settings/read_script.ts';
import { itemsOf } from './settings/script_value.ts';

/**
 * Quartz, which publishes a vault. Pages are in `content`: quartz.jzhao.xyz/authoring-content; spaces in names become hyphens;
 * `ignorePatterns`, which leaves out files: quartz.jzhao.xyz/configuration.
 */
export const quartz: GeneratorRules = {
  ...obsidian,
  name: 'quartz',
  marks: ({ names }) => names.some((name) => /^quartz\.(?:config\.ts|layout\.ts|config\.ya?ml)$/.test(name)),
  pages: (folder) => firstFolder(folder, ['content']),
  selection: (folder) => ({
    only: null,
    except: itemsOf(readScript(folder, 'quartz.config.ts'), 'configuration', 'ignorePatterns').filter(
      (pattern) => typeof pattern === 'string',
    ),
  }),
  publish: (name) => name.replace(/\s/g, '-').replaceAll('&', '-and-').replaceAll('%', '-percent').replace(/[?#]/g, ''),
  isIndex: (name, folder) => name === 'index' || (name === folder && name !== ''),
};
