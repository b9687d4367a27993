import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { shown } from '../content/assemble_site.ts';
import { FILLER } from '../content/mask_templates.ts';
import { decode, type PageLink } from '../content/page_link.ts';
import { normalForm } from '../text/normal_form.ts';
import type { Finding } from './finding.ts';
import type { CheckedPage, CheckedSite } from './read_site.ts';

const PICTURE = /\.(?:png|jpe?g|gif|svg|webp|avif|ico|bmp|tiff?)$/i;
/** Folders whose pictures are not the site's. */
const NO_PICTURES = /^(?:node_modules|\.git|\.cache|dist|_site|\.next|\.nuxt)$/;
/** Files and folders that are looked at; a larger project is not checked. */
const MOST_ENTRIES = 1_000_000;
const DEEPEST_FOLDER = 64;

/** The pictures that pages show and the project does not have; null when the project has no picture at all or is too large. */
export function findMissingImages(site: CheckedSite): Finding[] | null {
  const wanted = site.pages.some(({ links }) => links.some(({ kind }) => kind === 'image'));
  if (!wanted) return [];
  const pictures = listPictures(site.project.folder);
  if (pictures === null || pictures.size === 0) return null;
  const found: Finding[] = [];
  for (const page of site.pages) {
    for (const link of page.links) {
      if (link.kind !== 'image' || isThere(link, page, site, pictures)) continue;
      const target = shown(link.target);
      found.push({
        ...{ file: page.file, line: link.line, column: link.column, rule: 'missing-image', target },
        problem: 'no such file',
        message: `Cannot find the image "${target}": no such file`,
      });
    }
  }
  return found;
}

/** All ends of the paths of a project's pictures: `a/b/c.png`, `b/c.png` and `c.png`; null when the project is too large. */
function listPictures(top: string): Set<string> | null {
  const ends = new Set<string>();
  const pending = [{ path: '', depth: 0 }];
  let entries = 0;
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    const { path, depth } = folder;
    for (const entry of entriesOf(join(top, path))) {
      if (++entries > MOST_ENTRIES) return null;
      const inner = `${path}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!NO_PICTURES.test(entry.name) && depth < DEEPEST_FOLDER) pending.push({ path: inner, depth: depth + 1 });
      } else if (PICTURE.test(entry.name)) {
        const whole = normalForm(inner);
        for (let slash = whole.indexOf('/'); slash !== -1; slash = whole.indexOf('/', slash + 1)) {
          ends.add(whole.slice(slash + 1));
        }
      }
    }
  }
  return ends;
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/**
 * Whether the project has the picture. Generators move files: static folders to the root, folders of pages to their
 * addresses, projects below a base path. So a picture counts as there when a file of the project ends with its path from the
 * root, or with its path from the page's folder or address.
 */
function isThere(
  { target }: PageLink,
  page: CheckedPage,
  { root }: CheckedSite,
  pictures: ReadonlySet<string>,
): boolean {
  const plain = normalForm(decode(target.replaceAll(FILLER, ''))).trim();
  // Components of a site make pictures of names without an extension.
  if (!PICTURE.test(plain)) return true;
  const rooted = plain.replace(/^(?:[@~]\w*\/|\/)/, '');
  if (rooted !== plain) return pictures.has(rooted) || pictures.has(rooted.slice(rooted.indexOf('/') + 1));
  const folder = `${root}/${page.file}`.split('/').slice(0, -1);
  const bases = [folder, page.path.split('/'), page.path.split('/').slice(0, -1), []];
  return bases.some((base) => {
    const path = joined(base, plain);
    return path !== null && pictures.has(path);
  });
}

/** Null when the path leaves the base's root. */
function joined(base: readonly string[], target: string): string | null {
  const segments = base.filter((segment) => segment !== '' && segment !== '.');
  for (const segment of target.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') segments.push(segment);
    else if (segments.pop() === undefined) return null;
  }
  return segments.join('/');
}
