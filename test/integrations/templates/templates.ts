import type { Template } from '../template.ts';
import { astro } from './astro.ts';
import { docusaurus } from './docusaurus.ts';
import { eleventy } from './eleventy.ts';
import { material, mike, mkdocs, readthedocs } from './mkdocs.ts';
import { starlight } from './starlight.ts';
import { vitepress } from './vitepress.ts';

export const templates: readonly Template[] = [
  astro,
  docusaurus,
  eleventy,
  material,
  mike,
  mkdocs,
  readthedocs,
  starlight,
  vitepress,
];
