import { astro, starlight } from './astro.ts';
import { bookdown, gitbook, mdbook, quarto } from './books.ts';
import { antora, docfx } from './docsets.ts';
import { docusaurus } from './docusaurus.ts';
import type { FolderView, Generator, GeneratorRules } from './generator_rules.ts';
import { hugo } from './hugo.ts';
import { bridgetown, hexo, jekyll } from './jekyll.ts';
import { mkdocs } from './mkdocs.ts';
import { fumadocs, gatsby, next, nextra } from './next.ts';
import { docc, docsify, grav, mdn, mintlify, plain } from './plain.ts';
import { mystmd, pelican, sphinx } from './sphinx.ts';
import { eleventy, lume, middleman } from './templates.ts';
import { dendron, githubwiki, logseq, obsidian, quartz } from './vaults.ts';
import { nuxt, rspress, vitepress, vuepress } from './vue.ts';
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
