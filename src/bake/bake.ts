import type { BakeOptions, BakeReport } from './bake_options.ts';
import { createBaker } from './site_baker.ts';

/** Bakes a folder of Markdown into one artefact. Equal content, settings and commit give equal bytes, whatever the machine. */
export function bake(options: BakeOptions): Promise<BakeReport> {
  return createBaker(options, false).bakeAll();
}
