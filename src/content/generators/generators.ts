import { antora } from './antora.ts';
import { astro } from './astro.ts';
import { bookdown } from './bookdown.ts';
import { bridgetown } from './bridgetown.ts';
import { dendron } from './dendron.ts';
import { docc } from './docc.ts';
import { docfx } from './docfx.ts';
import { docsify } from './docsify.ts';
import { docusaurus } from './docusaurus.ts';
import { eleventy } from './eleventy.ts';
import { fumadocs } from './fumadocs.ts';
import { gatsby } from './gatsby.ts';
import type { FolderView, Generator, GeneratorRules } from './generator_rules.ts';
import { gitbook } from './gitbook.ts';
import { githubwiki } from './githubwiki.ts';
import { grav } from './grav.ts';
import { hexo } from './hexo.ts';
import { hugo } from './hugo.ts';
import { jekyll } from './jekyll.ts';
import { logseq } from './logseq.ts';
import { lume } from './lume.ts';
import { mdbook } from './mdbook.ts';
import { mdn } from './mdn.ts';
import { middleman } from './middleman.ts';
import { mintlify } from './mintlify.ts';
import { mkdocs } from './mkdocs.ts';
import { mystmd } from './mystmd.ts';
import { next } from './next.ts';
import { nextra } from './nextra.ts';
import { nuxt } from './nuxt.ts';
import { obsidian } from './obsidian.ts';
import { pelican } from './pelican.ts';
import { plain } from './plain.ts';
import { quarto } from './quarto.ts';
import { quartz } from './quartz.ts';
import { rspress } from './rspress.ts';
import { sphinx } from './sphinx.ts';
import { starlight } from './starlight.ts';
import { vitepress } from './vitepress.ts';
import { vuepress } from './vuepress.ts';
import { zola } from './zola.ts';

/** In the order in which they are tried: generators with a unique marker before those that share one. */
const GENERATORS: readonly GeneratorRules[] = [
  docusaurus,
  starlight,
  astro,
  hugo,
  zola,
  vitepress,
  vuepress,
  rspress,
  logseq,
  dendron,
  obsidian,
  quartz,
  quarto,
  bookdown,
  antora,
  nuxt,
  mintlify,
  docfx,
  eleventy,
  lume,
  hexo,
  mystmd,
  mkdocs,
  mdbook,
  gitbook,
  githubwiki,
  gatsby,
  fumadocs,
  nextra,
  next,
  sphinx,
  pelican,
  docc,
  bridgetown,
  jekyll,
  middleman,
  grav,
  docsify,
  mdn,
];
const BY_NAME = new Map([...GENERATORS, plain].map((rules) => [rules.name, rules]));

/** The generator whose marker is in the folder, or null. */
export function generatorMarking(folder: FolderView): GeneratorRules | null {
  return GENERATORS.find((rules) => rules.marks(folder)) ?? null;
}

export function rulesOf(generator: Generator): GeneratorRules {
  return BY_NAME.get(generator)!;
}
