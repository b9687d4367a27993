import { FILLER } from '../content/markdown/mask_templates.ts';
import type { PageLink } from '../content/markdown/page_link.ts';
import { shown } from '../content/site/assemble_site.ts';
import { decodePercent } from '../text/decode_percent.ts';
import { normalForm } from '../text/normal_form.ts';
import type { Finding } from './finding.ts';
import { joinPath, PICTURE, type ProjectFiles } from './project_files.ts';
import type { CheckedPage, CheckedSite } from './read_site.ts';

/** The pictures that pages show and the project does not have; null when the project has no picture at all. */
export function findMissingImages(site: CheckedSite, { pictures }: ProjectFiles): Finding[] | null {
  const shows = site.pages.some(({ links }) => links.some(({ kind }) => kind === 'image'));
  if (shows && pictures.size === 0) return null;
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
  const plain = normalForm(decodePercent(target.replaceAll(FILLER, ''))).trim();
  // Components of a site make pictures of names without an extension.
  if (!PICTURE.test(plain)) return true;
  const rooted = plain.replace(/^(?:[@~]\w*\/|\/)/, '');
  if (rooted !== plain) return pictures.has(rooted) || pictures.has(rooted.slice(rooted.indexOf('/') + 1));
  const folder = `${root}/${page.file}`.split('/').slice(0, -1);
  const bases = [folder, page.path.split('/'), page.path.split('/').slice(0, -1), []];
  return bases.some((base) => {
    const path = joinPath(base, plain);
    return path !== null && pictures.has(path);
  });
}
