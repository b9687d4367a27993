import { firstFolder, type GeneratorRules } from './generator_rules.ts';
import { obsidian } from './obsidian.ts';

/** Quartz, which publishes a vault. Pages are in `content`: quartz.jzhao.xyz/authoring-content; spaces in names become hyphens. */
export const quartz: GeneratorRules = {
  ...obsidian,
  name: 'quartz',
  marks: ({ names }) => names.some((name) => /^quartz\.(?:config\.ts|layout\.ts|config\.ya?ml)$/.test(name)),
  pages: (folder) => firstFolder(folder, ['content']),
  publish: (name) => name.replace(/\s/g, '-').replaceAll('&', '-and-').replaceAll('%', '-percent').replace(/[?#]/g, ''),
  isIndex: (name, folder) => name === 'index' || (name === folder && name !== ''),
};
