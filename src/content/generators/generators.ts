import { antora } from './antora.ts';
import { astro, starlight } from './astro.ts';
import { docc } from './docc.ts';
import { docfx } from './docfx.ts';
import { docusaurus } from './docusaurus.ts';
import { eleventy, lume } from './eleventy.ts';
import type { FolderView, Generator, GeneratorRules } from './generator_rules.ts';
import { grav } from './grav.ts';
import { hexo } from './hexo.ts';
import { hugo } from './hugo.ts';
import { bridgetown, jekyll } from './jekyll.ts';
import { gitbook, mdbook } from './mdbook.ts';
import { middleman } from './middleman.ts';
import { mkdocs } from './mkdocs.ts';
import { fumadocs, gatsby, next, nextra } from './next.ts';
import { nuxt } from './nuxt.ts';
import { docsify, mdn, mintlify, plain } from './plain.ts';
import { bookdown, quarto } from './quarto.ts';
import { mystmd, pelican, sphinx } from './sphinx.ts';
import { dendron, githubwiki, logseq, obsidian, quartz } from './vaults.ts';
import { rspress, vitepress, vuepress } from './vitepress.ts';
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

/** The names of all generators. */
export const generatorNames: readonly Generator[] = [...BY_NAME.keys()];

/** The generator whose marker is in the folder, or null. */
export function generatorMarking(folder: FolderView): GeneratorRules | null {
  return GENERATORS.find((rules) => rules.marks(folder)) ?? null;
}

export function rulesOf(generator: Generator): GeneratorRules {
  return BY_NAME.get(generator)!;
}
