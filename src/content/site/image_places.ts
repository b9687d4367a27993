import { join } from 'node:path';
import type { SiteFiles } from '../site_files.ts';

/** A folder with images of pages, and its path in addresses, without slashes at its ends; '' is the root. */
export interface ImagePlace {
  /** Absolute. */
  readonly folder: string;
  readonly address: string;
}

/** Folders whose files generators publish as they are, at the root. */
const STATIC = ['static', 'public', 'src/public'];
/** Such folders whose name is part of addresses. */
const NAMED = ['assets', 'images', 'img', 'media'];

/** Where the images of a site's pages may be: beside the pages, and in the folders of static files beside the settings. */
export function imagePlacesOf({
  root,
  place: { folders, home },
  context: { mounts },
}: Pick<SiteFiles, 'root' | 'place' | 'context'>): ImagePlace[] {
  const beside = folders ?? [''];
  const mounted = mounts.filter(([path]) => folders === null || beside.some((each) => isBelow(path, each)));
  const places = [...mounted, ...beside.map((path) => [path, path] as const)];
  return [
    ...places.map(([path, address]) => ({ folder: join(root, path), address })),
    ...(home === null ? [] : STATIC.map((name) => ({ folder: join(home, name), address: '' }))),
    ...(home === null ? [] : NAMED.map((name) => ({ folder: join(home, name), address: name }))),
  ];
}

function isBelow(path: string, folder: string): boolean {
  return folder === '' || `${path}/`.startsWith(`${folder}/`);
}
