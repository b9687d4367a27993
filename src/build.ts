/** Public entry `catchword/build`: bakes a folder of Markdown from a program. */
export type { BakeReport } from './bake/bake_options.ts';
export { type BuildSiteOptions, buildSite, type SiteReport } from './cli/build/build_command.ts';
export type { DeclaredPage, DeclaredSite } from './content/declared_site.ts';
export { joinArtefact } from './corpus/artefact/artefact_format.ts';
