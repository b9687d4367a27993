import { join } from 'node:path';
import { byCodePoint } from '../../text/by_code_point.ts';
import { normalForm } from '../../text/normal_form.ts';
import type { DeclaredPage, DeclaredSite } from '../declared_site.ts';
import type { ListedFiles } from '../files/list_files.ts';
import type { Project } from '../files/project.ts';
import { isWithin, PAGE_FILE } from '../files/regular_file.ts';
import { pathOfAddress } from '../generators/generator_rules.ts';
import { rulesOf } from '../generators/generators.ts';
import { cleanAddress } from './clean_address.ts';
import type { ContentRoot } from './find_content_root.ts';

/** What a declared page has. */
export interface DeclaredPlace {
  /** Below the site's path on its host, without slashes at its ends and without an ending; '' is the root. */
  readonly path: string;
  readonly address: string;
  readonly language?: string;
  /** Its place among versions (`version_place.ts`). */
  readonly version?: string;
}

/** The content root of a declared site: the folder with all its pages. */
export function declaredRoot(project: Project, { generator }: DeclaredSite): ContentRoot {
  const place = { root: '', folders: null, selection: null, why: `${generator} lists its pages`, unread: [] };
  return { ...place, rules: rulesOf(generator), home: project.folder };
}

/**
 * The files of the pages that are there. Left out are files of other kinds, such as components, files outside the folder, and the page
 * that hosts show where there is none.
 */
export function listDeclared(project: Project, { base, pages }: DeclaredSite): ListedFiles {
  const files = pages
    .filter((page) => !isForMissing(page, base))
    .map(({ file }) => file)
    .filter((file) => PAGE_FILE.test(file) && isWithin(join(project.folder, file), project.folder))
    .filter((file) => project.exists(join(project.folder, file)));
  return { files: [...new Set(files)].sort(byCodePoint), others: [] };
}

/** Whether a page is `404`, of the site or of one of its languages. */
function isForMissing({ address, language }: DeclaredPage, base: string): boolean {
  const path = declaredPath(address, base);
  return path === '404' || (language !== undefined && path.toLowerCase() === `${language.toLowerCase()}/404`);
}

/** The places of the pages by file. Of several addresses of a file the first is that of the page. */
export function declaredPlaces({ base, pages }: DeclaredSite): Readonly<Record<string, DeclaredPlace>> {
  const places = pages.map(({ file, address, language, version }): [string, DeclaredPlace] => {
    const path = declaredPath(address, base);
    const own = {
      ...(language === undefined ? {} : { language }),
      ...(version === undefined ? {} : { version: normalForm(version) }),
    };
    return [file, { path, address, ...own }];
  });
  return Object.fromEntries(places.reverse());
}

/** An address as a path below that of the site on its host. */
export function declaredPath(address: string, base: string): string {
  const below = pathOfAddress(base);
  const whole = cleanAddress(address);
  if (whole === below) return '';
  return whole.startsWith(`${below}/`) ? whole.slice(below.length + 1) : whole;
}
