import { join } from 'node:path';
import type { SiteFiles } from '../site_files.ts';

/** Folders beside the settings of a generator from which files are published. */
const STATIC = ['static', 'public', 'assets', 'images', 'img', 'media', 'src/assets', 'src/images', 'src/public'];

/** The folders in which the images of a site are, by absolute paths: those of its pages first. */
export function imageFolders({ root, place, project }: Pick<SiteFiles, 'root' | 'place' | 'project'>): string[] {
  const own = place.folders === null ? [root] : place.folders.map((folder) => join(root, folder));
  return [...own, ...STATIC.map((folder) => join(place.home ?? project.folder, folder))];
}
