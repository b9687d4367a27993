import { vueAnchors } from './anchor_rules.ts';
import { type FolderView, firstFolder, type GeneratorRules, setting } from './generator_rules.ts';

/** VitePress. Pages and `srcDir`: vitepress.dev/guide/routing; languages: vitepress.dev/guide/i18n. File names are published unchanged. */
export const vitepress: GeneratorRules = {
  name: 'vitepress',
  marks: ({ names }) => names.includes('.vitepress'),
  pages(folder) {
    const named = setting(settingsOf(folder), /\bsrcDir:\s*['"]([\w./-]+)['"]/);
    const guessed = !folder.names.includes('index.md') && folder.namesIn('src').includes('index.md') ? 'src' : null;
    return firstFolder(folder, [named, guessed, '']);
  },
  language: (folder) => setting(settingsOf(folder), /\blang:\s*['"]([\w-]+)['"]/),
  numbers: 'kept',
  dates: 'kept',
  anchors: vueAnchors,
};

function settingsOf(folder: FolderView): string {
  const name = folder.namesIn('.vitepress').find((each) => /^config\.[cm]?[jt]s$/.test(each));
  return name === undefined ? '' : folder.text(`.vitepress/${name}`);
}
